// The functions that a hierarchy of clusters needs for its cells: for plain squares, and for other one-floor grids.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/grid_step_costs.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/views.hpp"

namespace pathstar {

class SquareGround {
 public:
  explicit SquareGround(const Grid& grid) noexcept : grid_(&grid), costs_(grid) {}

  static constexpr bool one_way() noexcept { return false; }
  // Whether all steps lead to adjacent cells.
  static constexpr bool steps_to_neighbours() noexcept { return true; }

  // Calls visit(to, x, y, cost) for each step from a node, where cost() is the cost of the step.
  template <class Visit>
  void each_step(Node node, Visit&& visit) const {
    each_neighbour(node, [&](Node to, std::uint32_t x, std::uint32_t y, int d) {
      visit(to, x, y, [&] { return costs_(node, to, d); });
    });
  }
  // The same for the steps that leave a box with the node in it.
  template <class Visit>
  void each_step_out(const Box& box, Node node, Visit&& visit) const {
    const std::uint32_t y = node / grid_->width(), x = node - y * grid_->width();
    const unsigned out = (x == box.left ? kLeftwards : 0) | (x + 1 == box.right ? kRightwards : 0) |
                         (y == box.top ? kUpwards : 0) | (y + 1 == box.bottom ? kDownwards : 0);
    each_neighbour(x, y, grid_->legal(node) & out, [&](Node to, std::uint32_t to_x, std::uint32_t to_y, int d) {
      visit(to, to_x, to_y, [&] { return costs_(node, to, d); });
    });
  }
  // Prefetches the data of each_step_out().
  PATHSTAR_INLINE void prefetch_steps(Node node) const noexcept {
    prefetch(grid_->legal_data(), node);
    if (!grid_->has_cost()) return;
    prefetch(grid_->cost_data(), node);
    prefetch(grid_->cost_data(), std::size_t{node} - grid_->width());
    prefetch(grid_->cost_data(), std::size_t{node} + grid_->width());
  }
  // Calls visit(from, x, y, cost) for each step to a node.
  template <class Visit>
  void each_step_to(Node node, Visit&& visit) const {
    each_neighbour(node, [&](Node from, std::uint32_t x, std::uint32_t y, int d) {  // moves are the same both ways
      visit(from, x, y, [&] { return costs_(from, node, opposite(d)); });
    });
  }

  StepRange<double> steps() const noexcept {
    const Moves& moves = grid_->moves();
    const double diagonal = moves.directions == 8 ? moves.diagonal : moves.straight;
    const auto [shortest, longest] = std::minmax(moves.straight, diagonal);
    return {grid_->min_cost() * shortest, grid_->max_cost() * longest};
  }
  // From now on, estimates are to this node.
  void aim_at(Node goal) noexcept {
    const Moves& moves = grid_->moves();
    const double least = grid_->min_cost();
    heuristic_ = make_heuristic<double>(HeuristicKind::octile, moves.directions == 8, moves.straight * least,
                                        moves.diagonal * least, 1.0);
    goal_y_ = static_cast<std::int32_t>(goal / grid_->width());
    goal_x_ = static_cast<std::int32_t>(goal % grid_->width());
  }
  double estimate(Node node) const noexcept {
    const std::uint32_t y = node / grid_->width(), x = node - y * grid_->width();
    return heuristic_(static_cast<std::int32_t>(x) - goal_x_, static_cast<std::int32_t>(y) - goal_y_);
  }

  // Calls visit(node) for the nodes that an edit of a node may turn into gates, or into other nodes.
  template <class Visit>
  void each_gate_near(Node edited, Visit&& visit) const {
    grid_->each_near(edited, visit);
  }
  // Calls visit(node) for nodes in clusters whose costs may change with it.
  template <class Visit>
  void each_cost_near(Node edited, Visit&& visit) const {
    visit(edited);
  }

 private:
  static constexpr unsigned kLeftwards = directions_towards(-1, 0), kRightwards = directions_towards(1, 0);
  static constexpr unsigned kUpwards = directions_towards(0, -1), kDownwards = directions_towards(0, 1);

  template <class Visit>
  void each_neighbour(Node node, Visit&& visit) const {
    const std::uint32_t y = node / grid_->width(), x = node - y * grid_->width();
    each_neighbour(x, y, grid_->legal(node), visit);
  }
  template <class Visit>
  void each_neighbour(std::uint32_t x, std::uint32_t y, unsigned directions, const Visit& visit) const {
    for (unsigned left = directions; left != 0; left &= left - 1) {
      const int d = std::countr_zero(left);
      const auto [dx, dy] = kDirections[static_cast<std::size_t>(d)];
      const std::uint32_t to_x = x + static_cast<std::uint32_t>(dx), to_y = y + static_cast<std::uint32_t>(dy);
      visit(to_y * grid_->width() + to_x, to_x, to_y, d);
    }
  }

  const Grid* grid_;
  GridStepCosts costs_;
  Heuristic<double> heuristic_;
  std::int32_t goal_x_ = 0, goal_y_ = 0;
};

class RegularGround {
 public:
  explicit RegularGround(const RegularGrid& grid) noexcept : grid_(&grid) {}

  // Whether there may be steps without one back.
  bool one_way() const noexcept {
    const RegularGridPlan& plan = grid_->plan();
    return !plan.exits.empty() || !plan.closed.empty() || !plan.portals.empty() || plan.rules != nullptr;
  }

  static constexpr bool steps_to_neighbours() noexcept { return false; }

  template <class Visit>
  void each_step(Node node, Visit&& visit) const {
    grid_->each_edge(node, [&](Node to, double cost) { visit_cell(to, cost, visit); });
  }
  template <class Visit>
  void each_step_out(const Box& box, Node node, Visit&& visit) const {
    each_step(node, [&](Node to, std::uint32_t x, std::uint32_t y, const auto& cost) {
      if (!contains(box, x, y)) visit(to, x, y, cost);
    });
  }
  // The data of a step depends on its kind, so nothing is prefetched.
  static constexpr void prefetch_steps(Node) noexcept {}
  template <class Visit>
  void each_step_to(Node node, Visit&& visit) const {
    grid_->each_edge_to(node, [&](Node from, double cost) { visit_cell(from, cost, visit); });
  }

  void aim_at(Node goal) { view_.emplace(*grid_, goal, own_heuristic(*grid_), 1.0); }
  StepRange<double> steps() const noexcept { return view_->steps(); }  // once it aims at a node
  double estimate(Node node) const noexcept { return view_->estimate(node); }

  // Whether two cells at a border belong to one entrance depends on the steps of both and of their targets.
  template <class Visit>
  void each_gate_near(Node edited, Visit&& visit) const {
    grid_->each_near(edited, [&](Node node) { grid_->each_near(node, visit); });
  }
  template <class Visit>
  void each_cost_near(Node edited, Visit&& visit) const {
    grid_->each_near(edited, visit);
  }

 private:
  template <class Visit>
  void visit_cell(Node node, double cost, Visit&& visit) const {
    const Offset cell = grid_->cell(node);
    visit(node, static_cast<std::uint32_t>(cell.dx), static_cast<std::uint32_t>(cell.dy), [&] { return cost; });
  }

  const RegularGrid* grid_;
  std::optional<RegularGridView> view_;
};

template <class Space>
using ClusterGround = std::conditional_t<std::is_same_v<Space, Grid>, SquareGround, RegularGround>;

}  // namespace pathstar
