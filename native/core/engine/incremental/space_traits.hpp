// The differences between spaces with kept searches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#include <vector>

#include "engine/driver/following.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/layers/turning_view.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "spaces/views.hpp"

namespace pathstar {

template <class Space>
bool arrived(const Space&, Node node, Node goal) {
  return node == goal;
}
inline bool arrived(const Turning& space, Node node, Node goal) { return space.arrived(node, goal); }

template <class Space>
Node place_of(const Space&, Node node) {
  return node;
}
inline Node place_of(const Turning& space, Node node) { return ground_node_of(space.cell(node)); }

template <class Space>
std::uint64_t fell_at(const Space& space) {
  return space.fell_at();
}
inline std::uint64_t fell_at(const Turning& space) {
  return space.over([](const auto& ground) { return ground.fell_at(); });
}

inline HeuristicKind own_heuristic(const Turning& space) {
  return space.over([](const auto& ground) { return pathstar::own_heuristic(ground); });
}

// Whether the estimate between two nodes is a metric, which obeys the triangle inequality after any edit.
inline bool has_metric(const Grid&) { return true; }
inline bool has_metric(const RegularGrid& grid) { return grid.portals().empty(); }
inline bool has_metric(const Graph&) { return false; }  // a node may be removed and restored elsewhere
inline bool has_metric(const Turning& space) {
  return space.over([](const auto& ground) { return has_metric(ground); });
}

// The data that estimates depend on: all that searches are planned with except the highest cost.
template <class Space>
auto estimates_with(const Space& space) {
  auto plan = planned_with(space);
  std::get<1>(plan) = 0;
  return plan;
}

inline double estimates_with(const Grid& grid) { return grid.min_cost(); }

// Whether no estimate can be higher than it was before.
template <class With>
bool none_higher(const With& now, const With& before) {
  return now == before;
}
inline bool none_higher(double now, double before) { return now <= before; }

// Whether the costs to the goal of one search may guide another search to a goal near it.
inline bool can_guide(const Grid&) { return true; }
inline bool can_guide(const RegularGrid& grid) { return has_metric(grid); }
inline bool can_guide(const Graph&) { return false; }
inline bool can_guide(const Turning&) { return false; }  // steps to a goal differ from steps over it

// Adds the nodes that count as edited because the goal has changed: over a Turning, steps to the goal lead to one node
// of its cell.
template <class Space>
void note_goals(const Space&, Node, Node, std::vector<Node>&) {}
inline void note_goals(const Turning& space, Node before, Node now, std::vector<Node>& edited) {
  if (before != now) edited.insert(edited.end(), {place_of(space, before), place_of(space, now)});
}

// Calls body(forward, back) with the views of a search between two nodes.
template <class Space, class Body>
void with_views(const Space& space, Node start, Node goal, Body&& body) {
  const HeuristicKind heuristic = own_heuristic(space);
  view_of(space, goal, heuristic, 1.0, [&](const auto& forward) {
    const auto both = [&]<class Back>(const Back& back) {
      if constexpr (std::is_same_v<typename Back::Cost, typename std::remove_cvref_t<decltype(forward)>::Cost>) {
        body(forward, back);
      }
    };
    if constexpr (std::is_same_v<Space, Turning>) {
      back_view_of(space, start, goal, heuristic, 1.0, both);
    } else {
      back_view_of(space, start, heuristic, 1.0, both);
    }
  });
}

// The cost of a step in a view; infinite if there is none.
template <class Space, class View>
double step_cost(const Space& space, const View& view, Node from, Node to) {
  double least = std::numeric_limits<double>::infinity();
  if (from >= space.size() || !space.walkable(from)) return least;
  view.successors(from, kNoNode, [&](Node next, typename View::Cost cost) {
    if (next == to) least = std::min(least, view.to_double(cost));
  });
  return least;
}

// On squares the two ends identify the step.
template <class View>
double step_cost(const Grid& grid, const View& view, Node from, Node to) {
  const int d = view.direction(from, to);
  if (d == kNoDirection) return std::numeric_limits<double>::infinity();
  double cost = grid.moves().length(d < kStraightDirections ? 1 : 0, d < kStraightDirections ? 0 : 1);
  if constexpr (HasWays<View>) view.each_way_to(to, d, [&](Node, double step) { cost = step; });
  return cost;
}

}  // namespace pathstar
