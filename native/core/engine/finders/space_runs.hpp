// How a search over a space begins, by the views that its finder offers; see space_finder.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/driver/run.hpp"
#include "engine/driver/settings.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/finders/goal_finding.hpp"
#include "engine/registry.hpp"
#include "engine/searches/any_runs.hpp"
#include "engine/searches/best_first.hpp"
#include "engine/searches/bidirectional.hpp"
#include "engine/searches/goal_runs.hpp"
#include "engine/searches/iterative_deepening.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Lives for one call; the caller holds the space's lock shared.
template <class Derived>
class SpaceRuns {
 public:
  SpaceRuns(Derived& finder, Workspaces& workspaces) : finder_(finder), workspaces_(workspaces) {}

  // The run for the settings.
  SearchPtr begin(Node start, Node goal, const Settings& settings, Recorder* recorder, InlineStorage* storage) {
    if (settings.mask && (settings.jumps || Derived::kCapabilities.implicit)) {
      throw Unsupported("a mask needs a search that looks at each cell of a space whose cells are known");
    }
    if (settings.goals) {
      if (settings.loop != Loop::best_first) throw Unsupported("only a search from the start alone has several goals");
      return with_goal_view(1, settings, [&]<class View>(const GoalView<View>& view) {
        return begin_to_goals(view, start, goal, settings, finder_.consistency_factor(settings), pool<View>(), recorder,
                              storage);
      });
    }
    if constexpr (Derived::kCapabilities.reversible) {
      // A search from a masked goal would leave a cell that no search from the start may enter.
      const bool enters_goal = !settings.mask || settings.mask->allows(goal) || start == goal;
      if (settings.loop == Loop::bidirectional && enters_goal) {
        return begin_both_ways(start, goal, settings, recorder, storage);
      }
    }
    if (settings.loop == Loop::anytime_repairing) return begin_repairing(start, goal, settings, recorder, storage);
    return finder_.with_view(start, goal, settings, [&]<class View>(const View& view) {
      if constexpr (Implicit<View>) {
        if (settings.loop == Loop::iterative_deepening) {
          using Engine = IterativeDeepening<View, MaybeRecorder>;
          return make_run<Engine>(storage, MaybeRecorder(recorder),
                                  [&](auto& observer) { return Engine(view, start, goal, settings, observer); });
        }
        return begin_one_way(view, start, goal, settings, MaybeRecorder(recorder), storage);
      } else {
        if (settings.loop == Loop::iterative_deepening) {
          return begin_deepening(any_view(view, settings), start, goal, settings, recorder, storage);
        }
        if constexpr (Derived::OneWayStacks::template kHas<View>) {
          if (recorder == nullptr && !settings.mask)
            return begin_one_way(view, start, goal, settings, NullObserver(), storage);
        }
        const double consistency_factor = finder_.consistency_factor(settings);
        return begin_any(any_view(view, settings), start, goal, settings, consistency_factor, pool<View>(), recorder,
                         storage);
      }
    });
  }

  // The view with its type erased, and masked if the settings ask for it.
  template <class View>
  static AnyView<typename View::Cost> any_view(const View& view, const Settings& settings) {
    if (!settings.mask) return AnyView(view);
    return AnyView(MaskedView(AnyView(view), AllowedCells(settings.mask)));
  }

  // Calls body(view) with the view of a search for `count` of the goals.
  template <class Body>
  decltype(auto) with_goal_view(std::size_t count, const Settings& settings, Body&& body) {
    const auto view_to = [&](Node goal, const auto& use) -> decltype(auto) {
      return finder_.view_of(goal, settings, use);
    };
    const auto seen = [&](const auto& view) { return any_view(view, settings); };
    return pathstar::with_goal_view(settings.goals, count, view_to, seen, body);
  }

 private:
  template <class View>
  auto& pool() noexcept {
    return workspaces_.of<typename View::Cost>();
  }

  template <class View, class Observer>
  SearchPtr begin_one_way(const View& view, Node start, Node goal, const Settings& settings, const Observer& observer,
                          InlineStorage* storage) {
    using Engine = BestFirst<View, Observer>;
    return make_run<Engine>(storage, std::pair(pool<View>().take(), observer), [&](auto& memory) {
      memory.first->use_small_pages(in_small_pages(storage, settings.max_expansions));
      return Engine(view, start, goal, settings, finder_.consistency_factor(settings), *memory.first, memory.second);
    });
  }

  SearchPtr begin_repairing(Node start, Node goal, const Settings& settings, Recorder* recorder,
                            InlineStorage* storage) {
    Settings safe = settings;
    safe.weight = 1.0;
    safe.weight /= std::max(1.0, finder_.consistency_factor(safe));
    return finder_.with_view(start, goal, safe, [&]<class View>(const View& view) -> SearchPtr {
      if constexpr (Implicit<View>) {
        throw Unsupported("a search that improves its path needs a space whose nodes are all known");
      } else {
        return begin_anytime(any_view(view, settings), start, goal, settings, recorder, storage);
      }
    });
  }

  SearchPtr begin_both_ways(Node start, Node goal, Settings settings, Recorder* recorder, InlineStorage* storage) {
    // An overestimating estimate is scaled down until it is admissible.
    if (const double factor = finder_.consistency_factor(settings); factor > 1.0) settings.weight /= factor;
    const double consistency_factor = finder_.consistency_factor(settings);
    return finder_.with_both_views(
        start, goal, settings, [&]<class Forward, class Backward>(const Forward& forward, const Backward& backward) {
          auto& workspaces = pool<Forward>();
          if (!BothWaysStacks::kHas<Forward> || settings.mask || recorder != nullptr) {
            return begin_both_any(any_view(forward, settings), any_view(backward, settings), start, goal, settings,
                                  consistency_factor, workspaces, recorder, storage);
          }
          if constexpr (BothWaysStacks::kHas<Forward>) {
            using Engine = Bidirectional<Forward, Backward>;
            return make_run<Engine>(storage, std::pair(workspaces.take(), workspaces.take()), [&](auto& leases) {
              leases.first->use_small_pages(in_small_pages(storage, settings.max_expansions));
              leases.second->use_small_pages(in_small_pages(storage, settings.max_expansions));
              return Engine(forward, backward, start, goal, settings, consistency_factor, *leases.first, *leases.second,
                            null_observer);
            });
          }
        });
  }

  Derived& finder_;
  Workspaces& workspaces_;
};

}  // namespace pathstar
