// Fields over any view: the kernel behind FieldRun, the loop that runs it to its limits, and the same search recorded.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
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
#include "engine/open_list/open_list.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/field_arrays.hpp"
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

  // `walkable(node)`: whether a source counts. `plan`: what the view was made with.
  template <class Walkable>
  FieldRunOver(const View& view, const FieldQuery& query, std::shared_ptr<Workspaces> workspaces,
               const Walkable& walkable, std::vector<double> plan)
      : view_(view), slots_(view.slots()), query_(query), workspaces_(std::move(workspaces)), plan_(std::move(plan)) {
    all_walkable_ = std::all_of(query.sources.begin(), query.sources.end(), walkable);
  }
  FieldRunOver(const FieldRunOver&) = delete;
  FieldRunOver& operator=(const FieldRunOver&) = delete;
  ~FieldRunOver() override {
    if (!arrays_.whole()) spare().give(std::move(arrays_));
  }

  // Begins a search. `by_steps`: its caller steps it, and no step may take long.
  template <class Walkable>
  void start(const Walkable& walkable, bool by_steps) {
    if (!by_steps) {
      arrays_ = FieldArrays<Cost>::unknown(slots_);
    } else if (arrays_.whole()) {
      arrays_ = spare().take(slots_);
    } else {
      arrays_.forget();
    }
    begin(seeds(walkable), Kernel::kPatience);
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
    arrays_ = {LargeArray<Cost>(slots_), LargeArray<Node>(slots_)};
    const std::vector<Seed> sources = seeds(walkable);
    if constexpr (LiesInBlocks<View>) {
      BlockWave wave(view_.block_ground(), true, arrays_.costs, arrays_.parents);
      return run_blocks(wave, sources, sources, done, poll);
    }
    return false;
  }

  bool step(std::uint64_t budget) override {
    if (repair_ != nullptr) {
      go_on_repairing(budget);
      return true;
    }
    if (work_ == nullptr) return false;
    const bool more = work_->kernel.step(budget);
    if (!more) finish();
    return more;
  }
  bool done() const noexcept override { return work_ == nullptr && repair_ == nullptr; }
  double floor() const noexcept override {
    return repair_ != nullptr ? 0.0 : real(work_ ? work_->kernel.floor() : Kernel::kInfinity);
  }
  double cost(Node node) const noexcept override { return real(costs_.empty() ? arrays_.cost(node) : costs_[node]); }
  Node parent(Node node) const noexcept override { return costs_.empty() ? arrays_.parents[node] : parents_[node]; }
  std::uint32_t size() const noexcept override { return slots_; }
  std::uint64_t expanded() const noexcept override {
    return expanded_ + (repair_ ? repair_->work.looked_at() : 0) + (work_ ? work_->kernel.expanded() : 0);
  }
  std::uint64_t written() const noexcept override { return costs_.empty() ? arrays_.written() : slots_; }

  void write(Field& field) override {
    field.expanded = expanded();
    if (!done()) return write_part(field);
    if (costs_.empty()) keep();
    field.parents = parents_;
    field.nearest = nearest_;
    field.costs = doubles(costs_);
  }

  // Follows edits of the space. `view`, `back`: of the space as it is now, the second with every step turned round.
  // False if that is not done: because of the poll, or because a new search is cheaper. A run that has come to its end
  // comes to one again, unless it goes `by_steps`; one that is under way goes on.
  bool repair(const View& view, std::vector<double> plan, const AnyView<Cost>& back, EditedNodes edited, bool by_steps,
              const Poll& poll) {
    if (view.slots() != slots_) return false;
    const bool is_under_way = !done();
    if (work_ != nullptr && plan == plan_ && unseen(edited)) return true;
    plan_ = std::move(plan);
    const std::vector<Node> waiting = is_under_way ? left_waiting() : std::vector<Node>();
    view_ = view;
    if (!costs_.empty()) take_back();
    repair_ = std::make_unique<Repair>(std::move(edited), arrays_, view_, back);
    repair_->waiting = waiting;
    if (by_steps || is_under_way) return true;
    return lies_in_blocks() ? repair_blocks(poll) : repair_at_once(poll);
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
  static constexpr std::size_t kMostCleared = 3;  // and one in this many cleared

  // What a search under way needs and a finished one does not.
  struct Work {
    OpenList<Cost> open;
    Kernel kernel;

    Work(const View& view, std::vector<Seed> seeds, FieldArrays<Cost>& arrays, std::uint64_t patience)
        : kernel(view, std::move(seeds), open, arrays, patience) {}
  };

  // What comes before the search goes on after an edit.
  struct Repair {
    FieldRepair<Cost> work;
    AnyView<Cost> view;
    AnyView<Cost> back;
    std::vector<Node> waiting;  // in the search that was under way

    Repair(EditedNodes edited, FieldArrays<Cost>& arrays, const View& now, const AnyView<Cost>& turned)
        : work(std::move(edited), arrays), view(now), back(turned) {}
  };

  double real(Cost cost) const noexcept {
    return cost < Kernel::kInfinity ? view_.to_double(cost) : std::numeric_limits<double>::infinity();
  }

  // Whether none of the edited nodes was reached, and the same sources count as before.
  bool unseen(const EditedNodes& edited) const {
    const auto reached = [&](Node node) { return arrays_.cost(node) < Kernel::kInfinity; };
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

  SpareArrays<Cost>& spare() noexcept { return workspaces_->spare_arrays<Cost>(); }

  void begin(std::vector<Seed> seeds, std::uint64_t patience) {
    costs_ = {};
    work_ = std::make_unique<Work>(view_, std::move(seeds), arrays_, patience);
  }

  // What waits in the search under way, which ends.
  std::vector<Node> left_waiting() {
    while (repair_ != nullptr) go_on_repairing(kExpansionsPerPoll);
    std::vector<Node> nodes = work_->kernel.waiting();
    finish();
    return nodes;
  }

  void finish() {
    expanded_ += work_->kernel.expanded();
    work_.reset();
  }

  bool step_repair(std::uint64_t budget) {
    if constexpr (LiesInBlocks<View>) {  // whose steps lead both ways
      return repair_->work.clear_and_seed(view_, view_, budget);
    } else {
      return repair_->work.clear_and_seed(repair_->view, repair_->back, budget);
    }
  }
  bool cleared_too_much() const noexcept {
    return repair_->work.cleared().size() > std::max(kSmall, std::size_t{slots_} / kMostCleared);
  }

  void go_on_repairing(std::uint64_t budget) {
    const bool more = step_repair(budget);
    if (cleared_too_much()) {
      const auto walkable = repair_->work.edited().walkable;
      end_repair();
      start(walkable, true);
    } else if (!more) {
      std::vector<Seed> seeds = seeds_of_repair();
      end_repair();
      begin(std::move(seeds), slots_);
    }
  }

  // Comes to the end that a run had come to before the edit.
  bool repair_at_once(const Poll& poll) {
    while (step_repair(kExpansionsPerPoll)) {
      if (cleared_too_much() || poll()) return false;
    }
    if (cleared_too_much()) return false;
    std::vector<Seed> seeds = seeds_of_repair();
    end_repair();
    begin(std::move(seeds), slots_);
    while (step(kExpansionsPerPoll)) {
      if (poll()) return false;
    }
    return true;
  }

  // The same by the block, which finds for itself from where a search goes on.
  bool repair_blocks([[maybe_unused]] const Poll& poll) {
    if constexpr (LiesInBlocks<View>) {
      Repair& repair = *repair_;
      for (std::uint64_t budget = kExpansionsPerPoll; repair.work.clear(view_, budget); budget = kExpansionsPerPoll) {
        if (cleared_too_much() || poll()) return false;
      }
      if (cleared_too_much()) return false;
      BlockWave wave(view_.block_ground(), false, arrays_.costs, arrays_.parents);
      wave.look_at(repair.work.edited().near, repair.work.cleared());
      const std::vector<Seed> sources = seeds(repair.work.edited().walkable);
      const std::vector<Seed> uncovered = seeds_of_repair();
      end_repair();
      return run_blocks(wave, uncovered, sources, nullptr, poll);
    }
    return false;
  }

  std::vector<Seed> seeds_of_repair() {
    for (const Node node : repair_->waiting) repair_->work.add(node);
    std::vector<Seed> seeds = std::move(repair_->work.seeds());
    const std::vector<Seed> sources = this->seeds(repair_->work.edited().walkable);
    for (const Seed& source : sources) {
      if (source.cost < arrays_.cost(source.node)) seeds.push_back(source);
    }
    all_walkable_ = sources.size() == query_.sources.size();
    return seeds;
  }

  void end_repair() {
    expanded_ += repair_->work.looked_at();
    repair_.reset();
  }

  // Ways end at all sources, also where another one offers as little.
  bool run_blocks(BlockWave& wave, std::span<const Seed> seeds, std::span<const Seed> sources,
                  std::atomic<double>* done, const Poll& poll) {
    if (!wave.run(seeds, threads_for(slots_, query_.threads), done, poll)) return false;
    for (const Seed& source : sources) {
      if (arrays_.costs[source.node] == source.cost) arrays_.parents[source.node] = kNoNode;
    }
    expanded_ += wave.expanded();
    return true;
  }

  // Makes of the arrays of a run that is done those that are handed out.
  void keep() {
    arrays_.write_all();
    nearest_ = SharedArray(nearest(arrays_.costs, arrays_.parents));
    costs_ = SharedArray(std::move(arrays_.costs));
    parents_ = SharedArray(std::move(arrays_.parents));
    arrays_ = {};
  }
  void take_back() {
    arrays_ = {taken(costs_), taken(parents_)};
    costs_ = {};
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

  void write_part(Field& field) {
    arrays_.write_all();
    LargeArray<Node> parents = arrays_.parents;
    field.nearest = SharedArray(nearest(arrays_.costs, parents));
    field.parents = SharedArray(std::move(parents));
    field.costs = doubles(SharedArray(arrays_.costs));
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
  std::vector<double> plan_;
  bool all_walkable_ = true;        // no source was left out
  std::uint64_t expanded_ = 0;      // by searches that are over
  std::unique_ptr<Work> work_;      // null once nothing is left
  std::unique_ptr<Repair> repair_;  // null but for what comes before the search goes on after an edit
  FieldArrays<Cost> arrays_;
  // The same once they were handed out.
  SharedArray<Cost> costs_;
  SharedArray<Node> parents_;
  SharedArray<std::uint32_t> nearest_;
};

}  // namespace pathstar
