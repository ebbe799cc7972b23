// Jump point search with successors from a jump table: one query's view of a uniform grid.
//
// When to use: many exact queries on one map, with a table that is built in a fraction of a second.
// Needs: the needs of JumpView, and the table of the grid.
// Guarantee: that of JumpView; it searches the same jump points.
// Complexity: a node takes one memory access, and one more for each successor. Only the start scans the bitmaps, and
//   nodes from which one turn may lead to the goal.
// Reference: Harabor and Grastien 2014.
// Differs from the paper: see jump_table.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "indexes/common/damaged_index.hpp"
#include "indexes/jump_table/jump_table.hpp"
#include "paths/result.hpp"
#include "spaces/jumps/jump_view.hpp"

namespace pathstar {

class JumpTableView : private JumpView {
 public:
  using Cost = JumpView::Cost;
  using JumpView::diagonals;
  using JumpView::kCapabilities;
  using JumpView::path_cost;
  using JumpView::steps;
  using JumpView::to_double;
  using JumpView::width;

  JumpTableView(const Grid& grid, const JumpTables& tables, Node start, Node goal) noexcept
      : JumpView(grid, grid.jump_bitmaps(), goal, HeuristicKind::octile, 1.0),
        cells_(tables.cells.data()),
        arcs_(tables.arcs.data()),
        rows_(tables.rows.data()),
        cells_end_(static_cast<Node>(tables.cells.size())),
        cells_of_grid_(grid.size()),
        start_(JumpView::from_space(start)),
        goal_(JumpView::from_space(goal)),
        goal_node_(node(goal_)) {}

  // A node is the number of its row in the table, or one of two more numbers for the start and the goal.
  std::uint32_t slots() const noexcept { return cells_end_ + 2; }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return this->node(JumpView::from_space(node)); }
  Node to_space(Node node) const noexcept { return node == kNoNode ? node : JumpView::to_space(place(node)); }
  Cost estimate(Node node) const noexcept {
    if (node >= cells_end_) return JumpView::estimate(place(node));
    return JumpView::estimate_at(cells_[node].x, cells_[node].y);
  }

  // A cheapest path visits no cell twice; one from a damaged table may.
  void write_answer(std::vector<Node> chain, PathResult& result) const {
    result.rule = {width(), diagonals()};
    result.corners = std::move(chain);
    const StepCounts steps = count_steps(result.corners, result.rule);
    result.length = steps.straight + steps.diagonal + 1;
    if (result.length > cells_of_grid_) throw DamagedIndex();
    result.cost = path_cost({}, steps.straight, steps.diagonal);
  }

  // The arcs of a newly found node.
  template <class Record>
  PATHSTAR_INLINE void prefetch_beyond(Node, Node next, const Record*) const noexcept {
    if (next < cells_end_) prefetch(arcs_, cells_[next].first);
  }

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    if (parent == kNoNode) {
      const auto take = [&](Node next, Cost step) { visit(this->node(next), step); };
      return visit_in_batches<Cost>([&](NodeVisit<Cost>& steps) { JumpView::successors(start_, kNoNode, steps); },
                                    take);
    }
    const JumpCell& cell = cells_[node];
    const Node before = place(parent);
    const int arrived = arrival(cell.x - static_cast<int>(x_of(before)), cell.y - static_cast<int>(y_of(before)));
    const JumpCell::Arcs arcs = cell.after[arrived];
    const JumpArc* first = arcs_ + cell.first;
    follow(first + arcs.begin, first + std::min(arcs.end, cell.count), visit);
    if (arcs.end > cell.count) follow(first, first + (arcs.end - cell.count), visit);
    to_goal(cell, cell.ways[arrived], visit);
  }

 private:
  static Node node(TableRow row) noexcept { return row.number; }
  // The node of a cell in the bitmaps: a jump point, the start or the goal.
  Node node(Node place) const noexcept {
    const std::uint32_t rank = JumpView::slot(place).number, beyond = rank - jump_points();
    if (rank >= jump_points()) return cells_end_ + beyond;
    return node(rows_ == nullptr ? TableRow{rank} : rows_[rank]);
  }

  Node place(Node node) const noexcept {
    if (node < cells_end_) return at(std::uint32_t{cells_[node].x}, std::uint32_t{cells_[node].y});
    return node == goal_node_ ? goal_ : start_;
  }

  template <class Visit>
  PATHSTAR_INLINE void follow(const JumpArc* arc, const JumpArc* end, Visit&& visit) const {
    for (; arc != end; ++arc) visit(node(arc->to), straight_ * arc->straight + slope_ * arc->slope);
  }

  // Visits the goal if a run leads to it before a stop; only the run towards the goal's side can.
  template <class Visit>
  void to_goal(const JumpCell& cell, unsigned ways, Visit&& visit) const {
    const int x = cell.x, y = cell.y, down = (goal_y_ > y) - (goal_y_ < y);
    const int across = !diagonals() && down != 0 ? 0 : (goal_x_ > x) - (goal_x_ < x);
    if (across == 0 && down == 0) return;
    const int way = compass(across, down);
    if ((ways >> way & 1) == 0) return;
    const int reach = cell.reach[way / 2];
    const auto found = [&](Node, Cost step) { visit(goal_node_, step); };
    switch (way) {
      case compass(0, -1):
        return diagonals() ? straight_to_goal<0, -1>(x, y, found) : slanted_to_goal<0, -1>(x, y, reach, found);
      case compass(1, -1):
        return slanted_to_goal<1, -1>(x, y, reach, found);
      case compass(1, 0):
        return straight_to_goal<1, 0>(x, y, found);
      case compass(1, 1):
        return slanted_to_goal<1, 1>(x, y, reach, found);
      case compass(0, 1):
        return diagonals() ? straight_to_goal<0, 1>(x, y, found) : slanted_to_goal<0, 1>(x, y, reach, found);
      case compass(-1, 1):
        return slanted_to_goal<-1, 1>(x, y, reach, found);
      case compass(-1, 0):
        return straight_to_goal<-1, 0>(x, y, found);
      default:
        return slanted_to_goal<-1, -1>(x, y, reach, found);
    }
  }

  const JumpCell* cells_;
  const JumpArc* arcs_;
  const TableRow* rows_;
  Node cells_end_;
  std::uint32_t cells_of_grid_;
  Node start_;  // as in JumpView
  Node goal_;
  Node goal_node_;
};
static_assert(Searchable<JumpTableView> && CountsSteps<JumpTableView> && LooksBeyond<JumpTableView, int>);

}  // namespace pathstar
