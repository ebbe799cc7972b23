// A layer over squares or hexagons: the heading of a unit, and the costs of turns.
//
// A heading is a step of the ground, the last one that the unit made. Nodes are numbered heading * cells + cell.
// Heading 0 means any: from a start with it the unit may set off in every direction at no cost, and a goal with it may
// be entered from every direction. Heading d + 1 is that of step d. A turn is made before a step, and paid for with it.
// Behind a portal a unit may face any way, including the one that a goal requires.
//
// The layer holds only the costs of turns. Its cells, their edits and their lock are those of the ground.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "maps/cell.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Turning {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  // turns: for each step of the ground, the costs of the turns to each step; not negative, kNever if the turn is
  // forbidden.
  Turning(std::shared_ptr<Grid> ground, std::vector<double> turns)
      : Turning(Ground(ground), *ground, static_cast<std::uint32_t>(ground->moves().directions), std::move(turns)) {}
  Turning(std::shared_ptr<RegularGrid> ground, std::vector<double> turns)
      : Turning(Ground(ground), *ground, static_cast<std::uint32_t>(ground->plan().steps.size()), std::move(turns)) {}

  // Calls body(ground) with the ground as what it is.
  template <class Body>
  decltype(auto) over(Body&& body) const {
    return std::visit([&](const auto& ground) -> decltype(auto) { return body(*ground); }, ground_);
  }

  std::uint32_t cells() const noexcept { return cells_; }
  std::uint32_t size() const noexcept { return cells_ * (steps_ + 1); }
  double max_turn_cost() const noexcept { return max_turn_cost_; }

  Cell cell(Node node) const noexcept { return Cell(node % cells_); }
  std::uint32_t heading(Node node) const noexcept { return node / cells_; }
  Node node(Cell cell, int step) const noexcept { return (static_cast<Node>(step) + 1) * cells_ + cell.number; }
  // Calls visit(node) for the nodes of a cell, by heading.
  template <class Visit>
  void each_heading(Cell cell, Visit&& visit) const {
    for (Node node = cell.number; node < size(); node += cells_) visit(node);
  }
  bool walkable(Node node) const noexcept {
    return over([&](const auto& ground) { return ground.walkable(ground_node_of(cell(node))); });
  }

  std::uint64_t revision() const noexcept { return followed_->revision(); }
  SpaceMutex& mutex() const noexcept { return followed_->mutex(); }
  bool behind() const noexcept { return followed_->behind(); }
  void catch_up() { followed_->catch_up(); }
  bool edited_since(std::uint64_t revision, std::vector<Node>& cells) const {
    return followed_->edited_since(revision, cells);
  }
  double min_cost() const noexcept {
    return over([](const auto& ground) { return ground.min_cost(); });
  }
  double max_cost() const noexcept {
    return over([](const auto& ground) { return ground.max_cost(); });
  }
  PlannedWith planned_with() const noexcept {
    return over([](const auto& ground) { return ground.planned_with(); });
  }
  // Calls visit(node) for the nodes of a cell, and those whose steps it may be part of.
  template <class Visit>
  void each_near(Node cell, Visit&& visit) const {
    over([&](const auto& ground) {
      ground.each_near(cell, [&](Node near) { each_heading(cell_of_ground_node(near), visit); });
    });
  }

  // Calls visit(cell) for the cells of the ground that a unit occupies at a node, and for the others that it sweeps on
  // a step. It does not move while it turns.
  template <class Visit>
  void each_cell(Node node, Visit&& visit) const {
    over([&](const auto& ground) { ground.each_cell(ground_node_of(cell(node)), visit); });
  }
  template <class Visit>
  void each_swept(Node from, Node to, Visit&& visit) const {
    over([&](const auto& ground) { ground.each_swept(ground_node_of(cell(from)), ground_node_of(cell(to)), visit); });
  }

  // Whether a unit at `node` has reached `goal`: it is on the goal's cell, and has the required heading, or any.
  bool arrived(Node node, Node goal) const noexcept {
    return node == goal || (cell(node) == cell(goal) && (heading(goal) == 0 || heading(node) == 0));
  }

  // The costs of turning from a heading to each step.
  const double* turns_from(std::uint32_t heading) const noexcept {
    return turns_.data() + static_cast<std::size_t>(heading) * steps_;
  }
  // Calls visit(node, turn) for each heading on a cell from which a step may be made, with the cost of the turn.
  template <class Visit>
  void each_turn_to(Cell cell, int step, Visit&& visit) const {
    for (std::uint32_t heading = 0; heading <= steps_; ++heading) {
      const double turn = step < 0 ? 0.0 : turns_from(heading)[step];
      if (turn < kNever) visit(heading * cells_ + cell.number, turn);
    }
  }

 private:
  using Ground = std::variant<std::shared_ptr<Grid>, std::shared_ptr<RegularGrid>>;

  Turning(Ground ground, CellSpace& followed, std::uint32_t steps, std::vector<double> turns)
      : ground_(std::move(ground)),
        followed_(&followed),
        turns_(steps, 0.0),
        cells_(over([](const auto& of) { return of.size(); })),
        steps_(steps) {
    turns_.insert(turns_.end(), turns.begin(), turns.end());
    for (const double turn : turns_) {
      if (turn < kNever) max_turn_cost_ = std::max(max_turn_cost_, turn);
    }
  }

  Ground ground_;
  CellSpace* followed_;        // the same
  std::vector<double> turns_;  // a row for each heading; that of heading 0 is free
  std::uint32_t cells_;
  std::uint32_t steps_;
  double max_turn_cost_ = 0.0;
};

}  // namespace pathstar
