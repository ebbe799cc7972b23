// How long it takes from some cells to a goal: a table that grows as far as it is needed.
//
// What: A* backwards, from the goal to the cell where a unit is, resumed when more is needed. Use it where only cells
// near the unit's path matter; where nearly all do, a whole table is quicker to make. Needs: moves of one unit of time.
// The ground's estimate is consistent. Guarantee: exact. Complexity: that of A*; if all cells are needed, that of a
// breadth-first search.
//
// Reference: Silver 2005, Cooperative pathfinding (reverse resumable A*). Differs from it: the open list is three
// stacks, as a move changes the estimate by one at most; and cells that are not closed have a bound.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "fleet/common/budget.hpp"
#include "fleet/common/distance_table.hpp"
#include "fleet/common/ground.hpp"
#include "fleet/common/sparse_array.hpp"

namespace pathstar::fleet {

class GrowingDistances {
 public:
  // The guard and the memory must last as long.
  GrowingDistances(const Ground& ground, Spot goal, Spot toward, const TableGuard& guard,
                   std::pmr::monotonic_buffer_resource& memory);
  // All distances of a table, which must last as long.
  explicit GrowingDistances(DistanceView whole) : whole_(whole) {}

  bool is_whole() const noexcept { return static_cast<bool>(whole_); }
  bool knows(Spot cell) const noexcept { return is_whole() || ((*marks_)[cell] & kClosed) != 0; }
  // A lower bound on the distance from a cell; the distance itself where it is known.
  Time at_least(Spot cell) const noexcept {
    if (is_whole()) return whole_[cell];
    const std::uint32_t mark = (*marks_)[cell];
    if ((mark & kClosed) != 0) return moves_of(mark);
    return has_ended_ ? kForever : lowest_ - ground_->estimate(cell, toward_);
  }
  // The distance from a cell; kForever where there is no path. Throws OutOfTime; the next call goes on from there.
  Time operator()(Spot cell) {
    if (!knows(cell)) grow_to(cell);
    return at_least(cell);
  }
  // At most: blocks of the table that are not reached take none.
  std::size_t bytes_per_cell() const noexcept { return is_whole() ? 0 : sizeof(std::uint32_t); }

 private:
  static constexpr std::uint32_t kClosed = 1;

  static Time moves_of(std::uint32_t mark) noexcept { return static_cast<Time>(mark >> 1) - 1; }
  static std::uint32_t mark_of(Time moves) noexcept { return static_cast<std::uint32_t>(moves + 1) << 1; }
  void grow_to(Spot cell);
  void close(Spot cell);

  DistanceView whole_;
  const Ground* ground_ = nullptr;
  const TableGuard* guard_ = nullptr;
  Spot toward_ = kNoSpot;
  std::optional<SparseArray<std::uint32_t>> marks_;  // for each cell its distance and whether that is final, or 0
  std::array<std::vector<Spot>, 3> open_;            // by estimated length: lowest_, and one or two moves more
  Time lowest_ = 0;
  bool has_ended_ = false;  // no cell is open
};

}  // namespace pathstar::fleet
