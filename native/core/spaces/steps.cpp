#include "spaces/steps.hpp"

#include <cstdint>
#include <shared_mutex>
#include <type_traits>

#include "spaces/implicit/custom_view.hpp"
#include "spaces/layers/timed_view.hpp"
#include "spaces/layers/turning_view.hpp"
#include "spaces/sight/waypoints_view.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

// The cost of a step. Whole units are slightly rounded, so for them the lengths of the moves count.
template <class View>
double cost_of(const View& view, Node from, Node to, typename View::Cost cost) {
  if constexpr (std::is_integral_v<typename View::Cost>) {
    const bool straight = from / view.width() == to / view.width() || from % view.width() == to % view.width();
    return view.path_cost({}, straight ? 1 : 0, straight ? 0 : 1);
  } else {
    return view.to_double(cost);
  }
}

template <class View>
void list(const View& view, Node node, Steps& steps) {
  view.successors(view.from_space(node), kNoNode, [&](Node next, typename View::Cost cost) {
    const Node end = view.to_space(next);
    steps.nodes.push_back(end);
    steps.costs.push_back(cost_of(view, node, end, cost));
  });
}

template <class View>
Steps listed(const View& view, Node node) {
  Steps steps;
  list(view, node, steps);
  return steps;
}

template <class Space, class Body>
Steps locked(const Space& space, Node node, const Body& body) {
  const std::shared_lock reading(space.mutex());
  return space.walkable(node) ? body() : Steps();
}

template <class Space>
Steps forwards(const Space& space, Node node) {
  return locked(space, node, [&] {
    return view_of(space, kNoNode, HeuristicKind::zero, 0.0, [&](const auto& view) { return listed(view, node); });
  });
}

template <class Space>
Steps backwards(const Space& space, Node node) {
  return locked(space, node, [&] {
    return back_view_of(space, kNoNode, HeuristicKind::zero, 0.0, [&](const auto& view) { return listed(view, node); });
  });
}

template <class Space>
void read_forwards(const Space& space, const std::function<void(const ListSteps&)>& read) {
  const std::shared_lock reading(space.mutex());
  view_of(space, kNoNode, HeuristicKind::zero, 0.0, [&](const auto& view) {
    read([&](Node node, Steps& steps) {
      steps.nodes.clear();
      steps.costs.clear();
      if (!space.walkable(node)) return false;
      list(view, node, steps);
      return true;
    });
  });
}

}  // namespace

void read_steps(const Grid& space, const std::function<void(const ListSteps&)>& read) { read_forwards(space, read); }
void read_steps(const Graph& space, const std::function<void(const ListSteps&)>& read) { read_forwards(space, read); }
void read_steps(const RegularGrid& space, const std::function<void(const ListSteps&)>& read) {
  read_forwards(space, read);
}

Steps steps_from(const Grid& space, Node node) { return forwards(space, node); }
Steps steps_from(const Graph& space, Node node) { return forwards(space, node); }
Steps steps_from(const RegularGrid& space, Node node) { return forwards(space, node); }
Steps steps_to(const Grid& space, Node node) { return backwards(space, node); }
Steps steps_to(const Graph& space, Node node) { return backwards(space, node); }
Steps steps_to(const RegularGrid& space, Node node) { return backwards(space, node); }

Steps steps_from(const Turning& space, Node node) {
  return locked(space, node, [&] {
    return view_of(space, kNoNode, HeuristicKind::zero, 0.0, [&](const auto& view) { return listed(view, node); });
  });
}

Steps steps_to(const Turning& space, Node node) {
  return locked(space, node, [&] {
    return back_view_of(space, kNoNode, kNoNode, HeuristicKind::zero, 0.0,
                        [&](const auto& view) { return listed(view, node); });
  });
}

Steps steps_from(const Waypoints& space, Node node) {
  return locked(space, node, [&] {
    Steps steps;
    const WaypointsView view(space, node, node, HeuristicKind::zero, 0.0);
    view.successors(view.from_space(node), kNoNode, [&](Node next, double cost) {
      if (view.to_space(next) == node) return;  // the cell is both start and goal of this view, and sees itself
      steps.nodes.push_back(view.to_space(next));
      steps.costs.push_back(cost);
    });
    return steps;
  });
}

Steps steps_to(const Waypoints& space, Node node) { return steps_from(space, node); }  // every line leads both ways

Steps steps_from(const Custom& space, Node node) {
  return listed(CustomView(space, kNoNode, HeuristicKind::zero, 0.0), node);  // nothing is ever edited
}

Steps steps_from(const Timed& space, Node node, double time) {
  space.catch_up();
  const std::shared_lock reading(space.mutex());
  return view_of(space, space.moment(), kNoNode, HeuristicKind::zero, 0.0, [&](const auto& view) {
    Steps steps;
    const Node slot = space.walkable(node) ? view.slot_at(node, time) : kNoNode;
    if (slot == kNoNode) return steps;
    view.successors_at(slot, time, [&](Node next, double arrive) {
      steps.nodes.push_back(view.node(next));
      steps.costs.push_back(arrive - time);
    });
    return steps;
  });
}

}  // namespace pathstar
