// Fields over any view: the kernel behind FieldRun, the loop that runs it to its limits, and the same search recorded.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/block_wave/block_wave.hpp"
#include "engine/driver/drive.hpp"
#include "engine/driver/field_run.hpp"
#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/field_repair.hpp"
#include "engine/searches/nearest_source.hpp"
#include "engine/searches/one_to_all.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/sole_owner.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// The places to stop at: place i has the nodes ends[i - 1] to ends[i] - 1 of `nodes`, and any of them will do.
struct StopGroups {
  std::vector<Node> nodes;
  std::vector<std::size_t> ends;

  std::span<const Node> group(std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(nodes).subspan(begin, ends[i] - begin);
  }
};

// Runs the kernel to the limits.
Field run_field(FieldRun& run, const StopGroups& stops, const FieldLimits& limits, const Poll& poll);

// Best-first search without a goal. Over AnyView alone, compiled once (field_runs.cpp).
template <class Cost>
PathResult record_field(const AnyView<Cost>& view, const FieldQuery& query, const StopGroups& stops,
                        const FieldLimits& limits, Recorder& recorder, const Poll& poll,
                        Pool<Workspace<Cost>>& workspaces);

// The values of an array: these, or a copy if somebody else holds them as well.
template <class T>
LargeArray<T> taken(SharedArray<T>& array) {
  if (const auto held = array.share(); !is_sole_owner(held, 2)) return *held;
  return std::move(array.own());
}

template <class View>
class FieldRunOver final : public FieldRun {
 public:
  using Cost = typename View::Cost;

  // `walkable(node)`: whether a source counts.
  template <class Walkable>
  FieldRunOver(const View& view, const FieldQuery& query, std::shared_ptr<Workspaces> workspaces,
               const Walkable& walkable)
      : view_(view), slots_(view.slots()), query_(query), workspaces_(std::move(workspaces)) {
    all_walkable_ = std::all_of(query.sources.begin(), query.sources.end(), walkable);
  }

  // Begins a search that is stepped.
  template <class Walkable>
  void start(const Walkable& walkable) {
    begin(seeds(walkable), LargeArray<Cost>(slots_, Kernel::kInfinity), LargeArray<Node>(slots_, kNoNode),
          Kernel::kPatience);
  }

  // Whether the search may be done by the block, which is faster, but has nothing to show before its end.
  bool lies_in_blocks() const noexcept {
    if constexpr (LiesInBlocks<View>) {
      return fits_blocks(view_.block_ground());
    } else {
      return false;
    }
  }

  // Does all of it by the block. False if the poll stopped it: then the run is of no use.
  template <class Walkable>
  bool solve_blocks(const Walkable& walkable, std::atomic<double>* done, const Poll& poll) {
    const std::vector<Seed> sources = seeds(walkable);
    return solve_blocks({}, true, sources, sources, LargeArray<Cost>(slots_), LargeArray<Node>(slots_), done, poll);
  }

  bool step(std::uint64_t budget) override {
    if (work_ == nullptr) return false;
    const bool more = work_->kernel.step(budget);
    if (!more) finish();
    return more;
  }
  bool done() const noexcept override { return work_ == nullptr; }
  double floor() const noexcept override { return real(work_ ? work_->kernel.floor() : Kernel::kInfinity); }
  double cost(Node node) const noexcept override { return real(work_ ? work_->kernel.cost(node) : costs_[node]); }
  Node parent(Node node) const noexcept override { return work_ ? work_->parents[node] : parents_[node]; }
  std::uint32_t size() const noexcept override { return slots_; }
  std::uint64_t expanded() const noexcept override {
    return expanded_ + (work_ == nullptr ? 0 : work_->kernel.expanded());
  }

  void write(Field& field) override {
    field.expanded = expanded();
    if (work_ != nullptr) return write_part(field);
    field.parents = parents_;
    field.nearest = nearest_;
    field.costs = doubles(costs_);
  }

  // Follows edits of the space. `view`, `back`: of the space as it is now, the second with every step turned round.
  // False if that is not done: because of the poll, or because a new search is cheaper. A run that has not come to its
  // end goes on where it has seen nothing that was edited.
  bool repair(const View& view, const AnyView<Cost>& back, const EditedNodes& edited, const Poll& poll) {
    if (view.slots() != slots_) return false;
    if (work_ != nullptr) return unseen(edited) && view.steps().largest <= view_.steps().largest;
    view_ = view;
    LargeArray<Cost> costs = taken(costs_);
    LargeArray<Node> parents = taken(parents_);
    const std::size_t most = std::max(kSmall, costs.size() / kMostCleared);
    FieldRepair<Cost> repair(edited, costs, parents);
    std::optional<std::vector<Seed>> seeds;
    if constexpr (LiesInBlocks<View>) {  // whose steps lead both ways
      seeds = repair.seeds(view_, view_, most);
    } else {
      seeds = repair.seeds(AnyView<Cost>(view_), back, most);
    }
    if (!seeds) return false;
    const std::vector<Seed> sources = this->seeds(edited.walkable);
    for (const Seed& source : sources) {
      if (source.cost < costs[source.node]) seeds->push_back(source);
    }
    if (lies_in_blocks()) {
      return solve_blocks(edited.near, false, *seeds, sources, std::move(costs), std::move(parents), nullptr, poll);
    }
    begin(std::move(*seeds), std::move(costs), std::move(parents), slots_);
    while (step(kExpansionsPerPoll)) {
      if (poll()) return false;
    }
    return true;
  }

  // Whether this number of edited nodes is small enough to repair.
  bool worth_repairing(std::size_t near) const noexcept {
    return near <= std::max(kSmall, std::size_t{slots_} / kMostNear);
  }

 private:
  using Kernel = OneToAll<View>;
  using Seed = typename Kernel::Seed;

  static constexpr std::size_t kSmall = 512;      // this many nodes are always worth repairing
  static constexpr std::size_t kMostNear = 24;    // one node in this many may be edited
  static constexpr std::size_t kMostCleared = 5;  // and one in this many cleared

  // What a search under way needs and a finished one does not.
  struct Work {
    typename Pool<Workspace<Cost>>::Lease lease;
    LargeArray<Node> parents;
    Kernel kernel;

    Work(Pool<Workspace<Cost>>& pool, const View& view, std::vector<Seed> seeds, LargeArray<Cost> costs,
         LargeArray<Node> before, std::uint64_t patience)
        : lease(pool.take()),
          parents(std::move(before)),
          kernel(view, std::move(seeds), lease->open, std::move(costs), parents, patience) {}
  };

  double real(Cost cost) const noexcept {
    return cost < Kernel::kInfinity ? view_.to_double(cost) : std::numeric_limits<double>::infinity();
  }

  // Whether none of the edited nodes was reached, and the same sources count as before.
  bool unseen(const EditedNodes& edited) const {
    const auto reached = [&](Node node) { return work_->kernel.cost(node) < Kernel::kInfinity; };
    return std::none_of(edited.near.begin(), edited.near.end(), reached) && all_walkable_ &&
           std::all_of(query_.sources.begin(), query_.sources.end(), edited.walkable);
  }

  // First costs are doubles; a view of whole units has none (spaces/real_view.hpp).
  template <class Walkable>
  std::vector<Seed> seeds(const Walkable& walkable) const {
    std::vector<Seed> seeds;
    seeds.reserve(query_.sources.size());
    for (std::size_t i = 0; i < query_.sources.size(); ++i) {
      if (walkable(query_.sources[i])) seeds.push_back({static_cast<Cost>(query_.first_cost(i)), query_.sources[i]});
    }
    return seeds;
  }

  void begin(std::vector<Seed> seeds, LargeArray<Cost> costs, LargeArray<Node> parents, std::uint64_t patience) {
    work_ = std::make_unique<Work>(workspaces_->of<Cost>(), view_, std::move(seeds), std::move(costs),
                                   std::move(parents), patience);
  }

  // `edited`: between which steps changed. `fresh`: nothing is known yet, and the arrays hold nothing. Ways end at all
  // sources, also where another one offers as little.
  bool solve_blocks([[maybe_unused]] std::span<const Node> edited, [[maybe_unused]] bool fresh,
                    [[maybe_unused]] std::span<const Seed> seeds, [[maybe_unused]] std::span<const Seed> sources,
                    [[maybe_unused]] LargeArray<Cost> costs, [[maybe_unused]] LargeArray<Node> parents,
                    [[maybe_unused]] std::atomic<double>* done, [[maybe_unused]] const Poll& poll) {
    if constexpr (LiesInBlocks<View>) {
      BlockWave wave(view_.block_ground(), fresh, costs, parents);
      wave.look_at(edited);
      if (!wave.run(seeds, threads_for(slots_, query_.threads), done, poll)) return false;
      for (const Seed& source : sources) {
        if (costs[source.node] == source.cost) parents[source.node] = kNoNode;
      }
      expanded_ += wave.expanded();
      keep(std::move(costs), std::move(parents));
    }
    return true;
  }

  void finish() {
    expanded_ += work_->kernel.expanded();
    LargeArray<Cost> costs = std::move(work_->kernel.costs());
    LargeArray<Node> parents = std::move(work_->parents);
    work_.reset();
    keep(std::move(costs), std::move(parents));
  }

  void keep(LargeArray<Cost> costs, LargeArray<Node> parents) {
    nearest_ = SharedArray(nearest(costs, parents));
    costs_ = SharedArray(std::move(costs));
    parents_ = SharedArray(std::move(parents));
  }

  // Empty where there is one source; then all belongs to it.
  LargeArray<std::uint32_t> nearest(const LargeArray<Cost>& costs, LargeArray<Node>& parents) const {
    if (query_.sources.size() < 2) return {};
    const AnyView<Cost> view(view_);
    NearestSource<Cost> nearest(view, costs, parents, Kernel::kInfinity);
    for (std::size_t i = 0; i < query_.sources.size(); ++i) {
      nearest.add(query_.sources[i], static_cast<Cost>(query_.first_cost(i)), query_.number(i));
    }
    return nearest.numbers();
  }

  void write_part(Field& field) const {
    LargeArray<Node> parents = work_->parents;
    field.nearest = SharedArray(nearest(work_->kernel.costs(), parents));
    field.parents = SharedArray(std::move(parents));
    field.costs = doubles(SharedArray(work_->kernel.costs()));
  }

  SharedArray<double> doubles(const SharedArray<Cost>& costs) const {
    if constexpr (std::is_same_v<Cost, double>) {
      return costs;
    } else {
      LargeArray<double> values(costs.size());
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = real(costs[i]);
      return SharedArray(std::move(values));
    }
  }

  View view_;
  std::uint32_t slots_;  // a graph may have more by now
  FieldQuery query_;
  std::shared_ptr<Workspaces> workspaces_;
  bool all_walkable_ = true;    // no source was left out
  std::uint64_t expanded_ = 0;  // by searches that are over
  std::unique_ptr<Work> work_;  // null once nothing is left
  // What was found, once nothing is left.
  SharedArray<Cost> costs_;
  SharedArray<Node> parents_;
  SharedArray<std::uint32_t> nearest_;
};

}  // namespace pathstar
