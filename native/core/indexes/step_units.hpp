// Step costs as whole numbers, so that sums compare exactly and fit 32 bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "spaces/moves.hpp"

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

}  // namespace pathstar
