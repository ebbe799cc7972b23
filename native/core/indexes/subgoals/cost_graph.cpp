#include "indexes/subgoals/cost_graph.hpp"

#include <algorithm>
#include <limits>

#include "engine/searches/local_dijkstra.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

// An upper bound for the longest path in the graph in straight steps, with a diagonal step counted as two.
double longest_way(const SubgoalGraph& graph) {
  LocalDijkstra<std::uint64_t> search(graph.edges.size());
  std::uint64_t farthest = 0;
  for (std::uint32_t root = 0; root < graph.edges.size(); ++root) {
    if (search.key(root) == search.kFar) search.reach(root, 0);
    while (!search.empty()) {
      const auto entry = search.take();
      if (!search.current(entry)) continue;
      farthest = std::max(farthest, entry.key);
      for (const Edge& edge : graph.edges[entry.vertex]) {
        search.reach(edge.to, entry.key + edge.straight + 2 * edge.diagonal);
      }
    }
  }
  // No two vertices are farther apart than twice the greatest distance from a root.
  return 2.0 * static_cast<double>(farthest);
}

}  // namespace

StepUnits units_for(const SubgoalGraph& graph, const Moves& moves, double margin) {
  return step_units(moves, longest_way(graph) + margin);
}

CostGraph cost_graph(const SubgoalGraph& graph, const StepUnits& units) {
  CostGraph costs(graph.edges.size());
  for (std::size_t v = 0; v < costs.size(); ++v) {
    for (const Edge& edge : graph.edges[v]) costs[v].push_back({edge.to, units.length(edge.straight, edge.diagonal)});
  }
  return costs;
}

CostGraph without_redundant(const CostGraph& graph) {
  std::vector<std::uint32_t> cost(graph.size(), kFar);
  CostGraph kept(graph.size());
  for (std::size_t u = 0; u < graph.size(); ++u) {
    for (const Arc& arc : graph[u]) cost[arc.to] = arc.cost;
    std::vector<std::uint32_t> dropped;
    for (const Arc& over : graph[u]) {
      for (const Arc& arc : graph[over.to]) {
        if (cost[arc.to] != kFar && over.cost + arc.cost <= cost[arc.to]) dropped.push_back(arc.to);
      }
    }
    for (const Arc& arc : graph[u]) cost[arc.to] = kFar;
    std::sort(dropped.begin(), dropped.end());
    for (const Arc& arc : graph[u]) {
      if (!std::binary_search(dropped.begin(), dropped.end(), arc.to)) kept[u].push_back(arc);
    }
  }
  return kept;
}

}  // namespace pathstar
