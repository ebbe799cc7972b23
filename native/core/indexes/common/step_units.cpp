#include "indexes/common/step_units.hpp"

#include <cmath>
#include <utility>

namespace pathstar {
namespace {

constexpr double kLimit = 2147483648.0;
constexpr double kMostUnits = 1 << 20;

}  // namespace

StepUnits step_units(const Moves& moves, double most_steps) noexcept {
  // The convergents of the continued fraction: each is nearer than any fraction with smaller numbers.
  const double ratio = moves.diagonal / moves.straight;
  double whole = std::floor(ratio), rest = ratio - whole;
  double diagonal = whole, straight = 1, last_diagonal = 1, last_straight = 0;
  const double most = std::fmin(kMostUnits, kLimit / std::fmax(most_steps, 1.0));
  while (rest > 1e-12 && std::abs(diagonal / straight - ratio) > 1e-15) {
    whole = std::floor(1 / rest);
    rest = 1 / rest - whole;
    const double next_straight = whole * straight + last_straight, next_diagonal = whole * diagonal + last_diagonal;
    if (next_straight > most) break;
    last_straight = straight;
    last_diagonal = diagonal;
    straight = next_straight;
    diagonal = next_diagonal;
  }
  return {static_cast<std::uint32_t>(straight), static_cast<std::uint32_t>(diagonal)};
}

StepDecoder::StepDecoder(const StepUnits& units) noexcept : units_(units) {
  // Euclid's algorithm; the two units have no common divisor.
  const std::int64_t modulus = units.straight;
  std::int64_t factor = 0, next_factor = 1, rest = modulus, next_rest = units.diagonal % modulus;
  while (next_rest != 0) {
    const std::int64_t times = rest / next_rest;
    factor = std::exchange(next_factor, factor - times * next_factor);
    rest = std::exchange(next_rest, rest - times * next_rest);
  }
  inverse_ = static_cast<std::uint64_t>((factor + modulus) % modulus);
}

}  // namespace pathstar
