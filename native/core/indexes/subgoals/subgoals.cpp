#include "indexes/subgoals/subgoals.hpp"

#include <algorithm>

#include "indexes/subgoals/direct_reach.hpp"

namespace pathstar {

bool has_subgoals(const Grid& grid) noexcept {
  const Moves& moves = grid.moves();
  return !grid.has_cost() && moves.directions == 8 && moves.straight <= moves.diagonal &&
         moves.diagonal <= 2 * moves.straight && grid.width() < 65534 && grid.height() < 65534;
}

SubgoalGraph subgoal_graph(const Grid& grid) {
  const DirectReach reach(grid);
  SubgoalGraph graph;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> numbers(grid.size());
  for (Node node = 0; node < grid.size(); ++node) {
    if (!reach.subgoal(node)) continue;
    numbers[node] = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back(node);
    graph.places.push_back(
        {static_cast<std::uint16_t>(node % grid.width() + 1), static_cast<std::uint16_t>(node / grid.width() + 1)});
  }
  graph.edges.resize(nodes.size());
  for (std::uint32_t from = 0; from < nodes.size(); ++from) {
    reach.from(nodes[from], [&](Node node, std::int32_t straight, std::int32_t diagonal) {
      const auto across = static_cast<std::uint32_t>(straight), slope = static_cast<std::uint32_t>(diagonal);
      graph.edges[from].push_back({numbers[node], across, slope});
      graph.edges[numbers[node]].push_back({from, across, slope});
    });
  }
  for (auto& list : graph.edges) {
    std::sort(list.begin(), list.end(), [](const Edge& a, const Edge& b) { return a.to < b.to; });
    list.erase(std::unique(list.begin(), list.end(), [](const Edge& a, const Edge& b) { return a.to == b.to; }),
               list.end());
  }
  return graph;
}

}  // namespace pathstar
