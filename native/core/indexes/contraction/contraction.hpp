// The order of importance of a graph's vertices in which it can be contracted with few shortcuts.
//
// When to use: to order the hubs of sparse graphs (mazes, rooms, dense random obstacles).
// Needs: an undirected graph with positive whole costs.
// Guarantee: none is needed; any order gives exact labels, a good one gives small ones.
// Complexity: a second for 50,000 vertices of 3 edges each; far more if there are no small separators, and more memory,
//   too, because edges are added between the remaining vertices.
// Reference: Geisberger, Sanders, Schultes, Delling 2008, Contraction hierarchies.
// Differs from the paper: only the order is kept; the hierarchy itself is not searched.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/subgoals/cost_graph.hpp"

namespace pathstar {

// `made` is all vertices, the most important one first, but complete only if the outcome is `done`; it is too_large if
// the edges between the remaining vertices would take more than `most_bytes`.
Outcome contraction_order(const CostGraph& graph, std::uint64_t most_bytes, const Progress& progress,
                          std::vector<std::uint32_t>& made);

}  // namespace pathstar
