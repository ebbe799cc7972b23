// The open list of a search over a large space: waiting nodes by region, window of costs, and bucket of costs.
//
// If it is known which nodes lie near each other, they are divided into regions. The search goes through one region
// after another, in each from the lowest bucket of a window to the highest, and returns to regions that have received
// better costs from others, until the window is done. Its working memory stays in the cache; where regions meet, a few
// nodes are expanded twice. With one region it is a list of buckets in two levels (Denardo and Fox 1979).
//
// A node's stack cannot be predicted, so it is computed without branches.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/open_list/buckets.hpp"
#include "spaces/cells/regions.hpp"
#include "spaces/compiler.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Cost>
class RegionQueue {
 public:
  void start(const StepRange<Cost>& steps, Regions regions) {
    ranges_ = KeyRanges<Cost>(width_for(steps));
    const std::int64_t key_increase = ranges_.number(steps.largest) + 1;
    const auto buckets =
        std::max(kLeastBuckets, std::bit_ceil(static_cast<std::uint32_t>(key_increase / kWindowsPerStep) + 1));
    window_bits_ = std::countr_zero(buckets);
    bucket_mask_ = buckets - 1;
    window_mask_ = std::bit_ceil(static_cast<std::uint32_t>(key_increase >> window_bits_) + 3) - 1;
    regions_ = std::move(regions);
    stacks_.resize(buckets + (std::size_t{window_mask_} + 1) * regions_.count());
    used_.resize(buckets / 64 + 1);
  }

  // The window of a cost.
  std::int64_t window_of(Cost cost) const noexcept { return ranges_.number(cost) >> window_bits_; }

  // The current window.
  std::int64_t window() const noexcept { return window_; }

  // Moves on to a window; nothing may wait before it. take() stops at the beginning of the window `end`.
  void open_window(std::int64_t window, std::int64_t end) noexcept {
    window_ = window;
    end_ = end;
    region_ = regions_.count();  // none: nodes that are put now wait outside
    bucket_ = bucket_mask_;
  }

  // A lower bound of the waiting costs.
  Cost floor() const noexcept {
    const Cost start = ranges_.start(window_ << window_bits_);
    if constexpr (std::is_integral_v<Cost>) {
      return start;
    } else {
      return start * (1.0 - 0x1p-50);  // the number of a range is rounded
    }
  }

  // A node's cost has become `cost`. If it already `waits` here, it does so with the cost `before`.
  PATHSTAR_INLINE void lower(Node node, Cost cost, bool waits, Cost before) {
    const std::int64_t bucket = ranges_.number(cost), old = ranges_.number(waits ? before : cost);
    const std::int64_t window = bucket >> window_bits_;
    const std::uint32_t region = regions_.of(node);
    const bool here = (window == window_) & (region == region_);
    const bool stays = ((bucket ^ old) >> (here ? 0 : window_bits_)) == 0;
    const std::uint32_t inside = static_cast<std::uint32_t>(bucket) & bucket_mask_;
    const std::size_t outside = place(window, region);
    stacks_[here ? inside : outside].push_if(node, !(waits & stays));
    used_[inside >> 6] |= std::uint64_t{here} << (inside & 63);
  }

  // Adds a node that does not wait yet. Its cost may be below those taken last, but not before the window.
  void add(Node node, Cost cost) {
    lower(node, cost, false, cost);
    if (window_of(cost) != window_ || regions_.of(node) != region_) return;
    bucket_ = std::min(bucket_, static_cast<std::uint32_t>(ranges_.number(cost)) & bucket_mask_);
  }

  // Takes up to `most` nodes of the lowest bucket, some perhaps taken before; 0 when none is left before
  // the end.
  template <class Waits>
  std::uint32_t take(Node* nodes, std::uint32_t most, const Cost* costs, const Waits& waits) {
    while (stacks_[bucket_].empty()) {
      if (!enter_next_bucket() && !enter_next_region(costs, waits)) return 0;
    }
    return stacks_[bucket_].pop(nodes, most);
  }

  // The node taken after `others` more, if nothing is added and they are in this bucket; else kNoNode.
  Node next(std::uint32_t others) const noexcept {
    const NodeStack& stack = stacks_[bucket_];
    return stack.size() > others ? stack.top(others) : kNoNode;
  }

 private:
  static constexpr std::uint32_t kLeastBuckets = 32;  // in a window
  static constexpr std::int64_t kWindowsPerStep = 8;  // of the largest ones, at most
  static constexpr int kMostBuckets = 4096;

  static Cost width_for(const StepRange<Cost>& steps) noexcept {
    const Cost width = std::max(static_cast<Cost>(steps.smallest / 2), static_cast<Cost>(steps.largest / kMostBuckets));
    if constexpr (std::is_integral_v<Cost>) {
      return static_cast<Cost>(std::bit_floor(static_cast<std::uint64_t>(std::max(width, Cost{1}))));
    } else {
      return width;
    }
  }

  std::size_t place(std::int64_t window, std::uint32_t region) const noexcept {
    return bucket_mask_ + 1 + std::size_t{static_cast<std::uint32_t>(window) & window_mask_} * regions_.count() +
           region;
  }

  bool enter_next_bucket() noexcept {
    used_[bucket_ >> 6] &= ~(std::uint64_t{1} << (bucket_ & 63));
    for (std::size_t word = bucket_ >> 6; word < used_.size(); ++word) {
      if (used_[word] == 0) continue;
      bucket_ = static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(used_[word]));
      return true;
    }
    return false;
  }

  // Moves on to the next region with waiting nodes: in this window, then in the next.
  template <class Waits>
  bool enter_next_region(const Cost* costs, const Waits& waits) {
    for (std::uint32_t windows = 0; windows <= window_mask_ + 1; ++windows) {
      for (std::uint32_t i = 0; i < regions_.count(); ++i) {
        region_ = region_ + 1 < regions_.count() ? region_ + 1 : 0;
        if (NodeStack& nodes = stacks_[place(window_, region_)]; !nodes.empty()) {
          enter(nodes, costs, waits);
          return true;
        }
      }
      if (++window_ == end_) return false;
    }
    return false;
  }

  template <class Waits>
  void enter(NodeStack& nodes, const Cost* costs, const Waits& waits) {
    bucket_ = bucket_mask_;
    while (!nodes.empty()) {
      const Node node = nodes.pop();
      if (!waits(node)) continue;
      const std::uint32_t inside = static_cast<std::uint32_t>(ranges_.number(costs[node])) & bucket_mask_;
      stacks_[inside].push(node);
      used_[inside >> 6] |= std::uint64_t{1} << (inside & 63);
      bucket_ = std::min(bucket_, inside);
    }
  }

  KeyRanges<Cost> ranges_;           // the buckets of all windows
  std::vector<NodeStack> stacks_;    // the buckets of this region and window; then by window (a ring) and region
  std::vector<std::uint64_t> used_;  // a bit per bucket
  Regions regions_;
  int window_bits_ = 0;
  std::uint32_t bucket_mask_ = 0;
  std::uint32_t window_mask_ = 0;
  std::uint32_t bucket_ = 0;
  std::int64_t window_ = 0;
  std::int64_t end_ = std::numeric_limits<std::int64_t>::max();
  std::uint32_t region_ = 0;
};

}  // namespace pathstar
