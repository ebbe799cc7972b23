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
  // From one place to another if nothing is in the way.
  std::uint32_t between(std::int32_t x, std::int32_t y, std::int32_t to_x, std::int32_t to_y) const noexcept {
    const auto across = static_cast<std::uint32_t>(std::abs(to_x - x));
    const auto down = static_cast<std::uint32_t>(std::abs(to_y - y));
    const std::uint32_t slope = std::min(across, down);
    return length(std::max(across, down) - slope, slope);
  }
};

// The best fraction for diagonal / straight with which `most_steps` straight steps stay below 2^31. With sqrt(2) the
// order of any two sums of up to thousands of steps is that of the real numbers.
StepUnits step_units(const Moves& moves, double most_steps) noexcept;

// Tells from a sum of step costs how many steps of each kind it is made of.
class StepDecoder {
 public:
  explicit StepDecoder(const StepUnits& units) noexcept;

  // Nothing if there are several answers, as where the costs are 10 and 14; with sqrt(2) there is one.
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
