// The order of importance of a graph's vertices by the cheapest paths that they lie on.
//
// When to use: to order the hubs of graphs with many edges (open maps).
// Needs: an undirected graph with positive costs.
// Guarantee: none is needed; any order gives exact labels, a good one gives small ones. Deterministic.
// Complexity: one Dijkstra search for each tree, and about as much again; memory 8 bytes per vertex and tree.
// Reference: Delling, Goldberg, Pajor, Werneck 2014, Robust distance queries on massive networks (RXL).
// Differs from the paper: trees are not grown anew as they run empty; on subgoal graphs one from nearly every vertex
//   fits memory.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/subgoals/cost_graph.hpp"

namespace pathstar {

// All vertices, the most important one first; empty if it was stopped. Each vertex in turn is the one that lies on the
// most paths, of trees of cheapest paths, on which none of those before it lies. The
// same for any number of threads.
std::vector<std::uint32_t> greedy_cover_order(const CostGraph& graph, unsigned threads, const Progress& progress);

}  // namespace pathstar
