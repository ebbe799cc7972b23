// One-to-all search: the cost from the nearest source to every node (Dijkstra 1959; Denardo and Fox 1979 for buckets;
// Meyer and Sanders 2003 for steps of many buckets at a time).
//
// When to use: distance fields, where every node is wanted and nothing is known of a goal.
// Needs: a view of a space whose slots are its nodes (successors, slots, steps).
// Guarantee: every cost is the smallest sum of steps, added up from its source; so it does not depend on the order.
// Complexity: each node is expanded about once. If repeated expansions outnumber first ones by more than 1,000, the
//   open nodes move to a heap, from which each is expanded at most once more: never more than three times the nodes
//   plus 1,000, except for the rounding of costs.
// Differs from the books: a search over a large space mostly waits for memory and for unpredictable branches. So a node
//   has no record except its cost and a bit that says whether it waits to be expanded; the open list is in regions
//   (RegionQueue); and its nodes are taken in batches. First all steps of a batch are compared, then the improvements
//   are written: each is one loop that does not wait for the other.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/driver/settings.hpp"
#include "engine/open_list/open_list.hpp"
#include "engine/open_list/region_queue.hpp"
#include "engine/searches/field_arrays.hpp"
#include "spaces/cells/regions.hpp"
#include "spaces/compiler.hpp"
#include "spaces/small_pages.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// A node to begin at, and its cost.
template <class Cost>
struct FieldSeed {
  Cost cost;
  Node node;
};

// The order of the open nodes of a one-to-all search.
template <class Cost>
struct OneToAllPlan {
  static constexpr std::int64_t kNoWindow = std::numeric_limits<std::int64_t>::max();

  StepRange<Cost> steps;
  std::uint64_t patience = 1000;    // the number of nodes that may be expanded again in any case
  std::int64_t window = kNoWindow;  // it stops before this one; a search by heap does not
};

template <HasSuccessors View>
class OneToAll {
 public:
  using Cost = typename View::Cost;
  using Seed = FieldSeed<Cost>;
  using Plan = OneToAllPlan<Cost>;

  static constexpr Cost kInfinity = infinite_cost<Cost>();

  // `open`: working memory. `arrays`: the known costs and parents, which the search updates. A seed with the known cost
  // of its node is expanded again.
  OneToAll(const View& view, std::vector<Seed> seeds, OpenList<Cost>& open, FieldArrays<Cost>& arrays)
      : OneToAll(view, std::move(seeds), open, arrays, {view.steps()}) {}

  OneToAll(const View& view, std::vector<Seed> seeds, OpenList<Cost>& open, FieldArrays<Cost>& arrays, const Plan& plan)
      : view_(view),
        arrays_(arrays),
        parents_(arrays.parents.data()),
        costs_(arrays.costs.data()),
        patience_(plan.patience),
        end_(plan.window),
        waiting_(view.slots() / 64 + 1),
        seeds_(std::move(seeds)),
        heap_(open) {
    const auto dearer = [](const Seed& a, const Seed& b) { return a.cost > b.cost; };
    if (!std::is_sorted(seeds_.begin(), seeds_.end(), dearer)) std::sort(seeds_.begin(), seeds_.end(), dearer);
    for (const Seed& seed : seeds_) note(seed);
    const StepRange<Cost>& steps = plan.steps;
    by_heap_ = choose_open_list({}, 0.0, steps.smallest, steps.largest, largest_rise(view_)) == OpenKind::heap ||
               (!seeds_.empty() && seeds_.front().cost / steps.smallest > kFarthestSeed);
    heap_.start(OpenKind::heap, Ties::larger_g, {});
    if (!by_heap_) queue_.start(steps, regions());
    plant();
  }

  // Takes about `budget` nodes from the open list; false when none is left.
  bool step(std::uint64_t budget) {
    for (std::uint64_t taken = 0; taken < budget;) {
      const std::uint32_t count = take();
      if (count == 0) {
        if (plant()) continue;
        done_ = true;
        return false;
      }
      taken += count;
      const std::uint32_t left = drop_done(count);
      expanded_ += left;
      if (!arrays_.whole()) write_around(left);
      expand(left);
      if (!by_heap_ && 2 * reopened_ > expanded_ + patience_) move_to_heap();
    }
    return true;
  }

  // The current window of the plan of steps: nodes there or farther may be added.
  std::int64_t window() const noexcept { return by_heap_ ? std::numeric_limits<std::int64_t>::min() : queue_.window(); }

  // Also expands these nodes, at these costs, and returns those before its window.
  std::vector<Seed> add(std::vector<Seed> seeds) {
    patience_ = view_.slots();
    const auto before = std::partition(seeds.begin(), seeds.end(), [this](const Seed& seed) {
      return !by_heap_ && queue_.window_of(seed.cost) < queue_.window();
    });
    for (auto seed = before; seed != seeds.end(); ++seed) {
      note(*seed);
      set_waiting(seed->node);
      if (by_heap_) {
        last_ = std::min(last_, seed->cost);
        heap_.push(seed->cost, seed->cost, seed->node);
      } else {
        queue_.add(seed->node, seed->cost);
      }
    }
    seeds.erase(before, seeds.end());
    return seeds;
  }

  // To be called when other code has cleared the cost of a node: then it no longer waits.
  void forget(Node node) noexcept { waiting_[node >> 6] &= ~bit(node); }

  // The open nodes, and those of seeds that are not on the open list yet.
  std::vector<Node> waiting() const {
    std::vector<Node> nodes;
    each_waiting([&](Node node) { nodes.push_back(node); });
    for (const Seed& seed : seeds_) nodes.push_back(seed.node);
    return nodes;
  }

  // Costs below it are final; kInfinity once nothing is left to do.
  Cost floor() const noexcept {
    if (done_) return kInfinity;
    const Cost waits = by_heap_ ? last_ : queue_.floor();
    return seeds_.empty() ? waits : std::min(waits, seeds_.back().cost);
  }
  bool done() const noexcept { return done_; }
  std::uint64_t expanded() const noexcept { return expanded_; }

 private:
  // Whether neighbours have near numbers, and the view can prefetch costs.
  static constexpr bool kIsLocal = LooksAround<View, Cost>;
  static constexpr std::uint32_t kAhead = 6;                    // the number of nodes that they are prefetched ahead
  static constexpr std::uint32_t kBatch = 64;                   // nodes that are expanded together, at most
  static constexpr std::uint32_t kFound = 1024;                 // improvements written together, at most
  static constexpr Cost kFarthestSeed = std::int64_t{1} << 40;  // in smallest steps; farther nodes have no bucket

  // A path to a node that is better than the one known at the time of comparison.
  struct Better {
    Node from;
    Node to;
    Cost cost;
  };

  Regions regions() const {
    if constexpr (HasRegions<View>) {
      return view_.regions();
    } else {
      return kIsLocal ? Regions::of_numbers(view_.slots()) : Regions();
    }
  }

  void note(const Seed& seed) {
    arrays_.write(seed.node);
    if (seed.cost < costs_[seed.node]) {
      costs_[seed.node] = seed.cost;
      parents_[seed.node] = kNoNode;
    }
  }

  // Puts the cheapest of the remaining seeds on the open list: all in one window, or all. False if there are none.
  bool plant() {
    if (seeds_.empty()) return false;
    if (by_heap_) {
      for (const Seed& seed : seeds_) sow(seed);
      seeds_.clear();
      return true;
    }
    const std::int64_t window = queue_.window_of(seeds_.back().cost);
    auto end = seeds_.end();
    while (end != seeds_.begin() && queue_.window_of(end[-1].cost) == window) --end;
    queue_.open_window(window, end == seeds_.begin() ? end_ : std::min(end_, queue_.window_of(end[-1].cost)));
    for (auto seed = end; seed != seeds_.end(); ++seed) sow(*seed);
    seeds_.erase(end, seeds_.end());
    return true;
  }

  // Unless the node has meanwhile become cheaper or lost its cost.
  void sow(const Seed& seed) {
    if (seed.cost == costs_[seed.node] && !set_waiting(seed.node)) put(seed.node, seed.cost);
  }

  std::uint32_t take() {
    if (by_heap_) {
      if (!heap_.pop(nodes_[0])) return 0;
      last_ = heap_.floor();  // the node may have become dearer since it was pushed
      return 1;
    }
    return queue_.take(nodes_, kBatch, costs_, [this](Node node) { return waits(node); });
  }

  void put(Node node, Cost cost) {
    if (by_heap_) {
      heap_.push(cost, cost, node);
    } else {
      queue_.lower(node, cost, false, cost);
    }
  }

  // The taken nodes that still wait.
  std::uint32_t drop_done(std::uint32_t count) noexcept {
    std::uint32_t left = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Node node = nodes_[i];
      nodes_[left] = node;
      left += waits(node);
      waiting_[node >> 6] &= ~bit(node);
    }
    return left;
  }

  // Makes sure that the arrays are written for all nodes to which steps from the taken nodes lead. If neighbours have
  // near numbers, that is done for whole parts.
  PATHSTAR_NOINLINE void write_around(std::uint32_t count) {
    const auto write = [this](Node next, Cost) { arrays_.write(next); };
    for (std::uint32_t i = 0; i < count; ++i) {
      if constexpr (kIsLocal) {
        const std::uint32_t part = nodes_[i] >> FieldArrays<Cost>::kPartBits;
        if (!arrays_.enter(part)) continue;
        const Node begin = part << FieldArrays<Cost>::kPartBits;
        const Node end = std::min(begin + (Node{1} << FieldArrays<Cost>::kPartBits), view_.slots());
        for (Node node = begin; node < end; ++node) view_.successors(node, kNoNode, write);
      } else {
        view_.successors(nodes_[i], kNoNode, write);
      }
    }
  }

  void expand(std::uint32_t count) {
    if constexpr (ComparesRows<View>) {
      if (view_.has_rows()) return expand_by_rows(count);
    }
    const Cost* const costs = costs_;
    for (std::uint32_t i = 0; i < count; ++i) {
      prefetch_ahead(i, count);
      const Node node = nodes_[i];
      const Cost g = costs[node];
      view_.successors(node, kNoNode, [this, costs, node, g](Node next, Cost step) {
        if (g + step < costs[next]) improve(node, next, g + step);
      });
    }
  }

  void expand_by_rows(std::uint32_t count) {
    const Cost* const costs = costs_;
    for (std::uint32_t i = 0; i < count; ++i) {
      prefetch_ahead(i, count);
      values_[i] = costs[nodes_[i]];
      steps_[i] = view_.lower_steps(nodes_[i], values_[i], costs);
    }
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Node node = nodes_[i];
      view_.each_lower(node, values_[i], steps_[i], costs, [&](Node next, Cost cost) {
        prefetch(parents_, next);
        if (found == kFound) [[unlikely]]
          found = improve_all(found);
        found_[found++] = {node, next, cost};
      });
    }
    improve_all(found);
  }

  // Prefetches the data of a node soon after the i-th.
  PATHSTAR_INLINE void prefetch_ahead(std::uint32_t i, std::uint32_t count) const noexcept {
    if constexpr (kIsLocal) {
      if (by_heap_) return;
      const std::uint32_t at = i + kAhead;
      const Node soon = at < count ? nodes_[at] : queue_.next(at - count);
      if (soon != kNoNode) view_.prefetch_around(soon, costs_);
    }
  }

  // Returns the number that are left.
  std::uint32_t improve_all(std::uint32_t count) {
    for (const Better* one = found_; one != found_ + count; ++one) {
      if (one->cost < costs_[one->to]) improve(one->from, one->to, one->cost);
    }
    return 0;
  }

  PATHSTAR_NOINLINE void improve(Node node, Node next, Cost g) {
    const Cost before = costs_[next];
    reopened_ += static_cast<std::uint64_t>(before < kInfinity && !waits(next));
    costs_[next] = g;
    parents_[next] = node;
    const bool waited = set_waiting(next);
    if (by_heap_) {
      heap_.push(g, g, next);
    } else {
      queue_.lower(next, g, waited, before);
    }
  }

  PATHSTAR_NOINLINE void move_to_heap() {
    last_ = queue_.floor();
    by_heap_ = true;
    each_waiting([&](Node node) { heap_.push(costs_[node], costs_[node], node); });
    plant();
  }

  // Only written nodes can wait; reading the others would touch their memory.
  template <class Visit>
  void each_waiting(Visit&& visit) const {
    const std::size_t words = view_.slots() / 64 + 1;
    for (std::size_t word = 0; word < words; ++word) {
      if (!arrays_.has(static_cast<Node>(word * 64))) continue;
      for (std::uint64_t bits = waiting_[word]; bits != 0; bits &= bits - 1) {
        visit(static_cast<Node>(word * 64) + static_cast<Node>(std::countr_zero(bits)));
      }
    }
  }

  static std::uint64_t bit(Node node) noexcept { return std::uint64_t{1} << (node & 63); }
  bool waits(Node node) const noexcept { return (waiting_[node >> 6] & bit(node)) != 0; }
  bool set_waiting(Node node) noexcept {
    const bool waited = waits(node);
    waiting_[node >> 6] |= bit(node);
    return waited;
  }

  View view_;
  FieldArrays<Cost>& arrays_;
  Node* parents_;
  Cost* costs_;
  std::uint64_t patience_;
  std::int64_t end_;                  // the window that it stops before
  ZeroArray<std::uint64_t> waiting_;  // a bit per node: its cost is better than when it was last expanded
  std::vector<Seed> seeds_;           // not on the open list yet, the cheapest last
  Cost last_{};                       // a lower bound of the waiting costs, by heap
  bool done_ = false;
  std::uint64_t expanded_ = 0;  // with repetitions
  std::uint64_t reopened_ = 0;  // nodes that had to wait again after they were expanded
  bool by_heap_ = false;
  OpenList<Cost>& heap_;     // open nodes, if costs differ by too much for buckets or too many were repeated
  RegionQueue<Cost> queue_;  // otherwise
  Node nodes_[kBatch];       // taken together; with their costs, and the steps that improve others
  Cost values_[kBatch];
  std::uint32_t steps_[kBatch];
  Better found_[kFound];
};

}  // namespace pathstar
