#include "spaces/cells/regular_grid_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace pathstar {
namespace {

constexpr std::int32_t sign(std::int32_t value) noexcept { return (value > 0) - (value < 0); }

// Whether the line from the centre of a cell to that of the cell `step` away meets the cell `other` away, its border
// included.
bool touches(const Offset& step, const Offset& other) noexcept {
  double from = 0.0, to = 1.0;
  for (int axis = 0; axis < 3; ++axis) {
    if (step[axis] == 0) {
      if (other[axis] != 0) return false;
      continue;
    }
    const double a = (other[axis] - 0.5) / step[axis], b = (other[axis] + 0.5) / step[axis];
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
  }
  return from <= to;
}

}  // namespace

StepRules::StepRules(std::span<const Offset> steps, Corners corners) {
  for (std::size_t d = 0; d < steps.size(); ++d) {
    const std::uint32_t bit = std::uint32_t{1} << d;
    all_steps_ |= bit;
    if (corners == Corners::free) {
      add_ends(steps[d], bit);
    } else if (corners == Corners::no_cut) {
      add_touched(steps[d], bit);
    } else {
      add_chains(steps[d], {}, 0, bit);
    }
  }
  all_cells_ = window_.size() == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << window_.size()) - 1;
}

std::uint32_t StepRules::bit_of(const Offset& cell) {
  auto at = std::find(window_.begin(), window_.end(), cell);
  if (at == window_.end()) at = window_.insert(at, cell);
  return std::uint32_t{1} << (at - window_.begin());
}

void StepRules::add_ends(const Offset& step, std::uint32_t bit) {
  const std::uint32_t end = bit_of(step);
  if (!is_knights_move(step)) return ways_.push_back({end, bit});
  for (const Offset& cell : cells_between(step)) ways_.push_back({end | bit_of(cell), bit});
}

void StepRules::add_touched(const Offset& step, std::uint32_t bit) {
  std::uint32_t cells = 0;
  for (std::int32_t z = 0; z <= std::abs(step.dz); ++z) {
    for (std::int32_t y = 0; y <= std::abs(step.dy); ++y) {
      for (std::int32_t x = 0; x <= std::abs(step.dx); ++x) {
        const Offset cell{x * sign(step.dx), y * sign(step.dy), z * sign(step.dz)};
        if (cell != Offset{} && touches(step, cell)) cells |= bit_of(cell);
      }
    }
  }
  ways_.push_back({cells, bit});
}

void StepRules::add_chains(const Offset& step, const Offset& at, std::uint32_t cells, std::uint32_t bit) {
  if (at == step) {
    ways_.push_back({cells, bit});
    return;
  }
  const Offset ahead[3] = {{at.dx + sign(step.dx), at.dy, at.dz},
                           {at.dx, at.dy + sign(step.dy), at.dz},
                           {at.dx, at.dy, at.dz + sign(step.dz)}};
  for (int axis = 0; axis < 3; ++axis) {
    if (at[axis] != step[axis]) add_chains(step, ahead[axis], cells | bit_of(ahead[axis]), bit);
  }
}

}  // namespace pathstar
