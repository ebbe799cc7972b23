// How long it takes from some cells to a goal: a table that grows as far as it is asked.
//
// What: A* against the moves, from the goal to the cell where a unit is; it goes on when more is asked for. Use it
// where few cells near the unit's way matter; where nearly all do, a whole table is quicker to make. Needs: moves
// of one unit of time. The estimate of the ground must be consistent, as it is by how it is chosen. Guarantee: exact.
// Complexity: that of A*; asked for each cell, that of a breadth-first search.
//
// Reference: Silver 2005, Cooperative pathfinding (reverse resumable A*). Differs from it: as a move changes the
// estimate by one at most, three stacks are the open list; and a cell that is not closed has a bound.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "fleet/common/budget.hpp"
#include "fleet/common/distance_table.hpp"
#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

class GrowingDistances {
 public:
  // The guard must last as long.
  GrowingDistances(const Ground& ground, Spot goal, Spot toward, const TableGuard& guard);
  // All distances of a table, which must last as long.
  explicit GrowingDistances(DistanceView whole) : whole_(whole) {}

  bool is_whole() const noexcept { return static_cast<bool>(whole_); }
  bool knows(Spot cell) const noexcept { return is_whole() || (marks_[cell] & kClosed) != 0; }
  // No way from the cell is shorter; the distance itself where that is known.
  Time at_least(Spot cell) const noexcept {
    if (is_whole()) return whole_[cell];
    const std::uint32_t mark = marks_[cell];
    if ((mark & kClosed) != 0) return moves_of(mark);
    return has_ended_ ? kForever : lowest_ - ground_->estimate(cell, toward_);
  }
  // The distance from a cell; kForever where there is no way. Throws OutOfTime, and goes on from there the next time.
  Time operator()(Spot cell) {
    if (!knows(cell)) grow_to(cell);
    return at_least(cell);
  }
  std::size_t bytes_per_cell() const noexcept { return is_whole() ? 0 : sizeof(std::uint32_t); }

 private:
  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };
  static constexpr std::uint32_t kClosed = 1;

  static Time moves_of(std::uint32_t mark) noexcept { return static_cast<Time>(mark >> 1) - 1; }
  static std::uint32_t mark_of(Time moves) noexcept { return static_cast<std::uint32_t>(moves + 1) << 1; }
  void grow_to(Spot cell);
  void close(Spot cell);

  DistanceView whole_;
  const Ground* ground_ = nullptr;
  const TableGuard* guard_ = nullptr;
  Spot toward_ = kNoSpot;
  // For each cell the moves and whether they are final, or 0. Memory of zeros that is not touched takes no time.
  std::unique_ptr<std::uint32_t[], Free> marks_;
  std::array<std::vector<Spot>, 3> open_;  // by the estimated length of the way: lowest_, and one or two moves more
  Time lowest_ = 0;
  bool has_ended_ = false;  // no cell is open
};

}  // namespace pathstar::fleet
