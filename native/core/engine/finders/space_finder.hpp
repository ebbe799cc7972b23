// The common part of the finders of all spaces: how a search begins, runs, is kept and returns its result.
//
// The engine is compiled for the views that the registry lists. Derived offers
//   view_of(goal, settings, body)         calls body(view) with the view that the settings ask for,
//   back_view_of(goal, settings, body)    the same with every step reversed,
//   with_view(start, goal, settings, body)  the same, masked where the settings ask for that,
//   with_both_views(start, goal, settings, body)  calls body(forward, backward): the second is a view of the reversed
//                                         space, whose estimate is of the cost from the start,
//   trivial_status(start, goal)           what can be said without a search: `running` if nothing,
//   not_found()                           called after a search found no path, with no lock held,
//   label(poll)                           optional: labels the components that trivial_status() asks; false if stopped,
//   make_ready(settings, poll)            optional: builds what views need, if nothing is known without a search; false
//                                         if stopped,
//   consistency_factor(settings)          the largest fall of the weighted estimate per unit of a step's cost,
//   rule()                                how paths are kept,
//   each_like(node, visit)                calls visit for all nodes that serve as well to stop at,
// and the space walkable(node), revision() and mutex(), which a running search holds shared, so that an edit waits for
// it. Derived has the capabilities of its views. Where they are not reversible it has no views backwards, and nothing
// that needs one may be asked for; nor may distance fields where they are not one-to-all. Base is Finder, or an index
// that searches.
#pragma once

#include <algorithm>
#include <atomic>
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
#include <vector>

#include "engine/driver/drive.hpp"
#include "engine/driver/following.hpp"
#include "engine/driver/kept_search.hpp"
#include "engine/driver/limits.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/finders/finder.hpp"
#include "engine/finders/goal_finding.hpp"
#include "engine/finders/space_fields.hpp"
#include "engine/finders/space_runs.hpp"
#include "engine/open_list/open_list_plan.hpp"
#include "engine/registry.hpp"
#include "engine/searches/any_runs.hpp"
#include "engine/searches/goal_costs.hpp"
#include "engine/searches/goal_runs.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

template <class Derived, class Space, class Base = Finder>
class SpaceFinder : public Base {
 public:
  using OneWayStacks = BestFirstStacks;  // with compiled searches from start to goal

  static constexpr Capabilities kCapabilities{};

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    const auto called = std::chrono::steady_clock::now();
    std::shared_lock reading = read(poll);
    if (!reading.owns_lock()) return {};
    PathResult result = find_locked(start, goal, settings, poll, &reading);
    reading.unlock();
    if (Finder::searched_in_vain(result)) self().not_found();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
    return result;
  }

  std::unique_ptr<Finder::Held> hold(const Poll& poll) override { return std::make_unique<HeldSpace>(*this, poll); }

  // Whether a search begun at a revision may continue, whatever nodes it has visited. The caller holds the lock.
  bool goes_on(std::uint64_t since, const Query& query, const Begun& begun) {
    const auto open = [this](Node goal) { return space_->walkable(goal); };
    if (begun.goals ? misses_goals(query, *begun.goals) || std::ranges::none_of(begun.goals->wanted(), open)
                    : !open(query.goal)) {
      return false;  // what is known at once says why
    }
    if constexpr (requires { self().may_go_on(since); }) {
      return self().may_go_on(since);
    } else {
      return true;
    }
  }

  // A few goals are looked for one by one, while the searches stay small. Otherwise one search by growing cost ends
  // when it has reached all goals.
  void costs_from(Node start, std::span<const Node> goals, const Settings& settings, const Poll& poll,
                  std::span<double> costs) override {
    if constexpr (Derived::kCapabilities.one_to_all) {
      if (goals.size() <= kFewGoals && pair_by_pair(start, goals, settings, poll, costs)) return;
      by_growing_cost(start, goals, settings, poll, costs);
    } else {
      Base::costs_from(start, goals, settings, poll, costs);
    }
  }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    return keep({start, goal, settings}, nullptr);
  }

  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                 std::shared_ptr<Recorder> recorder) override {
    return keep({start, goal, settings}, std::move(recorder));
  }

  NearestGoals find_nearest(Node start, std::size_t count, const Settings& settings, const Poll& poll) override {
    const std::shared_lock reading = read(poll);
    NearestGoals nearest;
    if (!reading.owns_lock() || !labelled(poll)) return nearest;
    Settings narrowed = settings;
    narrowed.open = OpenKind::heap;  // so goals are closed in the order of their costs
    nearest.status = reachable_goals(start, narrowed, false);
    if (nearest.status != Status::running && nearest.status != Status::found) return nearest;
    nearest.paths = runs().with_goal_view(count, narrowed, [&]<class View>(const GoalView<View>& view) {
      return pathstar::find_nearest(view, start, narrowed, self().consistency_factor(narrowed), pool<View>(), poll,
                                    nearest.status);
    });
    for (PathResult& path : nearest.paths) path.revision = space_->revision();
    return nearest;
  }

  // The same search from the beginning, in the present space; its caller holds the lock. Makes the run, or returns what
  // is known without one.
  std::optional<PathResult> begin_again(const Query& query, Recorder* recorder, Begun& begun) {
    Settings settings = query.settings;
    const Status known = settings.goals        ? reachable_goals(query.start, settings, recorder != nullptr)
                         : recorder == nullptr ? self().trivial_status(query.start, query.goal)
                                               : blocked(query.start, query.goal);
    if (known != Status::running) return known_result(known, query.start);
    begun = {runs().begin(query.start, query.goal, settings, recorder, nullptr), settings.goals};
    return std::nullopt;
  }

  Space& space() const noexcept { return *space_; }

  template <class Visit>
  void each_like(Node node, Visit&& visit) const {
    visit(node);
  }

  Field field(const FieldQuery& query, const FieldLimits& limits, const Poll& poll, FieldState* kept) override {
    FieldState unkept;
    const std::shared_lock reading = read();
    return fields().field(query, limits, poll, kept == nullptr ? unkept : *kept);
  }

  PathResult record_field(const FieldQuery& query, const FieldLimits& limits, Recorder& recorder,
                          const Poll& poll) override {
    const std::shared_lock reading = read();
    return fields().record(query, limits, recorder, poll);
  }

  OpenKind open_kind(const Settings& settings) const override {
    const std::shared_lock reading = read();
    const auto& derived = static_cast<const Derived&>(*this);
    return derived.view_of(0, settings, [&](const auto& view) {
      return listed_or_any<typename Derived::OneWayStacks>(view, [&]<class Stack>(const Stack& stack) {
        return OpenListPlan(stack, settings, derived.consistency_factor(settings)).kind();
      });
    });
  }

  OpenKind open_order(const Settings& settings) const override {
    const std::shared_lock reading = read();
    const auto& derived = static_cast<const Derived&>(*this);
    return derived.view_of(0, settings, [&](const auto& view) {
      return listed_or_any<typename Derived::OneWayStacks>(view, [&]<class Stack>(const Stack& stack) {
        return OpenListPlan(stack, settings, derived.consistency_factor(settings)).order();
      });
    });
  }

 protected:
  explicit SpaceFinder(std::shared_ptr<Space> space)
      : space_(std::move(space)), workspaces_(std::make_shared<Workspaces>()) {}

  // The lock of the space, which is up to date with the spaces it follows; no lock if the poll stopped it before.
  std::shared_lock<SpaceMutex> read(const Poll& poll = never_stop) const {
    if constexpr (requires { space_->up_to_date(); }) {
      for (bool stopped = false;;) {
        space_->catch_up([&] { return stopped = stopped || poll(); });
        if (stopped) return {};
        std::shared_lock reading(space_->mutex());
        if (space_->up_to_date()) return reading;  // else another thread edited in between
      }
    } else {
      space_->catch_up();
      return std::shared_lock(space_->mutex());
    }
  }

  // The caller holds the space's lock.
  Status blocked(Node start, Node goal) const {
    // In a space that makes nodes as they are reached, the goal may be a test instead of a node.
    if constexpr (!Derived::kCapabilities.implicit) Finder::require_nodes(start, goal, space_->size());
    if (!space_->walkable(start)) return Status::blocked_start;
    return space_->walkable(goal) ? Status::running : Status::blocked_goal;
  }

  std::shared_ptr<Space> space_;

 private:
  // Keeps the space unchanged while it lives.
  class HeldSpace final : public Finder::Held {
   public:
    HeldSpace(SpaceFinder& finder, const Poll& poll) : finder_(finder), reading_(finder.read(poll)) {}
    ~HeldSpace() override {
      if (reading_.owns_lock()) reading_.unlock();
      if (in_vain_) finder_.self().not_found();
    }

    PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
      if (!reading_.owns_lock()) return {};
      const auto called = std::chrono::steady_clock::now();
      PathResult result = finder_.find_locked(start, goal, settings, poll, nullptr);
      if (Finder::searched_in_vain(result)) in_vain_.store(true, std::memory_order_relaxed);
      result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
      return result;
    }
    Field costs_to(Node goal, const Poll& poll) override {
      if (!reading_.owns_lock()) return {};
      FieldQuery query;
      query.back = true;
      static_cast<const Derived&>(finder_).each_like(goal, [&](Node node) { query.sources.push_back(node); });
      FieldState unkept;
      return finder_.fields().field(query, {}, poll, unkept);
    }
    PathResult spur_path(Node goal, const Settings& settings, const SpurPath& spur_path, const Poll& poll) override {
      if (!reading_.owns_lock()) return {};
      return finder_.spur_path_locked(goal, settings, spur_path, poll);
    }

   private:
    SpaceFinder& finder_;
    std::shared_lock<SpaceMutex> reading_;
    std::atomic<bool> in_vain_{false};
  };

  static constexpr std::size_t kFewGoals = 64;
  static constexpr std::uint64_t kMostRestarts = 8;  // then edits wait until the search finishes
  static constexpr std::uint64_t kShare = 16;        // pair by pair, one node in this many may be expanded per start

  // The caller holds the space's lock. If the lock is given, waiting edits are let in now and then.
  PathResult find_locked(Node start, Node goal, const Settings& settings, const Poll& poll,
                         std::shared_lock<SpaceMutex>* reading) {
    if ((settings.goals || !settings.once) && !labelled(poll)) return {};
    if (settings.goals) {
      Settings narrowed = settings;
      const Status known = reachable_goals(start, narrowed, false);
      return known == Status::running ? run_locked(start, goal, settings, narrowed, poll, reading)
                                      : known_result(known, start);
    }
    const Status known = has_labels() && settings.once ? blocked(start, goal) : self().trivial_status(start, goal);
    return known == Status::running ? run_locked(start, goal, settings, settings, poll, reading)
                                    : known_result(known, start);
  }

  // `asked` has all goals, `settings` those that can be reached now.
  PathResult run_locked(Node start, Node goal, const Settings& asked, const Settings& settings, const Poll& poll,
                        std::shared_lock<SpaceMutex>* reading) {
    if constexpr (requires { self().make_ready(settings, poll); }) {
      if (!self().make_ready(settings, poll)) return {};
    }
    InlineStorage storage;
    Begun begun{runs().begin(start, goal, settings, nullptr, &storage), settings.goals};
    PathResult result;  // with the counts before an edit, if the search begins again
    bool stopped = false;
    const auto interrupted = [&] {
      return (stopped = poll()) ||
             (reading != nullptr && result.stats.restarts < kMostRestarts && space_->mutex().wanted());
    };
    WorkTime time(settings.max_seconds);
    const auto work = [&] {
      TimedWork present(*begun.run, time);  // an edit may have put another run in its place
      return drive(present, interrupted);
    };
    while (work() == Status::running && !stopped) {
      if (auto known = let_in({start, goal, asked}, *reading, begun, result.stats)) {
        known->stats += result.stats;
        return *known;
      }
    }
    const SearchStats before = result.stats;
    result = begun.run->result();
    result.stats += before;
    result.revision = space_->revision();
    return result;
  }

  PathResult spur_path_locked(Node goal, const Settings& settings, const SpurPath& spur_path, const Poll& poll) {
    PathResult result = self().view_of(goal, settings, [&]<class View>(const View& view) {
      if constexpr (View::kCapabilities.jumps || Implicit<View>) {
        return PathResult();
      } else {
        return find_spur_path(AnyView(view), goal, settings, spur_path, pool<View>(), poll);
      }
    });
    result.revision = space_->revision();
    return result;
  }

  // Lets an edit in. If it changed a node that the search has visited, the search begins again: the work so far counts,
  // and a result that is then known without a search may be returned.
  PATHSTAR_NOINLINE std::optional<PathResult> let_in(Query query, std::shared_lock<SpaceMutex>& reading, Begun& begun,
                                                     SearchStats& before) {
    const Following<Space> world(*space_);
    reading.unlock();
    space_->mutex().let_in();
    reading = read();
    if (!world.touches(*space_, *begun.run, query.settings) && goes_on(world.revision(), query, begun)) {
      return std::nullopt;
    }
    before += begun.run->result().stats;
    ++before.restarts;
    begun.run.reset();
    query.settings.max_expansions -= std::min(query.settings.max_expansions, before.expanded);
    return begin_again(query, nullptr, begun);
  }

  Derived& self() noexcept { return static_cast<Derived&>(*this); }

  static constexpr bool has_labels() noexcept {
    return requires(Derived& finder, const Poll& poll) { finder.label(poll); };
  }

  bool labelled(const Poll& poll) {
    if constexpr (has_labels()) {
      return self().label(poll);
    } else {
      return true;
    }
  }

  template <class View>
  auto& pool() noexcept {
    return workspaces_->of<typename View::Cost>();
  }

  PathResult known_result(Status status, Node start) const {
    PathResult result = settled(status, start);
    result.revision = space_->revision();
    return result;
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

  bool pair_by_pair(Node start, std::span<const Node> goals, Settings settings, const Poll& poll,
                    std::span<double> costs) {
    std::uint64_t budget = space_->size() / kShare;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      settings.max_expansions = budget;
      const PathResult result = this->find(start, goals[i], settings, poll);
      if (result.status == Status::limit) return false;
      budget -= std::min(budget, result.stats.expanded);
      costs[i] = result.cost;
    }
    return true;
  }

  void by_growing_cost(Node start, std::span<const Node> goals, const Settings& asked, const Poll& poll,
                       std::span<double> costs) {
    std::shared_lock reading = read();
    if (!labelled(poll)) return;
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
        const auto fill = [&](const auto& stack) { fill_costs(stack, start, goals, poll, pool<View>(), left, costs); };
        if (asked.mask) return fill(SpaceRuns<Derived>::any_view(view, asked));
        listed_or_any<BestFirstStacks>(view, fill);
      }
    });
    reading.unlock();
    if (!left.empty()) self().not_found();
  }

  SpaceFields<Derived, Space> fields() { return {self(), *space_, workspaces_}; }

  SpaceRuns<Derived> runs() { return {self(), *workspaces_}; }

  Status reachable_goals(Node start, Settings& settings, bool recorded) {
    return pathstar::reachable_goals(
        settings, recorded, [&](Node goal) { return self().trivial_status(start, goal); },
        [&](Node goal, const auto& visit) { static_cast<const Derived&>(*this).each_like(goal, visit); });
  }

  // Whether a goal that could not be reached when a search began can be reached now.
  bool misses_goals(const Query& query, const GoalSet& sought) {
    return std::ranges::any_of(query.settings.goals->wanted(), [&](Node goal) {
      if (sought.has(goal)) return false;
      const Status status = self().trivial_status(query.start, goal);
      return status == Status::running || status == Status::found;
    });
  }

  std::unique_ptr<Search> keep(const Query& query, std::shared_ptr<Recorder> recorder) {
    const std::shared_lock reading = read();
    Begun begun;
    if (auto known = begin_again(query, recorder.get(), begun)) return std::make_unique<SettledSearch>(*known);
    return std::make_unique<KeptSearch<SpaceFinder>>(std::static_pointer_cast<SpaceFinder>(this->shared_from_this()),
                                                     query, std::move(recorder), std::move(begun));
  }

  std::shared_ptr<Workspaces> workspaces_;
};

}  // namespace pathstar
