// Anya: the shortest line in the plane around blocked squares.
//
// When to use: exact lines in any direction on ground without costs.
// Needs: a grid of squares without costs, corner rule no_squeeze: a line may touch walls, and passes between no two
// that
//   meet at a corner.
// Guarantee: optimal. Rays are compared in whole numbers, so no line slips through a corner; only lengths are rounded.
// Complexity: in proportion to the intervals looked at and the cells beside them. Nothing is computed ahead.
// Reference: Harabor, Grastien, Oz and Aksakalli 2016, Optimal any-angle pathfinding in practice; Cui, Harabor and
//   Grastien 2017, Compromise-free pathfinding on a navigation mesh.
// Differs from the papers: the convex areas are the runs of free cells in rows, found while searching. A search node is
//   an interval on the line between two rows with the last corner turned around, its root. An end of an interval is a
//   ray from the root through a point with whole coordinates. Coordinates are doubled: the centre of the cell (x, y)
//   is (2x + 1, 2y + 1), corners of cells are even.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/driver/pool.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "spaces/cells/grid.hpp"
#include "traces/intervals.hpp"

namespace pathstar {

// The shortest way known to each corner of cells; what earlier searches wrote counts as none.
struct AnyaMemory {
  struct Corner {
    double g;
    std::uint32_t mark;  // the number of the search that wrote it
  };

  std::vector<Corner> corners;
  std::uint32_t search = 0;
};
using AnyaPool = Pool<AnyaMemory>;

// The caller holds the grid's lock at each step. The search may go on only while the grid stays as it is.
// With a recorder it writes down what it does, for which it is compiled a second time.
std::unique_ptr<Search> anya_search(const Grid& grid, Node start, Node goal, const Settings& settings, AnyaPool& pool,
                                    IntervalRecorder* recorder);

}  // namespace pathstar
