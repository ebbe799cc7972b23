// The moves of a unit over a space in time, and the cells of the ground that it occupies: all that the layer of time
// needs from a space.
//
// Cells is a view of the cells, with the direction of each step. A node has one cell as its place; a unit may occupy
// more.
#pragma once

#include <cstdint>
#include <type_traits>

#include "maps/cell.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

template <class Space, HasWays Cells>
class MovesInTime {
  static constexpr bool kTurns = std::is_same_v<Space, Turning>;

 public:
  MovesInTime(const Space& space, const Cells& cells) : space_(&space), cells_(cells) {}

  const Space& space() const noexcept { return *space_; }
  const Cells& cells() const noexcept { return cells_; }

  Cell cell(Node node) const noexcept {
    if constexpr (kTurns) {
      return space_->cell(node);
    } else {
      return cell_of_ground_node(node);
    }
  }

  double longest_turn() const noexcept {
    if constexpr (kTurns) {
      return space_->max_turn_cost();
    } else {
      return 0.0;
    }
  }

  // Whether a unit at a node has reached the goal.
  bool arrived(Node node, Node goal) const noexcept {
    if constexpr (kTurns) {
      return goal != kNoNode && space_->arrived(node, goal);
    } else {
      return node == goal;
    }
  }

  // Calls visit(next, turn, cost) for every step from a node: the unit turns on the spot for `turn`, then moves for
  // `cost`.
  template <class Visit>
  void each_move(Node node, Visit&& visit) const {
    if constexpr (kTurns) {
      const double* const turns = space_->turns_from(space_->heading(node));
      cells_.each_way(ground_node_of(cell(node)), [&](Node next, double cost, int step) {
        if (step == kNoDirection) return visit(next, 0.0, cost);
        if (turns[step] < Turning::kNever) visit(space_->node(cell_of_ground_node(next), step), turns[step], cost);
      });
    } else {
      cells_.each_way(node, [&](Node next, double cost, int) { visit(next, 0.0, cost); });
    }
  }

  // Calls visit(cell) for the cells that a unit occupies at a node, and for the others that it sweeps on a step.
  template <class Visit>
  void each_cell(Node node, Visit&& visit) const {
    space_->each_cell(node, visit);
  }
  template <class Visit>
  void each_swept(Node from, Node to, Visit&& visit) const {
    space_->each_swept(from, to, visit);
  }

  // Calls visit(from, to) for the step of each of the unit's cells.
  template <class Visit>
  void each_cell_step(Node from, Node to, Visit&& visit) const {
    const std::uint32_t by = cell(to).number - cell(from).number;
    each_cell(from, [&](Cell at) { visit(at, Cell(at.number + by)); });
  }

 private:
  const Space* space_;
  Cells cells_;
};

}  // namespace pathstar
