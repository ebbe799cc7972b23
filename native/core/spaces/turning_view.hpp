// A lattice with headings as one query sees it. The estimate is that of the cells: a turn only makes a way dearer.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "spaces/lattice_view.hpp"
#include "spaces/turning.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class TurningView {
 public:
  using Cost = double;

  static constexpr bool kOnGrid = false;
  static constexpr bool kJumps = false;
  static constexpr int kMostRise = 1024;

  TurningView(const Turning& space, Node goal, HeuristicKind heuristic, double weight)
      : space_(&space),
        cells_(space.ground(), goal == kNoNode ? kNoNode : space.cell(goal), heuristic, weight),
        any_goal_(goal != kNoNode && space.heading(goal) == 0 ? goal : kNoNode) {}

  std::uint32_t slots() const noexcept { return space_->size(); }
  std::uint32_t slot(Node node) const noexcept { return node; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }

  double estimate(Node node) const noexcept { return cells_.estimate(space_->cell(node)); }

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    space_->each_edge(node, [&](Node next, double cost) {
      visit(any_goal_ != kNoNode && space_->cell(next) == any_goal_ ? any_goal_ : next, cost);
    });
  }

  StepRange<double> steps() const noexcept {
    const StepRange<double> range = cells_.steps();
    return {range.smallest, range.largest + space_->dearest_turn()};
  }
  double to_double(double cost) const noexcept { return cost; }

  double path_cost(std::span<const Node> nodes) const noexcept {
    double sum = 0.0;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const bool last = i + 1 == nodes.size();
      double cheapest = std::numeric_limits<double>::infinity();
      space_->each_edge(nodes[i - 1], [&](Node target, double cost) {
        if (last ? space_->arrived(target, nodes[i]) : target == nodes[i]) cheapest = std::min(cheapest, cost);
      });
      sum += cheapest;
    }
    return sum;
  }

 private:
  const Turning* space_;
  LatticeView cells_;
  Node any_goal_;  // the goal, if it may be entered every way
};

}  // namespace pathstar
