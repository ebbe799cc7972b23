// What the finders of all spaces share: how a search is begun, run, kept and answered.
//
// Every (view, observer) pair is compiled where a finder is derived from this. Derived offers
//   view_of(goal, settings, body)         calls body(view) with the view that the settings ask for,
//   back_view_of(goal, settings, body)    the same with every step turned round,
//   with_view(start, goal, settings, body)  the same, masked where the settings ask for that,
//   with_both_views(start, goal, settings, body)  calls body(forward, backward): the second is a view of the space
//                                         turned round, whose estimate is of the cost from the start,
//   look_ahead(start, goal)               what can be said without a search: `running` if nothing,
//   not_found()                           called after a search found no path, with no lock held,
//   steepness(settings)                   the largest fall of the weighted estimate per unit of a step's cost,
//   rule()                                how paths are kept,
// and the space walkable(node), revision() and mutex(), which a running search holds shared, so that an edit waits for
// it. Where steps cannot be followed back, Derived says kReversible = false and has no views backwards; nothing that
// needs one may then be asked for.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/best_first.hpp"
#include "engine/bidirectional.hpp"
#include "engine/finder.hpp"
#include "engine/iterative_deepening.hpp"
#include "engine/sweep.hpp"
#include "engine/workspace_pool.hpp"

namespace pathstar {

// An engine with the memory that it works in.
template <class View, class Observer>
struct OneWay {
  typename WorkspacePool<typename View::Cost>::Lease lease;
  BestFirst<View, Observer> engine;
};

template <class Forward, class Backward>
struct BothWays {
  using Lease = typename WorkspacePool<typename Forward::Cost>::Lease;

  Lease forward, backward;
  Bidirectional<Forward, Backward> engine;
};

// An engine that needs no memory of the pools.
template <class View>
struct Alone {
  IterativeDeepening<View> engine;
};

// A search that owns all it needs. `make` answers its engine and memory.
template <class Space, class Run, class Observer>
class OwningSearch final : public Search {
 public:
  template <class Make>
  OwningSearch(std::shared_ptr<const Space> space, std::shared_ptr<Observer> observer, const Make& make)
      : space_(std::move(space)), revision_(space_->revision()), observer_(std::move(observer)), run_(make()) {}

  Status step(std::uint64_t budget) override {
    const std::scoped_lock turn(turn_);
    const std::shared_lock reading(space_->mutex());
    if (run_.engine.status() == Status::running && space_->revision() != revision_) throw StaleSearch();
    return run_.engine.step(budget);
  }
  void stop() override {
    const std::scoped_lock turn(turn_);
    run_.engine.stop();
  }
  Status status() const override {
    const std::scoped_lock turn(turn_);
    return run_.engine.status();
  }
  PathResult result() const override {
    const std::scoped_lock turn(turn_);
    return run_.engine.result();
  }

 private:
  std::shared_ptr<const Space> space_;
  const std::uint64_t revision_;
  std::shared_ptr<Observer> observer_;
  mutable std::mutex turn_;
  Run run_;
};

// A search that was over before it began.
class SettledSearch final : public Search {
 public:
  explicit SettledSearch(PathResult result) : result_(std::move(result)) {}
  Status step(std::uint64_t) override { return result_.status; }
  void stop() override {}
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
      Silent silent;
      result = with_run(start, goal, settings, silent, [&](const auto& make) {
        auto run = make();
        while (run.engine.step(kExpansionsPerPoll) == Status::running && !poll()) {
        }
        return run.engine.result();
      });
      reading.unlock();
      if (result.status == Status::no_path) self().not_found();
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
  }

  void costs_from(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) override {
    std::shared_lock reading(space_->mutex());
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const Status known = self().look_ahead(start, goals[i]);
      costs[i] = known == Status::found ? 0.0 : std::numeric_limits<double>::infinity();
      if (known == Status::running) left.push_back(i);
    }
    if (left.empty()) return;
    const Settings settings{.weight = 0.0, .heuristic = HeuristicKind::zero};
    self().view_of(kNoNode, settings, [&]<class View>(const View& view) {
      if constexpr (!View::kJumps) fill_costs(view, start, goals, settings, poll, left, costs);
    });
    reading.unlock();
    if (!left.empty()) self().not_found();
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
      if constexpr (!View::kJumps && !Implicit<View>) fill_field(view, sources, poll, field);
    };
    if (sources.empty()) return field;
    if constexpr (Derived::kReversible) {
      if (back) {
        self().back_view_of(kNoNode, settings, fill);
        return field;
      }
    }
    self().view_of(kNoNode, settings, fill);
    return field;
  }

  PathResult detour(Node goal, const Settings& settings, const Detour& detour, const Poll& poll) override {
    const std::shared_lock reading(space_->mutex());
    return self().view_of(goal, settings, [&]<class View>(const View& view) {
      PathResult result;
      if constexpr (!View::kJumps && !Implicit<View>) {
        const auto lease = pool<View>().take();
        Silent silent;
        const DetourView<View> masked(view, detour);
        BestFirst<DetourView<View>, Silent> engine(masked, detour.spur(), goal, settings, 1.0, *lease, silent);
        while (engine.step(kExpansionsPerPoll) == Status::running && !poll()) {
        }
        result = engine.result();
        if (result.status == Status::found) {
          std::vector<Node> chain(detour.root.begin(), detour.root.end() - 1);
          const std::vector<Node> rest = result.nodes();
          chain.insert(chain.end(), rest.begin(), rest.end());
          write_answer(view, std::move(chain), result);
        }
      }
      return result;
    });
  }

  OpenKind open_kind(const Settings& settings) const override {
    const std::shared_lock reading(space_->mutex());
    const auto& derived = static_cast<const Derived&>(*this);
    return derived.view_of(0, settings, [&]<class View>(const View& view) {
      return BestFirst<View, Silent>::open_kind(view, settings, derived.steepness(settings));
    });
  }

 protected:
  static constexpr bool kReversible = true;

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
  static constexpr std::uint64_t kExpansionsPerLook = 1 << 10;  // for goals reached

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
  void fill_field(const View& view, std::span<const Node> sources, const Poll& poll, Field& field) {
    const auto lease = pool<View>().take();
    Sweep<View> sweep(view, sources, (*lease).open, field.parents);
    while (!field.stopped && sweep.step(kExpansionsPerPoll)) field.stopped = poll();
    if constexpr (std::is_same_v<typename View::Cost, double>) {
      field.costs = std::move(sweep.costs());
    } else {
      for (Node node = 0; node < view.slots(); ++node) {
        if (sweep.costs()[node] < Sweep<View>::kInfinity) field.costs[node] = view.to_double(sweep.costs()[node]);
      }
    }
  }

  // Calls body(make), where make() answers the engine that the settings ask for, with its memory.
  template <class Observer, class Body>
  auto with_run(Node start, Node goal, const Settings& settings, Observer& observer, Body&& body) {
    if constexpr (Derived::kReversible) {
      if (settings.loop == Loop::bidirectional) return with_both_ways(start, goal, settings, body);
    }
    return self().with_view(start, goal, settings, [&]<class View>(const View& view) {
      if constexpr (!View::kJumps && !Observer::kRecords) {
        if (settings.loop == Loop::iterative_deepening) {
          return body([&] { return Alone<View>{{view, start, goal, settings}}; });
        }
      }
      return body([&] {
        auto lease = pool<View>().take();
        auto& workspace = *lease;
        return OneWay<View, Observer>{std::move(lease),
                                      {view, start, goal, settings, self().steepness(settings), workspace, observer}};
      });
    });
  }

  template <class Body>
  auto with_both_ways(Node start, Node goal, Settings settings, Body&& body) {
    // An estimate that overestimates is scaled down until it does not.
    if (const double steep = self().steepness(settings); steep > 1.0) settings.weight /= steep;
    const double steepness = self().steepness(settings);
    return self().with_both_views(start, goal, settings,
                                  [&]<class Forward, class Backward>(const Forward& forward, const Backward& backward) {
                                    return body([&] {
                                      auto first = pool<Forward>().take(), second = pool<Forward>().take();
                                      auto &from_start = *first, &from_goal = *second;
                                      return BothWays<Forward, Backward>{
                                          std::move(first),
                                          std::move(second),
                                          {forward, backward, start, goal, settings, steepness, from_start, from_goal}};
                                    });
                                  });
  }

  // The goals whose numbers are in `left`; those that cannot be reached stay there.
  template <class View>
  void fill_costs(const View& view, Node start, std::span<const Node> goals, const Settings& settings, const Poll& poll,
                  std::vector<std::size_t>& left, std::span<double> costs) {
    const auto lease = pool<View>().take();
    Silent silent;
    BestFirst<View, Silent> engine(view, start, kNoNode, settings, 0.0, *lease, silent);
    const auto reached = [&](std::size_t i) {
      if (engine.closed(goals[i])) costs[i] = engine.path_to(goals[i]).cost;
      return engine.closed(goals[i]);
    };
    for (Status status = Status::running; !left.empty() && status == Status::running && !poll();) {
      status = engine.step(kExpansionsPerLook);
      while (!left.empty() && reached(left.back())) left.pop_back();
    }
    std::erase_if(left, reached);
  }

  template <class Observer>
  std::unique_ptr<Search> own(Node start, Node goal, const Settings& settings, std::shared_ptr<Observer> observer) {
    return with_run(start, goal, settings, *observer, [&](const auto& make) -> std::unique_ptr<Search> {
      return std::make_unique<OwningSearch<Space, decltype(make()), Observer>>(space_, observer, make);
    });
  }

  std::shared_ptr<WorkspacePool<std::int64_t>> whole_;
  std::shared_ptr<WorkspacePool<double>> real_;
};

}  // namespace pathstar
