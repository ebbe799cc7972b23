// Waypoints as seen by one query: the points, with its start and goal as two guests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "spaces/heuristic.hpp"
#include "spaces/sight/waypoints.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

class WaypointsView {
 public:
  using Cost = double;

  // A field has no start and goal to join to the points.
  static constexpr Capabilities kCapabilities{.one_to_all = false};

  WaypointsView(const Waypoints& space, Node start, Node goal, HeuristicKind heuristic, double weight)
      : space_(&space),
        points_(static_cast<std::uint32_t>(space.points().size())),
        start_(start),
        goal_(goal),
        cells_{std::min(start, goal), std::max(start, goal)},
        unit_(heuristic == HeuristicKind::zero ? 0.0 : weight * kSlack) {
    if (start < space.size() && goal < space.size()) invite();
  }

  // The same query from its goal to its start, because every line leads both ways.
  WaypointsView turned() const {
    WaypointsView view = *this;
    std::swap(view.start_, view.goal_);
    return view;
  }

  // After the points come start and goal, in the order of their cells, unless they are points themselves.
  std::uint32_t slots() const noexcept { return points_ + 2; }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node cell) const noexcept {
    const std::uint32_t point = space_->number(cell);
    return point < points_ ? point : points_ + (cell == cells_[0] ? 0 : 1);
  }
  Node to_space(Node node) const noexcept {
    if (node == kNoNode) return kNoNode;
    return node < points_ ? space_->points()[node] : cells_[node - points_];
  }

  double estimate(Node node) const noexcept {
    return unit_ > 0.0 && goal_ < space_->size() ? unit_ * space_->cost(to_space(node), goal_) : 0.0;
  }

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    if (node < points_) {
      space_->each_edge(node, visit);
      if (guests_ == nullptr) return;
      for (Node guest = 0; guest < 2; ++guest) {
        if (const double cost = guests_->to[guest][node]; cost < kUnseen) visit(points_ + guest, cost);
      }
    } else if (guests_ != nullptr) {
      const Node guest = node - points_;
      for (const auto& [next, cost] : guests_->from[guest]) visit(next, cost);
    }
  }

  StepRange<double> steps() const noexcept {
    const double largest = space_->largest_cost();
    return {space_->edges() != 0 ? space_->mean_cost() : largest / 8, largest, true};
  }
  double to_double(double cost) const noexcept { return cost; }

  double path_cost(std::span<const Node> cells) const noexcept {
    double sum = 0.0;
    for (std::size_t i = 1; i < cells.size(); ++i) sum += space_->cost(cells[i - 1], cells[i]);
    return sum;
  }

 private:
  static constexpr double kSlack = 1.0 - 1e-12;  // for the rounding of distances
  static constexpr double kUnseen = std::numeric_limits<double>::infinity();

  struct Seen {
    Node next;
    double cost;
  };
  struct Guests {
    std::vector<Seen> from[2];  // the points that each sees
    std::vector<double> to[2];  // the cost from each point
  };

  // Looks from the start and the goal, unless they are points.
  void invite() {
    auto guests = std::make_shared<Guests>();
    for (Node guest = 0; guest < 2; ++guest) {
      guests->to[guest].assign(points_, kUnseen);
      if (is_point(cells_[guest])) continue;
      for (Node point = 0; point < points_; ++point) {
        const Node cell = space_->points()[point];
        if (!space_->sees(cell, cells_[guest])) continue;
        guests->to[guest][point] = space_->cost(cell, cells_[guest]);
        guests->from[guest].push_back({point, guests->to[guest][point]});
      }
    }
    if (!is_point(cells_[0]) && !is_point(cells_[1]) && space_->sees(cells_[0], cells_[1])) {
      const double cost = space_->cost(cells_[0], cells_[1]);
      for (Node guest = 0; guest < 2; ++guest) guests->from[guest].push_back({points_ + 1 - guest, cost});
    }
    guests_ = std::move(guests);
  }

  bool is_point(Node cell) const noexcept { return space_->number(cell) < points_; }

  const Waypoints* space_;
  std::uint32_t points_;
  Node start_;
  Node goal_;
  Node cells_[2];
  double unit_;
  std::shared_ptr<const Guests> guests_;
};
static_assert(Searchable<WaypointsView> && CostsPath<WaypointsView>);

}  // namespace pathstar
