// The views of each kind of space with known nodes: as it is, and with every step reversed.
//
//   view_of(space, goal, heuristic, weight, body)       calls body(view)
//   back_view_of(space, goal, heuristic, weight, body)  the same for searches against the steps
//   ways_view_of, ways_back_view_of(space, ...)          the same for layers over the space
//   own_heuristic(space)                                the best estimate that never exceeds the true cost
//   consistency_factor(space, heuristic)                how fast an estimate may fall
#pragma once

#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/regular_grid_view.hpp"
#include "spaces/graph/graph_view.hpp"

namespace pathstar {

template <class Body>
decltype(auto) view_of(const Grid& grid, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  if (grid.has_cost()) return body(CostGridView(grid, goal, heuristic, weight));
  return body(UniformGridView(grid, goal, heuristic, weight));
}

template <class Body>
decltype(auto) back_view_of(const Grid& grid, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  if (grid.has_cost()) return body(CostGridView(grid, goal, heuristic, weight, true));
  return body(UniformGridView(grid, goal, heuristic, weight));
}

template <class Body>
decltype(auto) view_of(const Graph& graph, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  return body(GraphView(graph, goal, heuristic, weight));
}

template <class Body>
decltype(auto) back_view_of(const Graph& graph, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  return body(GraphView(graph.reversed(), goal, heuristic, weight));
}

template <class Body>
decltype(auto) view_of(const RegularGrid& regular_grid, Node goal, HeuristicKind heuristic, double weight,
                       Body&& body) {
  return body(RegularGridView(regular_grid, goal, heuristic, weight));
}

template <class Body>
decltype(auto) back_view_of(const RegularGrid& regular_grid, Node goal, HeuristicKind heuristic, double weight,
                            Body&& body) {
  return body(BackwardRegularGridView(regular_grid, goal, heuristic, weight));
}

// The same for a layer over the space: views whose steps have directions, and costs that are doubles.
template <class Body>
decltype(auto) ways_view_of(const Grid& grid, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  if (grid.has_cost()) return body(CostGridView(grid, goal, heuristic, weight));
  return body(LengthGridView(grid, goal, heuristic, weight));
}

template <class Body>
decltype(auto) ways_view_of(const RegularGrid& regular_grid, Node goal, HeuristicKind heuristic, double weight,
                            Body&& body) {
  return body(RegularGridView(regular_grid, goal, heuristic, weight));
}

// The same with an estimate of the cost from the goal.
template <class Body>
decltype(auto) ways_back_view_of(const Grid& grid, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  return ways_view_of(grid, goal, heuristic, weight, body);
}

template <class Body>
decltype(auto) ways_back_view_of(const RegularGrid& regular_grid, Node goal, HeuristicKind heuristic, double weight,
                                 Body&& body) {
  return body(BackwardRegularGridView(regular_grid, goal, heuristic, weight));
}

// The largest fall of an estimate over one step, per unit of the step's cost.
inline double consistency_factor(const Grid& grid, HeuristicKind heuristic) noexcept {
  return consistency_factor(heuristic, grid.moves());
}

inline double consistency_factor(const RegularGrid& regular_grid, HeuristicKind heuristic) noexcept {
  return regular_grid.norms().consistency_factor(heuristic);
}

inline HeuristicKind own_heuristic(const Grid&) noexcept { return HeuristicKind::octile; }

inline HeuristicKind own_heuristic(const Graph& graph) noexcept {
  return graph.least_consistent().consistency_factor <= 1.0 ? graph.metric() : HeuristicKind::zero;
}

inline HeuristicKind own_heuristic(const RegularGrid& regular_grid) noexcept {
  return regular_grid.plan().tiling == Tiling::square ? HeuristicKind::octile : HeuristicKind::hex;
}

}  // namespace pathstar
