// Turns a caller's weights for the steps of a space into weights for the moves of its ground.
//
// For cells there is a weight for each direction and node: the one of direction d from node n is number d * size + n.
// For a graph there is one for each edge, in the order of its rows; of parallel edges the least counts. Moves without a
// weight of their own, such as those through portals, get the least of all.
//
// Reference: Zhang, Jiang, Bhatt, Nikolaidis and Li 2024, Guidance graph optimization for lifelong multi-agent path
// finding.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <shared_mutex>
#include <span>
#include <vector>

#include "fleet/common/ground.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"

namespace pathstar::fleet {

// Calls visit(source, target, number) for all steps of a space that have a weight of their own.
template <class Visit>
void each_weighted_step(const Grid& grid, Visit&& visit) {
  for (Node node = 0; node < grid.size(); ++node) {
    for (unsigned steps = grid.legal(node); steps != 0; steps &= steps - 1) {
      const auto direction = static_cast<std::size_t>(std::countr_zero(steps));
      grid.each_neighbour(node, steps & ~(steps - 1),
                          [&](Node to) { visit(node, to, direction * grid.size() + node); });
    }
  }
}

template <class Visit>
void each_weighted_step(const RegularGrid& grid, Visit&& visit) {
  for (Node node = 0; node < grid.size(); ++node) {
    grid.each_way(node, [&](Node to, double, int direction) {
      if (direction != RegularGrid::kPortal) visit(node, to, static_cast<std::size_t>(direction) * grid.size() + node);
    });
  }
}

template <class Visit>
void each_weighted_step(const Graph& graph, Visit&& visit) {
  std::size_t edge = 0;
  for (Node node = 0; node < graph.size(); ++node) {
    graph.each_edge(node, [&](Node to, double) { visit(node, to, edge++); });
  }
}

// The weight of each move of a ground made of the space.
template <class Space>
std::vector<double> move_weights(Space& space, const Ground& ground, std::span<const double> weights) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::vector<double> of_moves(ground.moves(), kNone);
  const std::shared_lock reading(space.mutex());
  each_weighted_step(space, [&](Node source, Node target, std::size_t number) {
    const Spot from = ground.cell_of(source), to = ground.cell_of(target);
    if (from == kNoSpot || number >= weights.size()) return;
    const Move move = ground.move(from, to);
    if (move == kNoMove) return;
    double& weight = of_moves[move];
    weight = std::min(weight, weights[number]);
  });
  const double least = weights.empty() ? 1 : *std::min_element(weights.begin(), weights.end());
  std::replace(of_moves.begin(), of_moves.end(), kNone, least);
  return of_moves;
}

}  // namespace pathstar::fleet
