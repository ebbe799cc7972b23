// Anya: the shortest line in the plane around blocked squares.
//
// When to use: exact lines in any direction on ground without costs.
// Needs: a grid of squares without costs, corner rule no_squeeze: a line may touch walls, but may not pass between two
//   that meet at a corner.
// Guarantee: optimal. Rays are compared in whole numbers, so no line slips through a corner; only lengths are rounded.
// Complexity: in proportion to the visited intervals and the runs of cells beside them.
// Reference: Harabor, Grastien, Oz and Aksakalli 2016, Optimal any-angle pathfinding in practice; Cui, Harabor and
//   Grastien 2017, Compromise-free pathfinding on a navigation mesh.
// Differs from the papers: a search node is an interval on the line between two rows with the last corner turned
//   around, its root. It leads into a rectangle of free cells between walls, as high as these are straight, and not
//   into one row; see free_runs.hpp. An end of an interval is a ray from the root through a point with whole
//   coordinates. Coordinates are doubled: the centre of the cell (x, y) is (2x + 1, 2y + 1), corners of cells are even.
//   As in the papers, the only successor of an interval is expanded at once, without the open list, even if its
//   estimate is not the least, and nothing leads into a dead end without the goal.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "engine/any_angle/free_runs.hpp"
#include "engine/any_angle/lattice.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "spaces/cells/grid.hpp"
#include "traces/intervals.hpp"

namespace pathstar {

// The start, or a corner at which lines turn.
struct AnyaRoot {
  Lattice at;
  std::uint32_t before;  // the previous root
  double g;              // length of the line to it
};

// A search node: the part of a line between two rows that the root sees, as a way into the space beyond it.
struct AnyaInterval {
  Lattice left;   // rays from the root through these points meet the line at its ends;
  Lattice right;  // if the root lies on the line, these are the ends themselves
  std::uint32_t root;
  RunId run;          // behind the line
  std::int32_t line;  // the number of the line
  std::int8_t down;   // 1 if the run lies below the line, -1 if above; 0 for the goal
  bool whole_left;    // it ends at the end of the open part of the line, not at a ray before it
  bool whole_right;
};

// The memory of a search, kept between searches and never cleared: the entries of earlier ones do not count.
struct AnyaMemory {
  struct Corner {
    double g;
    std::uint32_t mark;  // the number of the search that wrote it
  };
  struct Open {
    double f;
    std::uint32_t interval;
    // Of entries with equal f, the last one added goes first.
    bool operator<(const Open& other) const noexcept {
      return f > other.f || (f == other.f && interval < other.interval);
    }
  };

  // Makes this number of corners, unwritten by any search. The system clears their pages at their first use, so a large
  // grid costs nothing before.
  class Corners {
   public:
    void clear(std::size_t size) {
      corners_.reset(static_cast<Corner*>(std::calloc(size, sizeof(Corner))));
      if (corners_ == nullptr) throw std::bad_alloc();
      size_ = size;
    }
    std::size_t size() const noexcept { return size_; }
    Corner& operator[](std::size_t corner) noexcept { return corners_.get()[corner]; }

   private:
    struct Free {
      void operator()(Corner* corners) const noexcept { std::free(corners); }
    };
    static_assert(std::is_trivial_v<Corner>);

    std::unique_ptr<Corner, Free> corners_;
    std::size_t size_ = 0;
  };

  void begin(std::size_t corner_count, std::size_t run_count);

  Corners corners;                    // by corner of cells, the shortest known path
  std::vector<std::uint32_t> wanted;  // by first run, the last search whose goal lies in or behind that dead end
  std::vector<AnyaRoot> roots;
  std::vector<AnyaInterval> intervals;   // all that were put on the open list
  std::vector<AnyaInterval> successors;  // of the last interval
  std::vector<Open> open;                // a heap
  std::uint32_t search = 0;
};
using AnyaPool = Pool<AnyaMemory>;

// The caller holds the grid's lock at each step, and `runs` are those of the grid. The search may go on only while the
// grid is not edited. A search with a recorder records its events; it is compiled separately.
std::unique_ptr<Search> anya_search(const Grid& grid, const FreeRuns& runs, Node start, Node goal,
                                    const Settings& settings, AnyaPool& pool,
                                    std::shared_ptr<IntervalRecorder> recorder);

}  // namespace pathstar
