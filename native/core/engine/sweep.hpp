// One-to-all search: the cost from the nearest source to every node (Dijkstra 1959; Denardo and Fox 1979 for buckets;
// Meyer and Sanders 2003 for steps of many buckets at a time).
//
// When to use: distance fields, where every node is wanted and nothing is known of a goal.
// Needs: a view of a space whose slots are its nodes (successors, slots, steps).
// Guarantee: every cost is the smallest sum of steps, added up from its source; so it does not depend on the order.
// Complexity: each node is expanded about once; a heap adds the logarithm of the open list.
// Differs from the books: what a sweep over a large space waits for is memory. So a node has no record but its cost
//   and a bit that says whether it waits to be expanded. And where neighbours have near numbers, the nodes are cut into
//   regions: the search goes through one region after another, in each from the lowest cost of a window of costs to
//   the highest, and comes back to those into which others have sent a better cost, until the window is done. What it
//   works on stays in the cache; where regions meet, a few nodes are expanded twice.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/open_list.hpp"
#include "engine/settings.hpp"
#include "spaces/hints.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class View>
class Sweep {
 public:
  using Cost = typename View::Cost;

  static constexpr Cost kInfinity = std::numeric_limits<Cost>::has_infinity ? std::numeric_limits<Cost>::infinity()
                                                                            : std::numeric_limits<Cost>::max();

  // `open`: memory to work in. `parents`: one per node. To each node that is reached the one before it is written.
  Sweep(const View& view, std::span<const Node> sources, OpenList<Cost>& open, std::span<Node> parents)
      : view_(view), parents_(parents), costs_(view.slots(), kInfinity), waiting_(view.slots() / 64 + 1), open_(open) {
    plan();
    for (const Node source : sources) {
      costs_[source] = Cost{0};
      if (!set_waiting(source)) stack(0, region_of(source)).push(source);
    }
  }

  // Takes at most `budget` nodes from the open list; false when none is left.
  bool step(std::uint64_t budget) {
    for (Node node; budget != 0; --budget) {
      if (open_.pop(node)) {
        visit(node);
      } else if (!enter_next_region()) {
        return false;
      }
    }
    return true;
  }

  // Per node, in the view's units; kInfinity where no source leads.
  std::vector<Cost>& costs() noexcept { return costs_; }

 private:
  // Whether neighbours have near numbers, and the view knows which costs will be read soon.
  static constexpr bool kIsLocal =
      requires(const View& view, Node node, const Cost* costs) { view.look_around(node, costs); };
  static constexpr std::uint32_t kAhead = 6;   // how many nodes ahead they are asked for
  static constexpr int kRegionBits = 17;       // of a node's number, within a region
  static constexpr Cost kStepsPerWindow = 16;  // of the smallest ones
  static constexpr Cost kWindowsPerStep = 8;   // of the largest ones, at most
  static constexpr Cost kAllCosts = std::numeric_limits<Cost>::max();

  void plan() {
    const StepRange<Cost> steps = view_.steps();
    kind_ = choose_open_list({}, 0.0, steps.smallest, steps.largest, View::kMostRise);
    Cost window = kAllCosts, rise = steps.largest;
    if (kIsLocal && kind_ == OpenKind::bucket && view_.slots() >> kRegionBits != 0) {
      window = rise = std::max(kStepsPerWindow * steps.smallest, steps.largest / kWindowsPerStep);
      region_bits_ = kRegionBits;
    }
    if constexpr (std::is_integral_v<Cost>)
      window = static_cast<Cost>(std::bit_floor(static_cast<std::uint64_t>(window)));
    windows_ = KeyRanges<Cost>(window);
    plan_ = BucketPlan<Cost>::fit(steps.smallest / 2, rise);
    window_mask_ = std::bit_ceil(static_cast<std::uint32_t>(steps.largest / window) + 3) - 1;
    regions_ = ((view_.slots() - 1) >> region_bits_) + 1;
    stacks_.resize(std::size_t{window_mask_ + 1} * regions_);
    open_.start(kind_, Ties::larger_g, plan_);
  }

  void visit(Node node) {
    if constexpr (kIsLocal) {
      if (const Node soon = open_.next(kAhead); soon != kNoNode) view_.look_around(soon, costs_.data());
    }
    if (!waits(node)) return;  // popped a second time
    waiting_[node >> 6] &= ~bit(node);
    Cost* const costs = costs_.data();
    const Cost g = costs[node];
    view_.successors(node, kNoNode, [this, costs, node, g](Node next, Cost step) {
      if (g + step < costs[next]) improve(node, next, g + step);
    });
  }

  PATHSTAR_NOINLINE void improve(Node node, Node next, Cost g) {
    const Cost old = costs_[next];
    costs_[next] = g;
    parents_[next] = node;
    const bool waited = set_waiting(next);
    const std::int64_t window = windows_.number(g);
    const std::uint32_t region = region_of(next);
    if (window == window_ && region == region_) {
      if (!waited || !open_.holds(old, g)) open_.push(g, g, next);
    } else if (!waited || windows_.number(old) != window) {
      stack(window, region).push(next);
    }
  }

  // Goes on to the next region in which something waits: in this window of costs, then in the next.
  bool enter_next_region() {
    for (std::uint32_t windows = 0; windows <= window_mask_ + 1; ++windows) {
      for (std::uint32_t i = 0; i < regions_; ++i) {
        region_ = region_ + 1 < regions_ ? region_ + 1 : 0;
        if (NodeStack& nodes = stack(window_, region_); !nodes.empty()) {
          enter(nodes);
          return true;
        }
      }
      ++window_;
    }
    return false;
  }

  void enter(NodeStack& nodes) {
    open_.start(kind_, Ties::larger_g, plan_);
    open_.start_at(windows_.start(window_));
    while (!nodes.empty()) {
      const Node node = nodes.pop();
      if (waits(node)) open_.push(costs_[node], costs_[node], node);
    }
  }

  std::uint32_t region_of(Node node) const noexcept { return node >> region_bits_; }
  NodeStack& stack(std::int64_t window, std::uint32_t region) noexcept {
    return stacks_[std::size_t{static_cast<std::uint32_t>(window) & window_mask_} * regions_ + region];
  }

  static std::uint64_t bit(Node node) noexcept { return std::uint64_t{1} << (node & 63); }
  bool waits(Node node) const noexcept { return (waiting_[node >> 6] & bit(node)) != 0; }
  bool set_waiting(Node node) noexcept {
    const bool waited = waits(node);
    waiting_[node >> 6] |= bit(node);
    return waited;
  }

  View view_;
  std::span<Node> parents_;
  std::vector<Cost> costs_;
  std::vector<std::uint64_t> waiting_;  // a bit per node: its cost is better than when it was last expanded
  OpenKind kind_ = OpenKind::heap;
  BucketPlan<Cost> plan_{};
  OpenList<Cost>& open_;           // what waits in this region, with a cost in this window
  std::vector<NodeStack> stacks_;  // what waits elsewhere, by window (a ring) and region
  KeyRanges<Cost> windows_;
  std::uint32_t window_mask_ = 0;
  std::uint32_t regions_ = 1;
  int region_bits_ = 31;
  std::int64_t window_ = 0;
  std::uint32_t region_ = 0;
};

}  // namespace pathstar
