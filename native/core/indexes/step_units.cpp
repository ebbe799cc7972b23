#include "indexes/step_units.hpp"

#include <cmath>

namespace pathstar {
namespace {

constexpr double kLimit = 2147483648.0;
constexpr double kMostUnits = 1 << 20;

}  // namespace

StepUnits step_units(const Moves& moves, double most_steps) noexcept {
  // The convergents of the continued fraction: each is nearer than any fraction of smaller numbers.
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

}  // namespace pathstar
