// Cells with headings as seen by one query. The estimate is that of the cells, because a turn only makes a path more
// expensive.
//
// A goal is one node, that of the query, from whatever direction it is entered. Cells is a view of the ground: of the
// forward steps for both directions, with its estimate in the direction of the search.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "spaces/layers/turning.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "spaces/views.hpp"

namespace pathstar {

// The common part of searches from the start and from the goal.
template <HasWays Cells>
class TurningViewOf {
 public:
  using Cost = double;

  static constexpr Capabilities kCapabilities{};

  std::uint32_t slots() const noexcept { return space_->size(); }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }

  double estimate(Node node) const noexcept { return cells_.estimate(ground_node_of(space_->cell(node))); }

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
      each_step(nodes[i - 1], [&](Node target, double cost) {
        if (last ? space_->arrived(target, nodes[i]) : target == nodes[i]) min_cost = std::min(min_cost, cost);
      });
      sum += min_cost;
    }
    return sum;
  }

 protected:
  // `goal`: that of the query, or none.
  TurningViewOf(const Turning& space, const Cells& cells, Node goal) : space_(&space), cells_(cells), goal_(goal) {}

  template <class Visit>
  void each_step(Node node, Visit&& visit) const {
    const std::uint32_t facing = space_->heading(node);
    const double* const turns = space_->turns_from(facing);
    cells_.each_way(ground_node_of(space_->cell(node)), [&](Node next, double cost, int step) {
      if (step == kNoDirection) return visit(next, cost);
      if (turns[step] < Turning::kNever) visit(space_->node(cell_of_ground_node(next), step), cost + turns[step]);
    });
  }
  template <class Visit>
  void each_step_to(Node node, Visit&& visit) const {
    const int step = static_cast<int>(space_->heading(node)) - 1;
    cells_.each_way_to(ground_node_of(space_->cell(node)), step, [&](Node from, double cost) {
      space_->each_turn_to(cell_of_ground_node(from), step,
                           [&](Node source, double turn) { visit(source, cost + turn); });
    });
  }

  const Turning* space_;
  Cells cells_;
  Node goal_;
};

template <HasWays Cells>
class TurningView : public TurningViewOf<Cells> {
 public:
  TurningView(const Turning& space, const Cells& cells, Node goal) : TurningViewOf<Cells>(space, cells, goal) {}

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    const Node goal = this->goal_;
    this->each_step(node, [&](Node next, double cost) {
      visit(goal != kNoNode && this->space_->arrived(next, goal) ? goal : next, cost);
    });
  }
};
static_assert(Searchable<TurningView<LengthGridView>> && CostsPath<TurningView<CostGridView>>);
static_assert(Searchable<TurningView<RegularGridView>>);

// The same with every step reversed, for searches from the goal.
template <HasWays Cells>
class BackwardTurningView : public TurningViewOf<Cells> {
 public:
  BackwardTurningView(const Turning& space, const Cells& cells, Node goal) : TurningViewOf<Cells>(space, cells, goal) {}

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    const Turning& space = *this->space_;
    if (node != this->goal_) {
      // no step leads to a node that stands for the goal
      if (this->goal_ == kNoNode || !space.arrived(node, this->goal_)) this->each_step_to(node, visit);
      return;
    }
    space.each_heading(space.cell(node), [&](Node other) {
      if (space.arrived(other, node)) this->each_step_to(other, visit);
    });
  }
};
static_assert(Searchable<BackwardTurningView<LengthGridView>> &&
              Searchable<BackwardTurningView<BackwardRegularGridView>>);

// Calls body(view) with the view for the ground, for a search to `goal`, or none.
template <class Body>
decltype(auto) view_of(const Turning& space, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  const Node cell = goal == kNoNode ? kNoNode : ground_node_of(space.cell(goal));
  return space.over([&](const auto& ground) -> decltype(auto) {
    return ways_view_of(ground, cell, heuristic, weight,
                        [&](const auto& cells) -> decltype(auto) { return body(TurningView(space, cells, goal)); });
  });
}

// The same with every step reversed, for a search to `start`, or none; `goal` is that of the query, or none.
template <class Body>
decltype(auto) back_view_of(const Turning& space, Node start, Node goal, HeuristicKind heuristic, double weight,
                            Body&& body) {
  const Node cell = start == kNoNode ? kNoNode : ground_node_of(space.cell(start));
  return space.over([&](const auto& ground) -> decltype(auto) {
    return ways_back_view_of(ground, cell, heuristic, weight, [&](const auto& cells) -> decltype(auto) {
      return body(BackwardTurningView(space, cells, goal));
    });
  });
}

}  // namespace pathstar
