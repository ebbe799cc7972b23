// A subgoal graph with its edges' lengths as whole numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/step_units.hpp"
#include "indexes/subgoals/subgoals.hpp"
#include "spaces/cells/moves.hpp"

namespace pathstar {

struct Arc {
  std::uint32_t to;
  std::uint32_t cost;
};
using CostGraph = std::vector<std::vector<Arc>>;

// Units in which the length of every path in the graph, with ends `margin` straight steps away, stays below 2^31.
StepUnits units_for(const SubgoalGraph& graph, const Moves& moves, double margin);

CostGraph cost_graph(const SubgoalGraph& graph, const StepUnits& units);

// The graph without edges that a path through a third vertex matches: all distances stay the same.
CostGraph without_redundant(const CostGraph& graph);

}  // namespace pathstar
