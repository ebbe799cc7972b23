#include "engine/searches/field_run_of.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "engine/block_wave/block_wave.hpp"
#include "engine/driver/drive.hpp"
#include "engine/searches/nearest_source.hpp"
#include "spaces/sole_owner.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kSmall = 512;      // repairs are always worth it up to this many nodes
constexpr std::size_t kMostNear = 24;    // one node in this many may be edited
constexpr std::size_t kMostCleared = 3;  // and one in this many cleared,
constexpr std::size_t kFewCleared = 5;   // or if no step may take long: seeds are sorted at once

// The values of an array, or a copy if they are shared.
template <class T>
LargeArray<T> taken(SharedArray<T>& array) {
  if (const auto held = array.share(); !is_sole_owner(held, 2)) return *held;
  return std::move(array.own());
}

}  // namespace

template <class Cost>
FieldRunOf<Cost>::FieldRunOf(std::uint32_t slots, const FieldQuery& query, std::shared_ptr<Workspaces> workspaces,
                             const Walkable& walkable, std::vector<double> plan)
    : slots_(slots),
      query_(query),
      workspaces_(std::move(workspaces)),
      plan_(std::move(plan)),
      all_walkable_(std::all_of(query.sources.begin(), query.sources.end(), walkable)) {}

template <class Cost>
FieldRunOf<Cost>::~FieldRunOf() {
  if (!arrays_.whole()) spare().give(std::move(arrays_));
}

template <class Cost>
void FieldRunOf<Cost>::start(const Walkable& walkable, bool by_steps) {
  if (!by_steps) {
    arrays_ = FieldArrays<Cost>::unknown(slots_);
  } else if (arrays_.whole()) {
    arrays_ = spare().take(slots_);
  } else {
    arrays_.forget();
  }
  begin(seeds(walkable), OneToAllPlan<Cost>{}.patience);
}

template <class Cost>
bool FieldRunOf<Cost>::solve_blocks(const Walkable& walkable, std::atomic<double>* done, const Poll& poll) {
  arrays_ = {LargeArray<Cost>(slots_), LargeArray<Node>(slots_)};
  const std::vector<Seed> sources = seeds(walkable);
  return run_blocks({nullptr, sources, threads_for(slots_, query_.threads), done}, sources, poll);
}

template <class Cost>
bool FieldRunOf<Cost>::step(std::uint64_t budget) {
  if (repair_ != nullptr) {
    go_on_repairing(budget);
    return true;
  }
  if (ahead_ != nullptr) {
    if (!ahead_->step(budget)) catch_up();
    return !done();
  }
  if (search_ == nullptr) return false;
  const bool more = search_->step(budget);
  if (!more) finish(search_);
  return more;
}

template <class Cost>
double FieldRunOf<Cost>::floor() const noexcept {
  Cost least = repair_ ? repair_->floor : infinite_cost<Cost>();
  if (search_ != nullptr) least = std::min(least, search_->floor());
  if (ahead_ != nullptr) least = std::min(least, ahead_->floor());
  return real(least);
}

template <class Cost>
std::uint64_t FieldRunOf<Cost>::expanded() const noexcept {
  return expanded_ + (repair_ ? repair_->work.looked_at() : 0) + (search_ ? search_->expanded() : 0) +
         (ahead_ ? ahead_->expanded() : 0);
}

template <class Cost>
void FieldRunOf<Cost>::write(Field& field) {
  field.expanded = expanded();
  if (!done()) return write_part(field);
  if (costs_.empty()) keep();
  field.parents = parents_;
  field.nearest = nearest_;
  field.costs = doubles(costs_);
}

template <class Cost>
bool FieldRunOf<Cost>::worth_repairing(std::size_t near) const noexcept {
  return near <= std::max(kSmall, std::size_t{slots_} / kMostNear);
}

template <class Cost>
bool FieldRunOf<Cost>::goes_on(const std::vector<double>& plan, const EditedNodes& edited) {
  if (search_ == nullptr || plan != plan_ || !unseen(edited)) return false;
  write_near(edited);
  return true;
}

template <class Cost>
void FieldRunOf<Cost>::begin_repair(std::vector<double> plan, EditedNodes edited, AnyView<Cost> view,
                                    AnyView<Cost> back) {
  if (!costs_.empty()) take_back();
  write_near(edited);
  Cost floor = floor_of(edited);
  std::vector<Node> waiting;
  if (ahead_ != nullptr) {
    floor = std::min(floor, ahead_->floor());
    end(ahead_, waiting);
  }
  if (search_ != nullptr && plan != plan_) {
    floor = std::min(floor, search_->floor());
    end(search_, waiting);
  }
  plan_ = std::move(plan);
  if (repair_ == nullptr) {
    repair_ = std::make_unique<Repair>(
        Repair{FieldRepair<Cost>(arrays_), std::move(view), std::move(back), std::move(waiting), floor});
  } else {
    repair_->view = std::move(view);
    repair_->back = std::move(back);
    repair_->waiting.insert(repair_->waiting.end(), waiting.begin(), waiting.end());
    repair_->floor = std::min(repair_->floor, floor);
  }
  repair_->work.take_in(std::move(edited));
}

template <class Cost>
bool FieldRunOf<Cost>::repair_to_the_end(const Poll& poll) {
  const bool by_block = lies_in_blocks();  // then the search finds its seeds by itself
  while (step_repair(kExpansionsPerPoll, !by_block)) {
    if (cleared_more_than(kMostCleared) || poll()) return false;
  }
  if (cleared_more_than(kMostCleared)) return false;
  std::vector<Seed> seeds = seeds_of_repair();
  if (by_block) {
    const std::vector<Seed> sources = this->seeds(repair_->work.edited().walkable);
    const bool ended = run_blocks({&repair_->work, seeds, threads_for(slots_, query_.threads), nullptr}, sources, poll);
    end_repair();
    return ended;
  }
  end_repair();
  go_on_from(std::move(seeds));
  while (step(kExpansionsPerPoll)) {
    if (poll()) return false;
  }
  return true;
}

// Whether none of the edited nodes was reached, and the same sources count as before.
template <class Cost>
bool FieldRunOf<Cost>::unseen(const EditedNodes& edited) const {
  const auto reached = [&](Node node) { return arrays_.cost(node) < infinite_cost<Cost>(); };
  return std::none_of(edited.near.begin(), edited.near.end(), reached) && all_walkable_ &&
         std::all_of(query_.sources.begin(), query_.sources.end(), edited.walkable);
}

// A node that costs less was not changed by any edit: a path over a changed step leads to both its ends, and so costs
// as much. Restored sources lie at the beginning of such paths.
template <class Cost>
Cost FieldRunOf<Cost>::floor_of(const EditedNodes& edited) const {
  Cost least = infinite_cost<Cost>();
  for (const Node node : edited.near) least = std::min(least, arrays_.cost(node));
  for (const Seed& source : seeds(edited.walkable)) {
    if (source.cost < arrays_.cost(source.node)) least = std::min(least, source.cost);
  }
  return least;
}

// A search writes around a part of the arrays once, so new steps may lead to unwritten nodes.
template <class Cost>
void FieldRunOf<Cost>::write_near(const EditedNodes& edited) {
  for (const Node node : edited.near) arrays_.write(node);
}

// First costs are doubles; a view of whole units has none (spaces/layers/real_view.hpp).
template <class Cost>
std::vector<FieldSeed<Cost>> FieldRunOf<Cost>::seeds(const Walkable& walkable) const {
  std::vector<Seed> seeds;
  seeds.reserve(query_.sources.size());
  for (std::size_t i = 0; i < query_.sources.size(); ++i) {
    if (walkable(query_.sources[i])) seeds.push_back({static_cast<Cost>(query_.first_cost(i)), query_.sources[i]});
  }
  return seeds;
}

template <class Cost>
void FieldRunOf<Cost>::begin(std::vector<Seed> seeds, std::uint64_t patience) {
  costs_ = {};
  steps_ = steps();
  search_ = search_from(std::move(seeds), arrays_, {steps_, patience});
}

// The search under way continues from these as well; another one expands the seeds before its window.
template <class Cost>
void FieldRunOf<Cost>::go_on_from(std::vector<Seed> seeds) {
  if (search_ == nullptr) return begin(std::move(seeds), slots_);
  seeds = search_->add(std::move(seeds));
  if (!seeds.empty()) ahead_ = search_from(std::move(seeds), arrays_, {steps_, slots_, search_->window()});
}

template <class Cost>
void FieldRunOf<Cost>::catch_up() {
  std::vector<Node> waiting;
  end(ahead_, waiting);
  std::vector<Seed> seeds;
  for (const Node node : waiting) seeds.push_back({arrays_.costs[node], node});
  go_on_from(std::move(seeds));
}

template <class Cost>
void FieldRunOf<Cost>::finish(std::unique_ptr<FieldSearch<Cost>>& search) {
  expanded_ += search->expanded();
  search.reset();
}

template <class Cost>
void FieldRunOf<Cost>::end(std::unique_ptr<FieldSearch<Cost>>& search, std::vector<Node>& waiting) {
  const std::vector<Node> left = search->waiting();
  waiting.insert(waiting.end(), left.begin(), left.end());
  finish(search);
}

template <class Cost>
bool FieldRunOf<Cost>::step_repair(std::uint64_t budget, bool seeds) {
  const bool more = step_work(repair_->work, repair_->view, repair_->back, budget, seeds);
  const std::vector<Seed>& cleared = repair_->work.cleared();
  for (; search_ != nullptr && repair_->forgotten < cleared.size(); ++repair_->forgotten) {
    search_->forget(cleared[repair_->forgotten].node);
  }
  return more;
}

template <class Cost>
bool FieldRunOf<Cost>::cleared_more_than(std::size_t one_in) const noexcept {
  return repair_->work.cleared().size() > std::max(kSmall, std::size_t{slots_} / one_in);
}

template <class Cost>
void FieldRunOf<Cost>::go_on_repairing(std::uint64_t budget) {
  const bool more = step_repair(budget, true);
  if (cleared_more_than(kFewCleared)) {
    const Walkable walkable = repair_->work.edited().walkable;
    end_repair();
    if (search_ != nullptr) finish(search_);
    start(walkable, true);
  } else if (!more) {
    std::vector<Seed> seeds = seeds_of_repair();
    end_repair();
    go_on_from(std::move(seeds));
  }
}

template <class Cost>
std::vector<FieldSeed<Cost>> FieldRunOf<Cost>::seeds_of_repair() {
  for (const Node node : repair_->waiting) repair_->work.add(node);
  std::vector<Seed> seeds = repair_->work.take_seeds();
  const std::vector<Seed> sources = this->seeds(repair_->work.edited().walkable);
  for (const Seed& source : sources) {
    if (source.cost < arrays_.cost(source.node)) seeds.push_back(source);
  }
  all_walkable_ = sources.size() == query_.sources.size();
  return seeds;
}

template <class Cost>
void FieldRunOf<Cost>::end_repair() {
  expanded_ += repair_->work.looked_at();
  repair_.reset();
}

// Paths end at all sources, also if another source offers the same cost.
template <class Cost>
bool FieldRunOf<Cost>::run_blocks(const BlockTask<Cost>& task, std::span<const Seed> sources, const Poll& poll) {
  if (!run_wave(task, arrays_, expanded_, poll)) return false;
  for (const Seed& source : sources) {
    if (arrays_.costs[source.node] == source.cost) arrays_.parents[source.node] = kNoNode;
  }
  return true;
}

// Makes the arrays that are handed out from those of a finished run.
template <class Cost>
void FieldRunOf<Cost>::keep() {
  arrays_.write_all();
  nearest_ = SharedArray(nearest(arrays_.costs, arrays_.parents));
  costs_ = SharedArray(std::move(arrays_.costs));
  parents_ = SharedArray(std::move(arrays_.parents));
  arrays_ = {};
}

template <class Cost>
void FieldRunOf<Cost>::take_back() {
  arrays_ = {taken(costs_), taken(parents_)};
  costs_ = {};
}

// Empty if there is one source; then all nodes belong to it.
template <class Cost>
LargeArray<std::uint32_t> FieldRunOf<Cost>::nearest(const LargeArray<Cost>& costs, LargeArray<Node>& parents) const {
  if (query_.sources.size() < 2) return {};
  const AnyView<Cost> view = any_view();
  NearestSource<Cost> nearest(view, costs, parents, infinite_cost<Cost>());
  for (std::size_t i = 0; i < query_.sources.size(); ++i) {
    nearest.add(query_.sources[i], static_cast<Cost>(query_.first_cost(i)), query_.number(i));
  }
  return nearest.numbers();
}

template <class Cost>
void FieldRunOf<Cost>::write_part(Field& field) {
  arrays_.write_all();
  LargeArray<Node> parents = arrays_.parents;
  field.nearest = SharedArray(nearest(arrays_.costs, parents));
  field.parents = SharedArray(std::move(parents));
  field.costs = doubles(SharedArray(arrays_.costs));
}

template <class Cost>
SharedArray<double> FieldRunOf<Cost>::doubles(const SharedArray<Cost>& costs) const {
  if constexpr (std::is_same_v<Cost, double>) {
    return costs;
  } else {
    LargeArray<double> values(costs.size());
    to_doubles(*costs.share(), values);
    return SharedArray(std::move(values));
  }
}

template class FieldRunOf<std::int64_t>;
template class FieldRunOf<double>;

}  // namespace pathstar
