// The runs of walkable cells in the rows of a grid, and the rectangles that they make.
//
// A run reaches from wall to wall. Consecutive runs with equal ends form a rectangle: it has walls to the left and to
// the right, so any path that enters it over its upper or lower side also leaves it there. The part of it that is
// visible through any of its sides is convex.
//
// Made from the rows of the grid at the first use, in time proportional to its size: two scans for each run. After an
// edit, the rows of the edited cells are scanned again, and the runs that touch them are joined again.
//
// A rectangle is a dead end if all but one of its neighbours are: only a line from or to a place in it leads into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

using RunId = std::uint32_t;
inline constexpr RunId kNoRun = std::numeric_limits<RunId>::max();
inline constexpr RunId kAlive = kNoRun - 1;

// The numbers of neighbouring runs in one row, from left to right.
struct RunRange {
  RunId begin;
  RunId end;
};

// A run, with its ends in doubled coordinates.
struct FreeRun {
  std::int32_t left;
  std::int32_t right;
  std::int32_t row;
  RunRange above;  // the runs that touch it there
  RunRange below;
  RunId top;      // the first run of its rectangle
  RunId bottom;   // the last one
  RunId way_out;  // for these two: in a dead end, the run beyond the way out or kNoRun; else kAlive
};

class FreeRuns {
 public:
  // Takes over the edits since the last call. The caller holds the grid's lock until it has finished reading. Other
  // holders of the lock see the same grid, so nothing changes while they read. False if it was stopped.
  bool follow(const Grid& grid, const Stop& stop);

  // The largest number of a run plus one.
  std::size_t size() const noexcept { return runs_.size(); }
  const FreeRun& operator[](RunId run) const noexcept { return runs_[run]; }
  // The run around a walkable cell.
  RunId around(std::int32_t row, std::int32_t cell) const noexcept;
  // Whether a step from one run to the next one enters a dead end.
  bool enters_dead_end(RunId from, RunId to) const noexcept { return runs_[to].way_out == from; }

 private:
  bool make(const Grid& grid, Pause& pause);
  bool reserve(const Grid& grid, Pause& pause);
  bool repair(const Grid& grid, std::span<const std::int32_t> rows, Pause& pause);
  void scan(const Grid& grid, std::int32_t row);
  void link(std::int32_t upper);
  void join(RunId run) noexcept;
  void revive(RunId run);
  bool find_dead_ends(Pause& pause);
  RunId only_way(RunId top) const noexcept;
  void set_way_out(RunId top, RunId way) noexcept;
  template <class Visit>
  void each_near(std::span<const std::int32_t> rows, std::int32_t reach, Visit&& visit);
  bool goes_on_below(const FreeRun& run) const noexcept;
  bool goes_on_above(const FreeRun& run) const noexcept;

  std::mutex mutex_;   // held while runs change
  bool made_ = false;  // also false after work that was stopped
  std::uint64_t revision_ = 0;
  std::vector<RunRange> rows_;
  std::vector<FreeRun> runs_;     // row by row; rows that were scanned again leave gaps
  std::vector<FreeRun> scanned_;  // of one row
  std::vector<RunId> doubtful_;   // first runs of rectangles that may be dead ends
  std::size_t used_ = 0;          // the number of runs without gaps
};

}  // namespace pathstar
