// What the finders of all spaces share: how a search is begun, run, kept and answered.
//
// The engine is compiled for the views that the registry lists. Derived offers
//   view_of(goal, settings, body)         calls body(view) with the view that the settings ask for,
//   back_view_of(goal, settings, body)    the same with every step turned round,
//   with_view(start, goal, settings, body)  the same, masked where the settings ask for that,
//   with_both_views(start, goal, settings, body)  calls body(forward, backward): the second is a view of the space
//                                         turned round, whose estimate is of the cost from the start,
//   trivial_status(start, goal)               what can be said without a search: `running` if nothing,
//   not_found()                           called after a search found no path, with no lock held,
//   consistency factor(settings)                   the largest fall of the weighted estimate per unit of a step's cost,
//   rule()                                how paths are kept,
// and the space walkable(node), revision() and mutex(), which a running search holds shared, so that an edit waits for
// it. Derived has the capabilities of its views. Where they are not reversible it has no views backwards, and nothing
// that needs one may be asked for; nor may distance fields where they are not one-to-all.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/driver/kept_search.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/finders/finder.hpp"
#include "engine/registry.hpp"
#include "engine/searches/any_runs.hpp"
#include "engine/searches/best_first.hpp"
#include "engine/searches/bidirectional.hpp"
#include "engine/searches/goal_costs.hpp"
#include "engine/searches/iterative_deepening.hpp"
#include "engine/searches/one_to_all.hpp"

namespace pathstar {

template <class Derived, class Space>
class SpaceFinder : public Finder {
 public:
  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    const auto called = std::chrono::steady_clock::now();
    std::shared_lock reading = read();
    PathResult result;
    if (const Status known = self().trivial_status(start, goal); known != Status::running) {
      result = settled(known, start);
    } else {
      InlineStorage storage;
      const SearchPtr run = begin(start, goal, settings, nullptr, &storage);
      while (run->step(kExpansionsPerPoll) == Status::running && !poll()) {
      }
      result = run->result();
      result.revision = space_->revision();
      reading.unlock();
      if (result.status == Status::no_path) self().not_found();
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
    return result;
  }

  void costs_from(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) override {
    std::shared_lock reading = read();
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const Status known = self().trivial_status(start, goals[i]);
      costs[i] = known == Status::found ? 0.0 : std::numeric_limits<double>::infinity();
      if (known == Status::running) left.push_back(i);
    }
    if (left.empty()) return;
    const Settings settings{.weight = 0.0, .heuristic = HeuristicKind::zero};
    self().view_of(kNoNode, settings, [&]<class View>(const View& view) {
      if constexpr (!View::kCapabilities.jumps) {
        listed_or_any<BestFirstStacks>(
            view, [&](const auto& stack) { fill_costs(stack, start, goals, poll, pool<View>(), left, costs); });
      }
    });
    reading.unlock();
    if (!left.empty()) self().not_found();
  }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    const std::shared_lock reading = read();
    if (const Status known = self().trivial_status(start, goal); known != Status::running) {
      return std::make_unique<SettledSearch>(settled(known, start));
    }
    return keep({start, goal, settings}, nullptr);
  }

  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                 std::shared_ptr<Recorder> recorder) override {
    const std::shared_lock reading = read();
    if (const Status known = blocked(start, goal); known != Status::running) {
      return std::make_unique<SettledSearch>(settled(known, start));
    }
    return keep({start, goal, settings}, std::move(recorder));
  }

  // The same search from the beginning, in the space as it is now; its caller holds the lock. Makes the run, or answers
  // what is known without one.
  std::optional<PathResult> begin_again(const Query& query, Recorder* recorder, SearchPtr& run) {
    const Status known =
        recorder == nullptr ? self().trivial_status(query.start, query.goal) : blocked(query.start, query.goal);
    if (known != Status::running) return settled(known, query.start);
    run = begin(query.start, query.goal, query.settings, recorder, nullptr);
    return std::nullopt;
  }

  Space& space() const noexcept { return *space_; }

  Field field(std::span<const Node> sources, bool back, const Poll& poll) override {
    const std::shared_lock reading = read();
    const Settings settings{.weight = 0.0, .heuristic = HeuristicKind::zero};
    Field field(space_->size());
    const auto fill = [&]<class View>(const View& view) {
      if constexpr (Derived::kCapabilities.one_to_all && !View::kCapabilities.jumps) {
        listed_or_any<OneToAllStacks>(view, [&](const auto& stack) { run_one_to_all(stack, sources, poll, field); });
      }
    };
    if (sources.empty()) return field;
    if constexpr (Derived::kCapabilities.reversible) {
      if (back) {
        self().back_view_of(kNoNode, settings, fill);
        return field;
      }
    }
    self().view_of(kNoNode, settings, fill);
    return field;
  }

  PathResult spur_path(Node goal, const Settings& settings, const SpurPath& spur_path, const Poll& poll) override {
    const std::shared_lock reading = read();
    return self().view_of(goal, settings, [&]<class View>(const View& view) {
      if constexpr (View::kCapabilities.jumps || Implicit<View>) {
        return PathResult();
      } else {
        return find_spur_path(AnyView(view), goal, settings, spur_path, pool<View>(), kExpansionsPerPoll, poll);
      }
    });
  }

  OpenKind open_kind(const Settings& settings) const override {
    const std::shared_lock reading = read();
    const auto& derived = static_cast<const Derived&>(*this);
    return derived.view_of(0, settings, [&](const auto& view) {
      return listed_or_any<BestFirstStacks>(view, [&]<class Stack>(const Stack& stack) {
        return BestFirst<Stack, NullObserver>::open_kind(stack, settings, derived.consistency_factor(settings));
      });
    });
  }

  OpenKind open_order(const Settings& settings) const override {
    const std::shared_lock reading = read();
    const auto& derived = static_cast<const Derived&>(*this);
    return derived.view_of(0, settings, [&](const auto& view) {
      return listed_or_any<BestFirstStacks>(view, [&]<class Stack>(const Stack& stack) {
        return BestFirst<Stack, NullObserver>::open_order(stack, settings, derived.consistency_factor(settings));
      });
    });
  }

 protected:
  static constexpr Capabilities kCapabilities{};

  explicit SpaceFinder(std::shared_ptr<Space> space)
      : space_(std::move(space)), workspaces_(std::make_shared<Workspaces>()) {}

  Status blocked(Node start, Node goal) const {
    if (!space_->walkable(start)) return Status::blocked_start;
    return space_->walkable(goal) ? Status::running : Status::blocked_goal;
  }

  std::shared_ptr<Space> space_;

 private:
  static constexpr std::uint64_t kExpansionsPerPoll = 1 << 16;

  // The lock of the space, which has caught up with what it follows.
  std::shared_lock<SpaceMutex> read() const {
    for (;;) {
      space_->catch_up();
      std::shared_lock reading(space_->mutex());
      if constexpr (requires { space_->up_to_date(); }) {
        if (!space_->up_to_date()) continue;  // edited in between, by another thread
      }
      return reading;
    }
  }

  Derived& self() noexcept { return static_cast<Derived&>(*this); }

  template <class View>
  auto& pool() noexcept {
    return workspaces_->of<typename View::Cost>();
  }

  PathResult settled(Status status, Node start) const {
    PathResult result;
    result.status = status;
    result.rule = static_cast<const Derived&>(*this).rule();
    if (status == Status::found) {
      result.cost = 0.0;
      result.corners = {start};
      result.length = 1;
    }
    return result;
  }

  template <class View>
  PATHSTAR_NOINLINE void run_one_to_all(const View& view, std::span<const Node> sources, const Poll& poll,
                                        Field& field) {
    const auto lease = pool<View>().take();
    using Cost = typename View::Cost;
    constexpr bool kSame = std::is_same_v<Cost, double>;
    std::vector<Cost> unknown;
    if constexpr (kSame) {
      unknown = std::move(field.costs);
    } else {
      unknown.assign(view.slots(), OneToAll<View>::kInfinity);
    }
    OneToAll<View> search(view, sources, (*lease).open, std::move(unknown), field.parents);
    while (!field.stopped && search.step(kExpansionsPerPoll)) field.stopped = poll();
    if constexpr (kSame) {
      field.costs = std::move(search.costs());
    } else {
      for (Node node = 0; node < view.slots(); ++node) {
        if (search.costs()[node] < OneToAll<View>::kInfinity) field.costs[node] = view.to_double(search.costs()[node]);
      }
    }
  }

  // The run that the settings ask for.
  SearchPtr begin(Node start, Node goal, const Settings& settings, Recorder* recorder, InlineStorage* storage) {
    if constexpr (Derived::kCapabilities.reversible) {
      if (settings.loop == Loop::bidirectional) return begin_both_ways(start, goal, settings, storage);
    }
    return self().with_view(start, goal, settings, [&]<class View>(const View& view) {
      if constexpr (Implicit<View>) {
        if (recorder == nullptr && settings.loop == Loop::iterative_deepening) {
          using Engine = IterativeDeepening<View>;
          return make_run<Engine>(storage, std::monostate(),
                                  [&](auto&) { return Engine(view, start, goal, settings); });
        }
        return begin_one_way(view, start, goal, settings, MaybeRecorder(recorder), storage);
      } else {
        if (recorder == nullptr && settings.loop == Loop::iterative_deepening) {
          return begin_deepening(AnyView(view), start, goal, settings, storage);
        }
        if constexpr (BestFirstStacks::kHas<View>) {
          if (recorder == nullptr) return begin_one_way(view, start, goal, settings, NullObserver(), storage);
        }
        const double consistency_factor = self().consistency_factor(settings);
        return begin_any(AnyView(view), start, goal, settings, consistency_factor, pool<View>(), recorder, storage);
      }
    });
  }

  template <class View, class Observer>
  SearchPtr begin_one_way(const View& view, Node start, Node goal, const Settings& settings, const Observer& observer,
                          InlineStorage* storage) {
    using Engine = BestFirst<View, Observer>;
    return make_run<Engine>(storage, std::pair(pool<View>().take(), observer), [&](auto& memory) {
      return Engine(view, start, goal, settings, self().consistency_factor(settings), *memory.first, memory.second);
    });
  }

  SearchPtr begin_both_ways(Node start, Node goal, Settings settings, InlineStorage* storage) {
    // An estimate that overestimates is scaled down until it does not.
    if (const double factor = self().consistency_factor(settings); factor > 1.0) settings.weight /= factor;
    const double consistency_factor = self().consistency_factor(settings);
    return self().with_both_views(
        start, goal, settings, [&]<class Forward, class Backward>(const Forward& forward, const Backward& backward) {
          auto& workspaces = pool<Forward>();
          if constexpr (!BothWaysStacks::kHas<Forward>) {
            return begin_both_any(AnyView(forward), AnyView(backward), start, goal, settings, consistency_factor,
                                  workspaces, storage);
          } else {
            using Engine = Bidirectional<Forward, Backward>;
            return make_run<Engine>(storage, std::pair(workspaces.take(), workspaces.take()), [&](auto& leases) {
              return Engine(forward, backward, start, goal, settings, consistency_factor, *leases.first,
                            *leases.second);
            });
          }
        });
  }

  std::unique_ptr<Search> keep(const Query& query, std::shared_ptr<Recorder> recorder) {
    SearchPtr run = begin(query.start, query.goal, query.settings, recorder.get(), nullptr);
    return std::make_unique<KeptSearch<SpaceFinder>>(std::static_pointer_cast<SpaceFinder>(shared_from_this()), query,
                                                     std::move(recorder), std::move(run));
  }

  std::shared_ptr<Workspaces> workspaces_;
};

}  // namespace pathstar
