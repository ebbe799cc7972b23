// Queries with several goals.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>

#include "engine/driver/settings.hpp"
#include "engine/finders/finder.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/goal_runs.hpp"
#include "paths/result.hpp"
#include "spaces/goal_set.hpp"

namespace pathstar {

// Keeps the goals that a path may lead to, with their aliases. A recorded search looks for all that are not blocked.
// Returns what is known without a search.
//   trivial_status(goal)     the known status of the path to one goal
//   each_alias(goal, visit)  calls visit for all nodes that may stand for the goal as an end
template <class TrivialStatus, class EachAlias>
PATHSTAR_NOINLINE Status reachable_goals(Settings& settings, bool recorded, const TrivialStatus& trivial_status,
                                         const EachAlias& each_alias) {
  const auto left = std::make_shared<GoalSet>();
  Status known = Status::blocked_goal;
  for (const Node goal : settings.goals->wanted()) {
    const Status status = trivial_status(goal);
    if (status == Status::blocked_start) return status;
    if (status == Status::blocked_goal) continue;
    if (status == Status::found && !recorded) known = status;
    if (known == Status::blocked_goal) known = Status::no_path;
    if (status == Status::no_path && !recorded) continue;
    left->add(goal);
    each_alias(goal, [&](Node alias) { left->add_alias(alias, goal); });
  }
  settings.goals = left;
  return known == Status::no_path && !left->empty() ? Status::running : known;
}

// Calls body(view) with the view of a search for `count` of the goals.
//   view_to(goal, use)  calls use(view) with the view of a search to one goal
//   seen(view)          the same with its type erased, and masked if the settings ask for that
template <class ViewTo, class Seen, class Body>
decltype(auto) with_goal_view(const std::shared_ptr<const GoalSet>& goals, std::size_t count, const ViewTo& view_to,
                              const Seen& seen, Body&& body) {
  using Result = std::invoke_result_t<Body, GoalView<AnyView<double>>>;
  return view_to(goals->wanted()[0], [&]<class View>(const View& view) -> Result {
    if constexpr (View::kCapabilities.jumps) {
      throw Unsupported("jump points lead to one goal");
    } else if constexpr (Implicit<View>) {
      const auto to = [&](Node goal) { return view_to(goal, [](const View& other) { return other; }); };
      return body(GoalView<View>(view, goals, count, to));
    } else {
      using Erased = AnyView<typename View::Cost>;
      const auto to = [&](Node goal) {
        std::optional<Erased> found;
        view_to(goal, [&]<class Other>(const Other& other) {
          if constexpr (std::is_same_v<typename Other::Cost, typename View::Cost>) found.emplace(other);
        });
        return *found;
      };
      return body(GoalView<Erased>(seen(view), goals, count, to));
    }
  });
}

}  // namespace pathstar
