// The k cheapest paths without loops (Yen 1971).
//
// When to use: alternatives to the best path; the second best; paths under conditions that a search cannot know.
// Needs: a reversible space.
// Guarantee: paths in order of cost, up to rounding; no cheaper one is left out; the paths for a larger k begin with
//   those for a smaller one.
// Complexity: one search of the whole space, then at most one short search for each node of each path.
// Reference: Yen 1971, Finding the k shortest loopless paths in a network; Lawler 1972, A procedure for computing the k
//   best solutions to discrete optimization problems (no search is repeated).
// Differs from the papers: the searches for spur paths are A* with the true cost to the goal as their estimate, which
//   one backward search from the goal finds beforehand; so they hardly look beyond the path.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/finders/finder.hpp"

namespace pathstar {

// At most k paths, all of one revision: edits wait. None if `stopped`. Start and goal are nodes of the space.
// `settings` are those of A*. `progress` gets the fraction of the k paths that is found.
std::vector<PathResult> find_k_paths(Finder& finder, Node start, Node goal, std::size_t k, const Settings& settings,
                                     const Progress& progress, bool& stopped);

}  // namespace pathstar
