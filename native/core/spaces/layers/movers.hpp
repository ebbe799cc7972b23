// How a unit moves over a space in time, and which cells of the ground it is on: all that time asks of a space.
//
// A mover has
//   View                           a view of the cells, for estimates and bounds of steps
//   kOneCell                       whether a unit is always on one cell alone
//   space()                        the space, with size(), revision(), mutex() and walkable(node)
//   cells()                        the space of the cells, of which each node has one: that which bears its place
//   cell(node)
//   view(goal, heuristic, weight)  with an estimate to the goal, or kNoNode
//   consistency_factor(heuristic)  the largest fall of an estimate per unit of a step's cost
//   longest_turn()
//   arrived(node, goal)            whether who is at a node has got to the goal
//   each_move(node, visit)         visit(next, turn, cost): it turns on the spot for `turn`, then moves for `cost`
//   each_cell(node, visit)         the cells that it is on at a node
//   each_step(from, to, visit)     visit(cell, cell) for the step that each of these cells makes
//   each_swept(from, to, visit)    the cells that a move sweeps besides those that it is on at both ends
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/cells/regular_grid_view.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// What movers of units that are on one cell have in common.
class OneCellMover {
 public:
  static constexpr bool kOneCell = true;

  template <class Visit>
  void each_swept(Node, Node, Visit&&) const {}
};

// What movers have in common where nodes are cells.
class CellMover : public OneCellMover {
 public:
  Node cell(Node node) const noexcept { return node; }
  double longest_turn() const noexcept { return 0.0; }
  bool arrived(Node node, Node goal) const noexcept { return node == goal; }

  template <class Visit>
  void each_cell(Node node, Visit&& visit) const {
    visit(node);
  }
  template <class Visit>
  void each_step(Node from, Node to, Visit&& visit) const {
    visit(from, to);
  }
};

class GridMover : public CellMover {
 public:
  using Space = Grid;
  using View = CostGridView;

  explicit GridMover(std::shared_ptr<Grid> grid) : grid_(std::move(grid)) {
    for (int d = 0; d < 8; ++d) {
      offset_[d] = kDirections[d].dy * static_cast<std::int32_t>(grid_->width()) + kDirections[d].dx;
    }
  }

  Grid& space() const noexcept { return *grid_; }
  const std::shared_ptr<Grid>& cells() const noexcept { return grid_; }
  View view(Node goal, HeuristicKind heuristic, double weight) const {
    return View(*grid_, goal == kNoNode ? 0 : goal, heuristic, weight);
  }
  double consistency_factor(HeuristicKind heuristic) const {
    return pathstar::consistency_factor(heuristic, grid_->moves());
  }

  template <class Visit>
  void each_move(Node node, Visit&& visit) const {
    const Moves& moves = grid_->moves();
    for (unsigned legal = grid_->legal(node); legal != 0; legal &= legal - 1) {
      const int d = std::countr_zero(legal);
      const Node next = node + static_cast<Node>(offset_[d]);
      const double length = d < kStraightDirections ? moves.straight : moves.diagonal;
      visit(next, 0.0, length * factor(node, next));
    }
  }

 private:
  double factor(Node from, Node to) const noexcept {
    if (!grid_->has_cost()) return 1.0;
    const double* const costs = grid_->cost_data();
    return grid_->cost_rule() == CostRule::enter ? costs[to] : 0.5 * (costs[from] + costs[to]);
  }

  std::shared_ptr<Grid> grid_;
  std::int32_t offset_[8];
};

class LatticeMover : public CellMover {
 public:
  using Space = RegularGrid;
  using View = RegularGridView;

  explicit LatticeMover(std::shared_ptr<RegularGrid> regular_grid) : regular_grid_(std::move(regular_grid)) {}

  RegularGrid& space() const noexcept { return *regular_grid_; }
  const std::shared_ptr<RegularGrid>& cells() const noexcept { return regular_grid_; }
  View view(Node goal, HeuristicKind heuristic, double weight) const {
    return {*regular_grid_, goal, heuristic, weight};
  }
  double consistency_factor(HeuristicKind heuristic) const {
    return regular_grid_->norms().consistency_factor(heuristic);
  }

  template <class Visit>
  void each_move(Node node, Visit&& visit) const {
    regular_grid_->each_edge(node, [&](Node next, double cost) { visit(next, 0.0, cost); });
  }

 private:
  std::shared_ptr<RegularGrid> regular_grid_;
};

class TurningMover : public OneCellMover {
 public:
  using Space = Turning;
  using View = RegularGridView;

  explicit TurningMover(std::shared_ptr<Turning> space) : space_(std::move(space)) {}

  Turning& space() const noexcept { return *space_; }
  const std::shared_ptr<RegularGrid>& cells() const noexcept { return space_->shared_ground(); }
  Node cell(Node node) const noexcept { return space_->cell(node); }
  View view(Node goal, HeuristicKind heuristic, double weight) const {
    return {space_->ground(), goal == kNoNode ? kNoNode : cell(goal), heuristic, weight};
  }
  double consistency_factor(HeuristicKind heuristic) const {
    return space_->ground().norms().consistency_factor(heuristic);
  }
  double longest_turn() const noexcept { return space_->max_turn_cost(); }
  bool arrived(Node node, Node goal) const noexcept { return space_->arrived(node, goal); }

  template <class Visit>
  void each_move(Node node, Visit&& visit) const {
    space_->each_turn_and_step(node, visit);
  }
  template <class Visit>
  void each_cell(Node node, Visit&& visit) const {
    visit(cell(node));
  }
  template <class Visit>
  void each_step(Node from, Node to, Visit&& visit) const {
    visit(cell(from), cell(to));
  }

 private:
  std::shared_ptr<Turning> space_;
};

}  // namespace pathstar
