// Lines over voxels.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "engine/any_angle/sight.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/sight/box_line.hpp"

namespace pathstar {

// Needs boxes without joined borders, portals, exits, closed steps and rules for edges.
class BoxSight {
 public:
  using Spot = Offset;
  static constexpr std::size_t kColumns = 3;

  explicit BoxSight(const RegularGrid& grid) noexcept : grid_(&grid) {}

  std::size_t size() const noexcept { return grid_->size(); }
  std::int64_t row() const noexcept { return grid_->width(); }
  bool has_cost() const noexcept { return grid_->has_cost(); }
  Spot spot(Node node) const noexcept { return grid_->cell(node); }
  LinePoint point(Spot at) const noexcept {
    return {static_cast<double>(at.dx), static_cast<double>(at.dy), static_cast<double>(at.dz)};
  }

  template <class Known>
  bool sees(Spot a, Spot b, Known&& known) const {
    return line(a, b).is_free(node(a), grid_->plan().corners, [this](Node box) { return grid_->walkable(box); }, known);
  }

  template <class Known>
  Glance glance(Node node, Spot a, Spot b, Known&& known) const {
    return line(a, b).glance(node, [this](Node box) { return grid_->walkable(box); }, known);
  }

  // The integral of the boxes' costs along the line. The line follows no border between two boxes.
  double cost(Spot a, Spot b) const {
    const double length = distance(a, b);
    if (!has_cost() || a == b) return length;
    const double* const costs = grid_->plan().cost.data();
    const BoxLine way = line(a, b);
    double sum = 0.0;
    std::int64_t entered = 0;
    way.each_crossing(node(a), [&](Node box, unsigned, std::int64_t where) {
      sum += costs[box] * static_cast<double>(where - entered);
      entered = where;
      return true;
    });
    sum += costs[node(b)] * static_cast<double>(way.whole() - entered);
    return sum * length / static_cast<double>(way.whole());
  }
  double bound(Spot a, Spot b) const noexcept { return grid_->min_cost() * distance(a, b); }

  double longest_step() const noexcept { return grid_->longest_step() * grid_->max_cost(); }

  template <class Settled, class Visit>
  void each_neighbour(Node node, Spot, Settled&& settled, Visit&& visit) const {
    grid_->each_edge(node, [&](Node next, double) {
      if (!settled(next)) visit(next, grid_->cell(next));
    });
  }

 private:
  BoxLine line(Spot a, Spot b) const noexcept {
    return {{b.dx - a.dx, b.dy - a.dy, b.dz - a.dz}, grid_->width(), grid_->height()};
  }
  Node node(Spot at) const noexcept {
    const auto z = static_cast<Node>(at.dz), y = static_cast<Node>(at.dy), x = static_cast<Node>(at.dx);
    return (z * grid_->height() + y) * grid_->width() + x;
  }
  double distance(Spot a, Spot b) const noexcept {
    const auto& side = grid_->plan().spacing;
    const double dx = (a.dx - b.dx) * side[0], dy = (a.dy - b.dy) * side[1], dz = (a.dz - b.dz) * side[2];
    return std::sqrt(dx * dx + dy * dy + dz * dz);
  }

  const RegularGrid* grid_;
};
static_assert(LooksAlongLines<BoxSight>);

}  // namespace pathstar
