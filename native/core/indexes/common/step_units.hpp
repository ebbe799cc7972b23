// Step costs as whole numbers, so that sums compare exactly and fit 32 bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "paths/trail.hpp"
#include "spaces/cells/moves.hpp"

namespace pathstar {

struct StepUnits {
  std::uint32_t straight = 1;
  std::uint32_t diagonal = 1;

  std::uint32_t length(std::uint32_t straight_steps, std::uint32_t diagonal_steps) const noexcept {
    return straight * straight_steps + diagonal * diagonal_steps;
  }
  // The cost from one place to another without obstacles.
  std::uint32_t between(std::int32_t x, std::int32_t y, std::int32_t to_x, std::int32_t to_y) const noexcept {
    const auto across = static_cast<std::uint32_t>(std::abs(to_x - x));
    const auto down = static_cast<std::uint32_t>(std::abs(to_y - y));
    const std::uint32_t slope = std::min(across, down);
    return length(std::max(across, down) - slope, slope);
  }
};

// The best fraction for diagonal / straight with which `most_steps` straight steps stay below 2^31. With sqrt(2), sums
// of up to thousands of steps compare in the same order as the real numbers.
StepUnits step_units(const Moves& moves, double most_steps) noexcept;

// Decodes a sum of step costs into the number of steps of each kind.
class StepDecoder {
 public:
  explicit StepDecoder(const StepUnits& units) noexcept;

  // Nothing if the answer is ambiguous, as with costs of 10 and 14; with sqrt(2) it is unique.
  std::optional<StepCounts> counts(std::uint32_t cost) const noexcept {
    const std::uint64_t diagonal = cost % units_.straight * inverse_ % units_.straight;
    const std::uint64_t slope = diagonal * units_.diagonal;
    if (slope > cost || (cost - slope) / units_.straight >= units_.diagonal) return std::nullopt;
    return StepCounts{(cost - slope) / units_.straight, diagonal};
  }

 private:
  StepUnits units_;
  std::uint64_t inverse_ = 0;  // inverse_ * units_.diagonal is 1 modulo units_.straight
};

}  // namespace pathstar
