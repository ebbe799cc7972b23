// Orders a graph's vertices by the number of cheapest paths through them.
//
// When to use: to order the hubs of graphs with many edges (open maps).
// Needs: an undirected graph with positive costs.
// Guarantee: none is needed; any order gives exact labels, a good one gives small ones. Deterministic.
// Complexity: one Dijkstra search for each tree, and about as much again; memory 20 bytes per vertex and tree.
// Reference: Delling, Goldberg, Pajor, Werneck 2014, Robust distance queries on massive networks (RXL).
// Differs from the paper: empty trees are not replaced; on subgoal graphs, a tree from nearly every vertex fits in
//   memory.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/subgoals/cost_graph.hpp"

namespace pathstar {

// All vertices, the most important one first; empty if it was stopped. Each vertex is the one on the most paths, in
// trees of cheapest paths, that contain none of the vertices before it. The trees take up to `most_bytes`, but there is
// at least one. The result does not depend on the number of threads.
std::vector<std::uint32_t> greedy_cover_order(const CostGraph& graph, unsigned threads, std::uint64_t most_bytes,
                                              const Progress& progress);

}  // namespace pathstar
