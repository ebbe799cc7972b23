// A decorator of a grid: which way one faces, and what it costs to turn.
//
// A heading is a step of the grid, that by which one came. Nodes are numbered heading * cells + cell. Heading 0 is
// any: who starts with it may set off every way at no cost, a goal with it may be entered every way. Heading d + 1 is
// that of step d. A turn is made before a step, and paid for with it. Behind a portal one faces any way, and so also
// that which a goal asks for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "spaces/cells/regular_grid.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Turning {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  // turns: for each step, what it costs to go on by each step; not negative, kNever where that may not be done.
  Turning(std::shared_ptr<RegularGrid> ground, std::vector<double> turns)
      : ground_(std::move(ground)),
        turns_(std::move(turns)),
        cells_(ground_->size()),
        steps_(static_cast<std::uint32_t>(ground_->plan().steps.size())) {
    for (const double turn : turns_) {
      if (turn < kNever) max_turn_cost_ = std::max(max_turn_cost_, turn);
    }
  }

  const RegularGrid& ground() const noexcept { return *ground_; }
  std::uint32_t cells() const noexcept { return cells_; }
  std::uint32_t size() const noexcept { return cells_ * (steps_ + 1); }
  double max_turn_cost() const noexcept { return max_turn_cost_; }

  Node cell(Node node) const noexcept { return node % cells_; }
  std::uint32_t heading(Node node) const noexcept { return node / cells_; }
  bool walkable(Node node) const noexcept { return ground_->walkable(cell(node)); }
  std::uint64_t revision() const noexcept { return ground_->revision(); }
  SpaceMutex& mutex() const noexcept { return ground_->mutex(); }
  void catch_up() { ground_->catch_up(); }

  double min_cost() const noexcept { return ground_->min_cost(); }
  double max_cost() const noexcept { return ground_->max_cost(); }
  bool edited_since(std::uint64_t revision, std::vector<Node>& cells) const {
    return ground_->edited_since(revision, cells);
  }
  // Calls visit(node) for the nodes of a cell, and those whose steps it may be part of.
  template <class Visit>
  void each_near(Node cell, Visit&& visit) const {
    ground_->each_near(cell, [&](Node near) {
      for (Node node = near; node < size(); node += cells_) visit(node);
    });
  }

  // Whether one who stands at `node` has got to `goal`: on its cell, and facing as it asks, or any way.
  bool arrived(Node node, Node goal) const noexcept {
    return node == goal || (cell(node) == cell(goal) && (heading(goal) == 0 || heading(node) == 0));
  }

  // Calls visit(target, cost) for every step from a node.
  template <class Visit>
  void each_edge(Node node, Visit&& visit) const {
    const std::uint32_t facing = heading(node);
    const double* turns = turns_.data() + static_cast<std::size_t>(facing == 0 ? 0 : facing - 1) * steps_;
    ground_->each_way(cell(node), [&](Node next, double cost, int step) {
      if (step == RegularGrid::kPortal) return visit(next, cost);
      const double turn = facing == 0 ? 0.0 : turns[step];
      if (turn < kNever) visit((static_cast<Node>(step) + 1) * cells_ + next, cost + turn);
    });
  }

  // Calls visit(source, cost) for every step to a node.
  template <class Visit>
  void each_edge_to(Node node, Visit&& visit) const {
    const std::uint32_t facing = heading(node);
    const int step = facing == 0 ? RegularGrid::kPortal : static_cast<int>(facing) - 1;
    ground_->each_way_to(cell(node), step, [&](Node from, double cost) {
      visit(from, cost);
      for (std::uint32_t d = 0; d < steps_; ++d) {
        const double turn = facing == 0 ? 0.0 : turns_[static_cast<std::size_t>(d) * steps_ + facing - 1];
        if (turn < kNever) visit((d + 1) * cells_ + from, cost + turn);
      }
    });
  }

 private:
  std::shared_ptr<RegularGrid> ground_;
  std::vector<double> turns_;
  std::uint32_t cells_;
  std::uint32_t steps_;
  double max_turn_cost_ = 0.0;
};

}  // namespace pathstar
