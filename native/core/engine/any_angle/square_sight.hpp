// Lines over a grid of squares, also for units with a size.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

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

  // `ground` has the walls and `grid` what a unit pays, as for StraightLines.
  SquareSight(const Grid& ground, const Grid& grid, Unit unit) noexcept
      : grid_(&grid),
        lines_(ground, grid, unit),
        columns_(grid.width()),
        is_point_(unit.radius == 0.0 && unit.side == 1) {}

  std::size_t size() const noexcept { return grid_->size(); }
  bool has_cost() const noexcept { return grid_->has_cost(); }

  Spot spot(Node node) const noexcept {
    const std::uint32_t y = columns_.y(node);
    return {static_cast<std::int32_t>(columns_.x(node, y)), static_cast<std::int32_t>(y)};
  }
  LinePoint point(Spot at) const noexcept { return {static_cast<double>(at.x), static_cast<double>(at.y), 0.0}; }

  template <class Known>
  bool sees(Spot a, Spot b, Known&& known) const {
    if (!is_point_) return lines_.free(centre(a), centre(b));
    const auto node = [this](std::int64_t x, std::int64_t y) { return static_cast<Node>(y * grid_->width() + x); };
    return line_is_free(
        a.x, a.y, b.x, b.y, grid_->moves().corners,
        [&](std::int64_t x, std::int64_t y) { return grid_->walkable(node(x, y)); },
        [&](std::int64_t x, std::int64_t y) { return known(node(x, y)); });
  }
  double cost(Spot a, Spot b) const {
    return has_cost() ? lines_.cost(centre(a), centre(b)) : grid_->moves().straight * distance(a, b);
  }
  double bound(Spot a, Spot b) const noexcept { return lines_.min_cost() * distance(a, b); }

  template <class Visit>
  void each_neighbour(Node node, Spot at, Visit&& visit) const {
    for (unsigned steps = grid_->legal(node); steps != 0; steps &= steps - 1) {
      const auto [dx, dy] = kDirections[static_cast<std::size_t>(std::countr_zero(steps))];
      visit(static_cast<Node>(node + static_cast<std::int64_t>(dy) * grid_->width() + dx), Spot{at.x + dx, at.y + dy});
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
  bool is_point_;
};
static_assert(LooksAlongLines<SquareSight>);

}  // namespace pathstar
