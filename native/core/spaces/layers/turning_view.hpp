// A grid with headings as one query sees it. The estimate is that of the cells: a turn only makes a way dearer.
//
// A goal is one node, that of the query, whichever way it is entered.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "spaces/cells/regular_grid_view.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// What searches from the start and from the goal have in common. Cells is the grid's view for the same direction.
template <class Cells>
class TurningViewOf {
 public:
  using Cost = double;

  static constexpr bool kOnGrid = false;
  static constexpr bool kJumps = false;
  static constexpr int kMostKeyIncrease = 1024;

  std::uint32_t slots() const noexcept { return space_->size(); }
  std::uint32_t slot(Node node) const noexcept { return node; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }

  double estimate(Node node) const noexcept { return cells_.estimate(space_->cell(node)); }

  StepRange<double> steps() const noexcept {
    const StepRange<double> range = cells_.steps();
    return {range.smallest, range.largest + space_->max_turn_cost()};
  }
  double to_double(double cost) const noexcept { return cost; }

  double path_cost(std::span<const Node> nodes) const noexcept {
    double sum = 0.0;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const bool last = i + 1 == nodes.size();
      double min_cost = std::numeric_limits<double>::infinity();
      space_->each_edge(nodes[i - 1], [&](Node target, double cost) {
        if (last ? space_->arrived(target, nodes[i]) : target == nodes[i]) min_cost = std::min(min_cost, cost);
      });
      sum += min_cost;
    }
    return sum;
  }

 protected:
  // towards: where the estimate leads, or none. goal: the goal of the query, or none.
  TurningViewOf(const Turning& space, Node towards, Node goal, HeuristicKind heuristic, double weight)
      : space_(&space),
        cells_(space.ground(), towards == kNoNode ? kNoNode : space.cell(towards), heuristic, weight),
        goal_(goal) {}

  const Turning* space_;
  Cells cells_;
  Node goal_;
};

class TurningView : public TurningViewOf<RegularGridView> {
 public:
  TurningView(const Turning& space, Node goal, HeuristicKind heuristic, double weight)
      : TurningViewOf(space, goal, goal, heuristic, weight) {}

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    space_->each_edge(node, [&](Node next, double cost) {
      visit(goal_ != kNoNode && space_->arrived(next, goal_) ? goal_ : next, cost);
    });
  }
};

// The same with every step turned round, for searches from the goal.
class BackwardTurningView : public TurningViewOf<BackwardRegularGridView> {
 public:
  BackwardTurningView(const Turning& space, Node start, Node goal, HeuristicKind heuristic, double weight)
      : TurningViewOf(space, start, goal, heuristic, weight) {}

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    if (node != goal_) return space_->each_edge_to(node, visit);
    for (Node other = space_->cell(node); other < space_->size(); other += space_->cells()) {
      if (space_->arrived(other, node)) space_->each_edge_to(other, visit);
    }
  }
};

}  // namespace pathstar
