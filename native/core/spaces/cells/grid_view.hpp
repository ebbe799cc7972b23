// A grid as seen by one query: successors with costs, and the estimate to the goal.
//
// There are three kinds:
//   UniformGridView  every step costs `straight` or `diagonal`. Costs are whole numbers of a tiny unit, so that sums of
//                    different steps compare exactly, and equal lengths tie.
//   LengthGridView   the same in doubles, for layers over the grid with costs that are not such numbers.
//   CostGridView     every cell has its own cost. Costs are doubles.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "spaces/cells/columns.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// The common part of all kinds of grid view.
template <class CostType>
class GridView {
 public:
  using Cost = CostType;

  // A view may number its nodes differently from the space, and a search's records (slots) differently again. Here all
  // three agree.
  static constexpr Capabilities kCapabilities{.squares = true};

  std::uint32_t slots() const noexcept { return grid_->size(); }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }
  std::uint32_t width() const noexcept { return grid_->width(); }
  bool diagonals() const noexcept { return grid_->moves().directions == 8; }

  // The direction of the step between two cells; kNoDirection if there is none.
  int direction(Node from, Node to) const noexcept {
    unsigned along = 0;
    for (int d = 0; d < 8; ++d) along |= static_cast<unsigned>(from + static_cast<Node>(offset_[d]) == to) << d;
    along &= grid_->legal(from);
    return along == 0 ? kNoDirection : std::countr_zero(along);
  }

  // Prefetches the records that will be read when the search has moved on from `node` over `next`. It visits their rows
  // so irregularly that the processor does not see the pattern; prefetched two steps ahead, they arrive in time.
  template <class Record>
  PATHSTAR_INLINE void prefetch_beyond(Node node, Node next, const Record* records) const noexcept {
    const Node beyond = next + 2 * (next - node);
    prefetch(records, beyond - columns_.width());
    prefetch(records, beyond + columns_.width());
  }

  // Prefetches the data of the first expansion while the search is set up.
  template <class Record>
  PATHSTAR_INLINE void prefetch_around(Node start, const Record* records) const noexcept {
    for (const Node row : {start - columns_.width(), start, start + columns_.width()}) {
      prefetch(records, row - 1);
      prefetch(records, row + 1);
    }
  }

  PATHSTAR_INLINE Cost estimate(Node node) const noexcept {
    if (heuristic_.kind == HeuristicKind::zero) return 0;
    const std::uint32_t y = columns_.y(node);
    return heuristic_(static_cast<std::int32_t>(columns_.x(node, y)) - goal_x_, static_cast<std::int32_t>(y) - goal_y_);
  }

 protected:
  bool straight(Node from, Node to) const noexcept {
    return columns_.y(from) == columns_.y(to) || columns_.x(from) == columns_.x(to);
  }

  GridView(const Grid& grid, Node goal, const Heuristic<Cost>& heuristic) noexcept
      : grid_(&grid), heuristic_(heuristic), columns_(grid.width()) {
    goal_y_ = static_cast<std::int32_t>(columns_.y(goal));
    goal_x_ = static_cast<std::int32_t>(columns_.x(goal));
    for (int d = 0; d < 8; ++d) {
      offset_[d] = kDirections[d].dy * static_cast<std::int32_t>(grid.width()) + kDirections[d].dx;
    }
  }

  template <class Visit>
  void each_legal(Node node, Visit&& visit) const {
    unsigned legal = grid_->legal(node);
    if (legal == 0xFF) {  // open ground: eight fixed steps are faster than eight bits to look up
      PATHSTAR_UNROLL_8
      for (int d = 0; d < 8; ++d) visit(node + static_cast<Node>(offset_[d]), d);
      return;
    }
    for (; legal != 0; legal &= legal - 1) {
      const int d = std::countr_zero(legal);
      visit(node + static_cast<Node>(offset_[d]), d);
    }
  }

  const Grid* grid_;
  Heuristic<Cost> heuristic_;
  Columns columns_;
  std::int32_t goal_x_;
  std::int32_t goal_y_;
  std::int32_t offset_[8];
};

class UniformGridView : public GridView<std::int64_t> {
 public:
  UniformGridView(const Grid& grid, Node goal, HeuristicKind kind, double weight) noexcept
      : UniformGridView(grid, goal, kind, weight, unit_scale(grid, weight)) {}

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    each_legal(node, [&](Node next, int d) { visit(next, step_[d]); });
  }

  StepRange<Cost> steps() const noexcept {
    const Cost diagonal = grid_->moves().directions == 8 ? step_[4] : step_[0];
    return {std::min(step_[0], diagonal), std::max(step_[0], diagonal)};
  }
  double to_double(Cost cost) const noexcept { return static_cast<double>(cost) / scale_; }

  // From the numbers of straight and of diagonal steps, so that the unit's rounding does not affect the result.
  double path_cost(std::span<const Node>, std::uint64_t straight, std::uint64_t diagonal) const noexcept {
    return grid_->moves().length(straight, diagonal);
  }

  // Units per 1.0: as many as still fit g + h of a path over every cell into 62 bits.
  static double unit_scale(const Grid& grid, double weight) noexcept;

 private:
  UniformGridView(const Grid& grid, Node goal, HeuristicKind kind, double weight, double scale) noexcept;

  Cost step_[8];
  double scale_;
};
static_assert(Searchable<UniformGridView> && CountsSteps<UniformGridView>);
static_assert(LooksBeyond<UniformGridView, int> && LooksAround<UniformGridView, int>);

// Every step costs its length, as a double; for layers with separate costs.
class LengthGridView : public GridView<double> {
 public:
  LengthGridView(const Grid& grid, Node goal, HeuristicKind kind, double weight) noexcept;

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    each_legal(node, [&](Node next, int d) { visit(next, length_[d]); });
  }

  template <class Visit>
  void each_way(Node node, Visit&& visit) const {
    each_legal(node, [&](Node next, int d) { visit(next, length_[d], d); });
  }

  // Moves are the same in both directions.
  template <class Visit>
  void each_way_to(Node node, int direction, Visit&& visit) const {
    if (leads_to(node, direction)) visit(node - static_cast<Node>(offset_[direction]), length_[direction]);
  }

  StepRange<Cost> steps() const noexcept {
    const double diagonal = grid_->moves().directions == 8 ? length_[4] : length_[0];
    return {grid_->min_cost() * std::min(length_[0], diagonal), grid_->max_cost() * std::max(length_[0], diagonal)};
  }
  double to_double(Cost cost) const noexcept { return cost; }
  double path_cost(std::span<const Node>, std::uint64_t straight, std::uint64_t diagonal) const noexcept {
    return grid_->moves().length(straight, diagonal);
  }

 protected:
  bool leads_to(Node node, int direction) const noexcept {
    return direction != kNoDirection && (grid_->legal(node) >> opposite(direction) & 1) != 0;
  }

  double length_[8];
};
static_assert(Searchable<LengthGridView> && CountsSteps<LengthGridView> && HasWays<LengthGridView>);

class CostGridView : public LengthGridView {
 public:
  // `back`: the grid with every step reversed. The moves are the same in both directions; under `enter` a step back
  // costs the cost of the cell that it leaves.
  CostGridView(const Grid& grid, Node goal, HeuristicKind kind, double weight, bool back = false) noexcept;

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    const double here = share_here_ * cost_[node];
    each_legal(node, [&](Node next, int d) { visit(next, step_cost(here, next, d)); });
  }

  template <class Visit>
  void each_way(Node node, Visit&& visit) const {
    const double here = share_here_ * cost_[node];
    each_legal(node, [&](Node next, int d) { visit(next, step_cost(here, next, d), d); });
  }

  template <class Visit>
  void each_way_to(Node node, int direction, Visit&& visit) const {
    if (!leads_to(node, direction)) return;
    const Node source = node - static_cast<Node>(offset_[direction]);
    visit(source, step_cost(share_here_ * cost_[source], node, direction));
  }

  // The same for the costs of cells, which lie apart from the records.
  template <class Record>
  PATHSTAR_INLINE void prefetch_beyond(Node node, Node next, const Record* records) const noexcept {
    GridView::prefetch_beyond(node, next, records);
    GridView::prefetch_beyond(node, next, cost_.data());
  }

  template <class Record>
  PATHSTAR_INLINE void prefetch_around(Node start, const Record* records) const noexcept {
    GridView::prefetch_around(start, records);
    GridView::prefetch_around(start, cost_.data());
  }

  double path_cost(std::span<const Node> nodes, std::uint64_t straight, std::uint64_t diagonal) const noexcept;

 private:
  // Shares are 0, 1/2 or 1, so that the sum is exact for each rule.
  PATHSTAR_INLINE double step_cost(double here, Node next, int direction) const noexcept {
    return length_[direction] * (here + share_there_ * cost_[next]);
  }

  CellCosts cost_;
  double share_here_;  // the share of a cell in the cost of a step from it
  double share_there_;
};
static_assert(Searchable<CostGridView> && CountsSteps<CostGridView> && HasWays<CostGridView>);
static_assert(LooksBeyond<CostGridView, int> && LooksAround<CostGridView, int>);

}  // namespace pathstar
