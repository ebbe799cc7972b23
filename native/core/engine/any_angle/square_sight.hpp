// Lines over a grid of squares, also for units with a size.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/any_angle/sight.hpp"
#include "smooth/lines.hpp"
#include "spaces/cells/columns.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/sight/line_of_sight.hpp"

namespace pathstar {

class SquareSight {
 public:
  struct Spot {
    std::int32_t x;
    std::int32_t y;
  };
  static constexpr std::size_t kColumns = 2;

  // `ground` has the walls and `grid` the costs for a unit, as for StraightLines.
  SquareSight(const Grid& ground, const Grid& grid, Unit unit) noexcept
      : grid_(&grid),
        lines_(ground, grid, unit),
        columns_(grid.width()),
        is_point_(unit.radius == 0.0 && unit.side == 1) {
    for (std::size_t step = 0; step < kDirections.size(); ++step) {
      offsets_[step] = static_cast<Node>(kDirections[step].dy * row() + kDirections[step].dx);
    }
  }

  std::size_t size() const noexcept { return grid_->size(); }
  std::int64_t row() const noexcept { return grid_->width(); }
  bool has_cost() const noexcept { return grid_->has_cost(); }

  Spot spot(Node node) const noexcept {
    const std::uint32_t y = columns_.y(node);
    return {static_cast<std::int32_t>(columns_.x(node, y)), static_cast<std::int32_t>(y)};
  }
  LinePoint point(Spot at) const noexcept { return {static_cast<double>(at.x), static_cast<double>(at.y), 0.0}; }

  template <class Known>
  bool sees(Spot a, Spot b, Known&& known) const {
    if (!is_point_) return lines_.free(centre(a), centre(b));
    return line_is_free(
        a.y * row() + a.x, b.x - a.x, b.y - a.y, row(), grid_->moves().corners,
        [this](std::int64_t cell) { return grid_->walkable(static_cast<Node>(cell)); },
        [&](std::int64_t cell) { return known(static_cast<Node>(cell)); });
  }

  // The first step of line_is_free(). The line always crosses the cell before `a` along its longer axis.
  template <class Known>
  PATHSTAR_INLINE Glance glance(Node node, Spot a, Spot b, Known&& known) const {
    const std::int64_t dx = b.x - a.x, dy = b.y - a.y, wide = std::abs(dx), high = std::abs(dy);
    if (!is_point_ || wide == high) return Glance::unclear;
    const std::int64_t across = dx < 0 ? -1 : 1, down = dy < 0 ? -row() : row();
    const auto before = static_cast<Node>(node + (wide > high ? across : down));
    if (!grid_->walkable(before)) return Glance::blocked;
    const std::int64_t shorter = std::min(wide, high);
    if (shorter == 0) return known(before) ? Glance::seen : Glance::unclear;
    const auto aslant = static_cast<Node>(node + across + down);
    if (known(before) && known(aslant)) return Glance::seen;
    return 3 * shorter > std::max(wide, high) && !grid_->walkable(aslant) ? Glance::blocked : Glance::unclear;
  }

  double cost(Spot a, Spot b) const {
    return has_cost() ? lines_.cost(centre(a), centre(b)) : grid_->moves().straight * distance(a, b);
  }
  double bound(Spot a, Spot b) const noexcept { return lines_.min_cost() * distance(a, b); }

  double longest_step() const noexcept { return grid_->moves().straight * std::sqrt(2.0) * grid_->max_cost(); }

  template <class Settled, class Visit>
  PATHSTAR_INLINE void each_neighbour(Node node, Spot at, Settled&& settled, Visit&& visit) const {
    unsigned left = 0;
    for (unsigned steps = grid_->legal(node); steps != 0; steps &= steps - 1) {
      const int step = std::countr_zero(steps);
      left |= static_cast<unsigned>(!settled(node + offsets_[step])) << step;
    }
    for (; left != 0; left &= left - 1) {
      const int step = std::countr_zero(left);
      const auto [dx, dy] = kDirections[static_cast<std::size_t>(step)];
      visit(node + offsets_[step], Spot{at.x + dx, at.y + dy});
    }
  }

 private:
  static Point centre(Spot at) noexcept { return {static_cast<double>(at.x), static_cast<double>(at.y)}; }
  static double distance(Spot a, Spot b) noexcept {
    const double dx = static_cast<double>(a.x) - b.x, dy = static_cast<double>(a.y) - b.y;
    return std::sqrt(dx * dx + dy * dy);
  }

  const Grid* grid_;
  StraightLines lines_;
  Columns columns_;
  Node offsets_[kDirections.size()];
  bool is_point_;
};
static_assert(LooksAlongLines<SquareSight>);

}  // namespace pathstar
