// The subgoal graph of a uniform grid of 8 directions.
//
// When to use: as the base of indexes; a search on it alone is their baseline.
// Needs: a grid without costs, 8 directions, straight <= diagonal <= 2 * straight.
// Guarantee: a cheapest path between two cells has one bend (a diagonal run and a straight one, in either order), or
//   leads from the start to a subgoal that it sees, along edges of the graph, to a subgoal that the goal sees.
// Complexity: a few nanoseconds per cell and edge.
// Reference: Uras, Koenig, Hernandez 2013, Subgoal graphs for optimal pathfinding in eight-neighbor grids.
// Differs from the paper: the corner rules no_squeeze and free, where subgoals are the cells from which a diagonal step
//   cuts a corner; see also sight.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "spaces/cells/grid.hpp"

namespace pathstar {

// A subgoal's place; coordinates are the grid's plus 1.
struct Place {
  std::uint16_t x;
  std::uint16_t y;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Edge {
  std::uint32_t to;
  std::uint32_t straight;
  std::uint32_t diagonal;
};

struct SubgoalGraph {
  std::vector<Place> places;             // numbered row by row, as in Sight
  std::vector<std::vector<Edge>> edges;  // in both directions, sorted by `to`; one for each pair
};

// Whether the graph can be made for this grid.
bool has_subgoals(const Grid& grid) noexcept;

SubgoalGraph subgoal_graph(const Grid& grid);

}  // namespace pathstar
