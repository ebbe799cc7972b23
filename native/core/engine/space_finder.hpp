// What the finders of all spaces share: how a search is begun, run, kept and answered.
//
// Every (view, observer) pair is compiled where a finder is derived from this. Derived offers
//   view_of(goal, settings, body)         calls body(view) with the view that the settings ask for,
//   back_view_of(goal, settings, body)    the same with every step turned round,
//   with_view(start, goal, settings, body)  the same, masked where the settings ask for that,
//   look_ahead(start, goal)               what can be said without a search: `running` if nothing,
//   not_found()                           called after a search found no path, with no lock held,
//   steepness(settings)                   the largest fall of the weighted estimate per unit of a step's cost,
//   rule()                                how paths are kept,
// and the space walkable(node), revision() and mutex(), which a running search holds shared, so that an edit waits for
// it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <utility>

#include "engine/best_first.hpp"
#include "engine/finder.hpp"
#include "engine/workspace_pool.hpp"

namespace pathstar {

// A search over one kind of view that owns all it needs.
template <class Space, class View, class Observer>
class OwningSearch final : public Search {
 public:
  using Lease = typename WorkspacePool<typename View::Cost>::Lease;

  OwningSearch(std::shared_ptr<const Space> space, const View& view, Node start, Node goal, const Settings& settings,
               double steepness, Lease lease, std::shared_ptr<Observer> observer)
      : space_(std::move(space)),
        revision_(space_->revision()),
        lease_(std::move(lease)),
        observer_(std::move(observer)),
        engine_(view, start, goal, settings, steepness, *lease_, *observer_) {}

  Status step(std::uint64_t budget) override {
    const std::scoped_lock turn(turn_);
    const std::shared_lock reading(space_->mutex());
    if (engine_.status() == Status::running && space_->revision() != revision_) throw StaleSearch();
    return engine_.step(budget);
  }
  Status status() const override {
    const std::scoped_lock turn(turn_);
    return engine_.status();
  }
  PathResult result() const override {
    const std::scoped_lock turn(turn_);
    return engine_.result();
  }

 private:
  std::shared_ptr<const Space> space_;
  const std::uint64_t revision_;
  const Lease lease_;
  std::shared_ptr<Observer> observer_;
  mutable std::mutex turn_;
  BestFirst<View, Observer> engine_;
};

// A search that was over before it began.
class SettledSearch final : public Search {
 public:
  explicit SettledSearch(PathResult result) : result_(std::move(result)) {}
  Status step(std::uint64_t) override { return result_.status; }
  Status status() const override { return result_.status; }
  PathResult result() const override { return result_; }

 private:
  PathResult result_;
};

template <class Derived, class Space>
class SpaceFinder : public Finder {
 public:
  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    const auto begin = std::chrono::steady_clock::now();
    std::shared_lock reading(space_->mutex());
    PathResult result;
    if (const Status known = self().look_ahead(start, goal); known != Status::running) {
      result = settled(known, start);
    } else {
      result = self().with_view(start, goal, settings, [&]<class View>(const View& view) {
        const auto lease = pool<View>().take();
        Silent silent;
        BestFirst<View, Silent> engine(view, start, goal, settings, self().steepness(settings), *lease, silent);
        while (engine.step(kExpansionsPerPoll) == Status::running && !poll()) {
        }
        return engine.result();
      });
      reading.unlock();
      if (result.status == Status::no_path) self().not_found();
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
  }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    const std::shared_lock reading(space_->mutex());
    if (const Status known = self().look_ahead(start, goal); known != Status::running) {
      return std::make_unique<SettledSearch>(settled(known, start));
    }
    return own(start, goal, settings, std::make_shared<Silent>());
  }

  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                 std::shared_ptr<Recorder> recorder) override {
    const std::shared_lock reading(space_->mutex());
    if (const Status known = blocked(start, goal); known != Status::running) {
      return std::make_unique<SettledSearch>(settled(known, start));
    }
    return own(start, goal, settings, std::move(recorder));
  }

  Field field(std::span<const Node> sources, bool back, const Poll& poll) override {
    const std::shared_lock reading(space_->mutex());
    const Settings settings{.weight = 0.0, .heuristic = HeuristicKind::zero};
    Field field(space_->size());
    const auto fill = [&]<class View>(const View& view) {
      if constexpr (!View::kJumps) fill_field(view, sources, settings, poll, field);
    };
    if (sources.empty()) return field;
    if (back) {
      self().back_view_of(kNoNode, settings, fill);
    } else {
      self().view_of(kNoNode, settings, fill);
    }
    return field;
  }

  OpenKind open_kind(const Settings& settings) const override {
    const std::shared_lock reading(space_->mutex());
    const auto& derived = static_cast<const Derived&>(*this);
    return derived.view_of(0, settings, [&]<class View>(const View& view) {
      return BestFirst<View, Silent>::open_kind(view, settings, derived.steepness(settings));
    });
  }

 protected:
  explicit SpaceFinder(std::shared_ptr<const Space> space)
      : space_(std::move(space)),
        whole_(std::make_shared<WorkspacePool<std::int64_t>>()),
        real_(std::make_shared<WorkspacePool<double>>()) {}

  Status blocked(Node start, Node goal) const {
    if (!space_->walkable(start)) return Status::blocked_start;
    return space_->walkable(goal) ? Status::running : Status::blocked_goal;
  }

  std::shared_ptr<const Space> space_;

 private:
  static constexpr std::uint64_t kExpansionsPerPoll = 1 << 16;

  Derived& self() noexcept { return static_cast<Derived&>(*this); }

  template <class View>
  auto& pool() noexcept {
    if constexpr (std::is_same_v<typename View::Cost, double>) {
      return *real_;
    } else {
      return *whole_;
    }
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
  void fill_field(const View& view, std::span<const Node> sources, const Settings& settings, const Poll& poll,
                  Field& field) {
    const auto lease = pool<View>().take();
    Silent silent;
    BestFirst<View, Silent> engine(view, sources[0], kNoNode, settings, 0.0, *lease, silent);
    for (const Node source : sources.subspan(1)) engine.add_source(source);
    while (!field.stopped && engine.step(kExpansionsPerPoll) == Status::running) field.stopped = poll();
    engine.each_reached([&](Node node, double cost, Node parent) {
      field.costs[node] = cost;
      field.parents[node] = parent;
    });
  }

  template <class Observer>
  std::unique_ptr<Search> own(Node start, Node goal, const Settings& settings, std::shared_ptr<Observer> observer) {
    return self().with_view(start, goal, settings, [&]<class View>(const View& view) -> std::unique_ptr<Search> {
      return std::make_unique<OwningSearch<Space, View, Observer>>(
          space_, view, start, goal, settings, self().steepness(settings), pool<View>().take(), std::move(observer));
    });
  }

  std::shared_ptr<WorkspacePool<std::int64_t>> whole_;
  std::shared_ptr<WorkspacePool<double>> real_;
};

}  // namespace pathstar
