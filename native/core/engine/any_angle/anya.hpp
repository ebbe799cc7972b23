// Anya: the shortest line in the plane around blocked squares.
//
// When to use: exact lines in any direction on ground without costs.
// Needs: a grid of squares without costs, corner rule no_squeeze: a line may touch walls, and passes between no two
//   that meet at a corner.
// Guarantee: optimal. Rays are compared in whole numbers, so no line slips through a corner; only lengths are rounded.
// Complexity: in proportion to the intervals looked at and the runs of cells beside them.
// Reference: Harabor, Grastien, Oz and Aksakalli 2016, Optimal any-angle pathfinding in practice; Cui, Harabor and
//   Grastien 2017, Compromise-free pathfinding on a navigation mesh.
// Differs from the papers: a search node is an interval on the line between two rows with the last corner turned
//   around, its root. It leads into a rectangle of free cells between walls, as many rows high as these are straight,
//   and not into one row; see free_runs.hpp. An end of an interval is a ray from the root through a point with whole
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
  std::uint32_t before;  // the root before it
  double g;              // length of the line to it
};

// A search node: what the root sees of a line between two rows, to go on beyond it.
struct AnyaInterval {
  Lattice left;   // the ends are where rays from the root through these points meet the line;
  Lattice right;  // where the root lies on the line, they are the ends themselves
  std::uint32_t root;
  RunId run;          // behind the line
  std::int32_t line;  // where it lies
  std::int8_t down;   // 1 if the run lies below the line, -1 if above; 0 for the goal
  bool whole_left;    // it ends where the line is no longer open, and not at a ray before that
  bool whole_right;
};

// What a search writes down. It is kept between searches and never cleared: what earlier ones wrote counts as none.
struct AnyaMemory {
  struct Corner {
    double g;
    std::uint32_t mark;  // the number of the search that wrote it
  };
  struct Open {
    double f;
    std::uint32_t interval;
    // Of equal f the last one added goes first.
    bool operator<(const Open& other) const noexcept {
      return f > other.f || (f == other.f && interval < other.interval);
    }
  };

  // As many corners that no search wrote. The system clears their pages when they are first used, so a large grid
  // costs nothing before.
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

  Corners corners;                    // by corner of cells, the shortest way known
  std::vector<std::uint32_t> wanted;  // by first run, the last search whose goal lies in or behind that dead end
  std::vector<AnyaRoot> roots;
  std::vector<AnyaInterval> intervals;   // that have been on the open list
  std::vector<AnyaInterval> successors;  // of the last interval
  std::vector<Open> open;                // a heap
  std::uint32_t search = 0;
};
using AnyaPool = Pool<AnyaMemory>;

// The caller holds the grid's lock at each step, and `runs` are those of the grid. The search may go on only while the
// grid stays as it is. With a recorder it writes down what it does, for which it is compiled a second time.
std::unique_ptr<Search> anya_search(const Grid& grid, const FreeRuns& runs, Node start, Node goal,
                                    const Settings& settings, AnyaPool& pool,
                                    std::shared_ptr<IntervalRecorder> recorder);

}  // namespace pathstar
