// Theta* and Lazy Theta*: A* over the cells of a grid with turns at the centres of any cells.
//
// When to use: short lines in any direction, quickly, also on ground with costs.
// Needs: a grid of squares, also for units with a size, or of boxes without links. A line costs the costs of the cells
//   along it; see smooth/lines.hpp.
// Guarantee: never dearer than the cheapest path of steps, measured as lines. Without costs that is within the bound
//   given by longest_detour() of the space.
// Complexity: that of A*, and one line of sight for each step looked at (Theta*) or for each cell closed (Lazy Theta*).
//   Most of these end after one cell, between two that the same parent is known to see.
// Reference: Daniel, Nash, Koenig and Felner 2010, Theta*: any-angle path planning on grids; Nash, Koenig and Tovey
//   2010, Lazy Theta*: any-angle path planning and path length analysis in 3D.
// Differs from the papers: if Lazy Theta* takes a cell from the open list that its parent does not see, the cell goes
//   back with its corrected cost, so every cell is closed at no more than the cost of the cheapest path of steps to it.
//   With costs both parents are compared, because the straight line may be the dearer way.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/any_angle/sight.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "engine/open_list/sorted_buckets.hpp"
#include "spaces/types.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// The records of one search; records of earlier searches count as new.
struct ThetaMemory {
  // Whether its parent is known to see a cell; closed cells are seen.
  enum State : std::uint32_t { believed, seen, closed, kStates };

  struct Link {
    Node parent;
    std::uint32_t mark;  // kStates times the number of the search that wrote it, plus the state
  };

  std::vector<Link> links;  // apart from the rest, because of most neighbours only these are read
  std::vector<double> costs;
  SortedBuckets<double> open;
  std::uint32_t search = 0;
};
using ThetaPool = Pool<ThetaMemory>;

// The caller holds the space's locks at each step. The search may go on only while the space is not edited. Compiled
// for SquareSight and BoxSight. A search with a recorder records its events; it is compiled separately.
template <LooksAlongLines Sight>
std::unique_ptr<Search> theta_search(const Sight& sight, Node start, Node goal, bool lazy, const Settings& settings,
                                     ThetaPool& pool, Recorder* recorder);

}  // namespace pathstar
