// The path that turns least among equally cheap ones.
//
// When to use: paths that look right, if many cost the same.
// Needs: cells whose steps have directions, and the cost of a cheapest path.
// Guarantee: the least sum of turns, then the fewest turns, among all cheapest paths. Costs within 1e-12 of the optimum
//   count as equal.
// Complexity: a search of the cells on paths of at most that cost, by the estimate; then one over the steps of cheapest
//   paths.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/layers/cell_mask.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

struct StraightestQuery {
  Node start;
  Node goal;
  double cost;  // of a cheapest path
  HeuristicKind heuristic;
  double weight;                        // the factor with which the estimate never exceeds the cost
  const CellMask* mask;                 // or null
  std::span<const std::int64_t> turns;  // the turn from each direction to each, row by row
};

// The nodes from start to goal; empty if stopped, or if an edit made the paths dearer. The caller holds the lock.
std::vector<Node> straightest(const Grid& space, const StraightestQuery& query, const Stop& stop);
std::vector<Node> straightest(const RegularGrid& space, const StraightestQuery& query, const Stop& stop);

}  // namespace pathstar
