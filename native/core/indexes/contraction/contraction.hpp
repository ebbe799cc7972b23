// The order of importance of a graph's vertices in which it can be contracted with few shortcuts.
//
// When to use: to order the hubs of sparse graphs (mazes, rooms, dense random obstacles).
// Needs: an undirected graph with positive whole costs.
// Guarantee: none is needed; any order gives exact labels, a good one gives small ones.
// Complexity: a second for 50,000 vertices of 3 edges each; far more where there are no small separators.
// Reference: Geisberger, Sanders, Schultes, Delling 2008, Contraction hierarchies.
// Differs from the paper: only the order is kept; the hierarchy itself is not searched.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/subgoals/cost_graph.hpp"

namespace pathstar {

// All vertices, the most important one first; empty if it was stopped.
std::vector<std::uint32_t> contraction_order(const CostGraph& graph, const Progress& progress);

}  // namespace pathstar
