#include "spaces/cells/regular_grid_view.hpp"

#include <algorithm>
#include <limits>

namespace pathstar {

RegularGridDistance::RegularGridDistance(const RegularGrid& grid, HeuristicKind kind, double scale) noexcept
    : grid_(&grid),
      kind_(kind),
      tiling_(grid.plan().tiling),
      flat_(!grid.norms().moves(2)),
      scale_(tiling_ == Tiling::square ? scale : scale * grid.norms().sides()[0]),
      facets_(grid.norms().facets(kind)),
      sides_(grid.norms().sides()),
      wrap_x_(grid.plan().wrap_x ? static_cast<std::int32_t>(grid.width()) : 0),
      wrap_y_(grid.plan().wrap_y ? static_cast<std::int32_t>(grid.height()) : 0) {
  if (tiling_ == Tiling::square) return;
  images_ = 0;
  for (int i = wrap_x_ ? -1 : 0; i <= (wrap_x_ ? 1 : 0); ++i) {
    for (int j = wrap_y_ ? -1 : 0; j <= (wrap_y_ ? 1 : 0); ++j) {
      image_[images_++] = way_round(tiling_, i * wrap_x_, j * wrap_y_);
    }
  }
}

double RegularGridDistance::over_joined_borders(const Offset& a, const Offset& b) const noexcept {
  double least = kNever;
  for (int i = 0; i < images_; ++i) {
    const Offset way{b.dx - a.dx + image_[i].dx, b.dy - a.dy + image_[i].dy, 0};
    least = std::min(least, cells_apart(tiling_, a.dz, way, kind_ == HeuristicKind::euclidean));
  }
  return scale_ * least;
}

RegularGridView::RegularGridView(const RegularGrid& grid, Node goal, HeuristicKind heuristic, double weight, bool back)
    : grid_(&grid),
      distance_(grid, heuristic, weight * grid.min_cost()),
      estimates_(heuristic != HeuristicKind::zero && weight > 0.0),
      back_(back),
      goal_(estimates_ ? distance_.place(goal) : Offset{}),
      steps_{grid.min_cost() * grid.shortest_step(), grid.max_cost() * grid.longest_step()} {
  if (!grid.portals().empty()) add_portals(weight);
}

void RegularGridView::add_portals(double weight) {
  for (const Portal& portal : grid_->portals()) steps_.largest = std::max(steps_.largest, portal.cost);
  if (!estimates_) return;
  if (grid_->portals().size() > kMostPortals) {
    for (const Portal& portal : grid_->portals()) {
      beyond_ = std::min(beyond_, weight * portal.cost + distance_(distance_.place(exit(portal)), goal_));
    }
  } else {
    add_gates(weight);
  }
  // A step through a portal may raise the estimate by more than it costs.
  double key_increase = 0.0;
  for (const Portal& portal : grid_->portals()) {
    key_increase = std::max(key_increase, portal.cost + estimate(exit(portal)) - estimate(entrance(portal)));
  }
  steps_.largest = std::max(steps_.largest, key_increase);
}

// Dijkstra from the goal over the portals, in a table.
void RegularGridView::add_gates(double weight) {
  const std::vector<Portal>& portals = grid_->portals();
  std::vector<double> rest;
  std::vector<bool> done(portals.size(), false);
  for (const Portal& portal : portals) {
    rest.push_back(weight * portal.cost + distance_(distance_.place(exit(portal)), goal_));
  }
  for (;;) {
    std::size_t next = portals.size();
    for (std::size_t i = 0; i < portals.size(); ++i) {
      if (!done[i] && (next == portals.size() || rest[i] < rest[next])) next = i;
    }
    if (next == portals.size() || rest[next] == RegularGridDistance::kNever) return;
    done[next] = true;
    const Offset gate = distance_.place(entrance(portals[next]));
    for (std::size_t i = 0; i < portals.size(); ++i) {
      const double through = weight * portals[i].cost + distance_(distance_.place(exit(portals[i])), gate) + rest[next];
      rest[i] = std::min(rest[i], through);
    }
    // A portal that is no shorter than going on foot from its entrance is no shorter from anywhere.
    if (rest[next] < distance_(gate, goal_)) gates_.push_back({gate, rest[next]});
  }
}

double RegularGridView::with_portals(const Offset& here, double on_foot) const noexcept {
  double least = std::min(on_foot, beyond_);
  for (const Gate& gate : gates_) least = std::min(least, distance_(here, gate.place) + gate.rest);
  // No step leads from a node that cannot reach the goal to one that can, so any number will do.
  return least < RegularGridDistance::kNever ? least : 0.0;
}

// A search that ignores costs may have taken the dearer of two steps to the same cell; the cheapest counts.
double RegularGridView::path_cost(std::span<const Node> nodes) const noexcept {
  double sum = 0.0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    double min_cost = std::numeric_limits<double>::infinity();
    grid_->each_edge(nodes[i - 1], [&](Node target, double cost) {
      if (target == nodes[i]) min_cost = std::min(min_cost, cost);
    });
    sum += min_cost;
  }
  return sum;
}

}  // namespace pathstar
