// A ring of buckets that returns its entries exactly in the order of their keys (Denardo and Fox 1979).
//
// When to use: keys that mostly rise, by steps that may cost anything; keys may fall.
// Method: a bucket is a list of entries. When it becomes the current one, they become a heap. Buckets are so narrow
//   that most hold one entry or none; then the ring does all the sorting. A key below the current bucket goes into that
//   heap too. A key beyond the ring waits in a heap of its own until the ring has come near.
// Complexity: a few instructions for each entry where keys are spread, the logarithm of a heap where they are not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/open_list/buckets.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// A waiting node and its sort keys.
template <class Key>
struct OpenEntry {
  Key key;
  Key tie;              // among equal keys the smaller one comes first
  std::uint32_t order;  // then the smaller one of these
  Node node;

  // A type, not a function, so that sorting inlines it.
  struct Later {
    PATHSTAR_INLINE bool operator()(const OpenEntry& a, const OpenEntry& b) const noexcept {
      if (a.key != b.key) return a.key > b.key;
      if (a.tie != b.tie) return a.tie > b.tie;
      return a.order > b.order;
    }
  };
};

template <class Key>
class SortedBuckets {
 public:
  using Entry = OpenEntry<Key>;

  void start(const BucketPlan<Key>& plan) {
    ring_.start(plan.ring, [this](std::size_t at) { heads_[at] = kEnd; });
    if (heads_.size() < plan.ring) heads_.resize(plan.ring, kEnd);
    ranges_ = KeyRanges<Key>(plan.width);
    waiting_.clear();
    free_ = kEnd;
    now_.clear();
    far_.clear();
    current_ = ahead_ = beyond_ = kNone;
  }

  PATHSTAR_INLINE void push(const Entry& entry) {
    const std::int64_t number = ranges_.number(entry.key);
    if (number <= current_) [[unlikely]]
      return push_now(number, entry);
    if (number - current_ > ring_.mask()) [[unlikely]]
      return push_far(entry);
    put(number, entry);
  }

  PATHSTAR_INLINE bool pop(Node& node, Key& key) {
    Entry entry;
    if (!pop(entry)) return false;
    node = entry.node;
    key = entry.key;
    return true;
  }

  PATHSTAR_INLINE bool pop(Entry& entry) {
    while (now_.empty()) [[likely]] {
      const std::uint32_t slot = advance();
      if (slot == kEnd) return false;
      if (waiting_[slot].next == kEnd) [[likely]] {
        entry = waiting_[slot].entry;
        let_go(slot);
        return true;
      }
      fill(slot);
    }
    pop_now(entry);
    return true;
  }

  // After a pop(): a guess at the next node, or kNoNode.
  PATHSTAR_INLINE Node next() const noexcept {
    if (!now_.empty()) return now_.front().node;
    return ahead_ == kNone ? kNoNode : first_of(ahead_).entry.node;
  }
  // The same for the one after it.
  PATHSTAR_INLINE Node next_but_one() const noexcept {
    if (now_.size() > 1) return now_[1].node;
    if (ahead_ == kNone) return kNoNode;
    const Waiting& first = first_of(ahead_);
    if (!now_.empty()) return first.entry.node;
    if (first.next != kEnd) return waiting_[first.next].entry.node;
    return beyond_ == kNone ? kNoNode : first_of(beyond_).entry.node;
  }

  // Calls visit(node) for all waiting nodes, in no order.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const Entry& entry : now_) visit(entry.node);
    for (const Entry& entry : far_) visit(entry.node);
    ring_.each([&](std::size_t at) {
      for (std::uint32_t slot = heads_[at]; slot != kEnd; slot = waiting_[slot].next) visit(waiting_[slot].entry.node);
    });
  }

 private:
  // An entry in a list, or a free slot in the list of those.
  struct Waiting {
    Entry entry;
    std::uint32_t next;
  };

  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  // The head of the list of a bucket in use.
  PATHSTAR_INLINE const Waiting& first_of(std::int64_t number) const noexcept {
    return waiting_[heads_[ring_.at(number)]];
  }

  // Adds to a bucket of the ring after the current one.
  PATHSTAR_INLINE void put(std::int64_t number, const Entry& entry) {
    const std::int64_t later = std::max(ahead_, number);
    ahead_ = std::min(ahead_, number);
    beyond_ = later == ahead_ ? beyond_ : std::min(beyond_, later);
    const std::uint32_t at = ring_.at(number);
    ring_.use(at);
    heads_[at] = keep(entry, heads_[at]);
  }

  // Makes the next bucket the current one, and returns its list; kEnd if there is none.
  PATHSTAR_INLINE std::uint32_t advance() {
    if (!far_.empty()) [[unlikely]]
      bring_near();
    if (ahead_ == kNone) [[unlikely]]
      return kEnd;
    current_ = std::exchange(ahead_, beyond_);
    const std::uint32_t at = ring_.at(current_);
    ring_.free(at);
    if (beyond_ != kNone && !ring_.advance(beyond_)) beyond_ = kNone;
    return std::exchange(heads_[at], kEnd);
  }

  // Adds an entry before a list; returns the head of the longer list.
  PATHSTAR_INLINE std::uint32_t keep(const Entry& entry, std::uint32_t list) {
    if (free_ == kEnd) [[unlikely]]
      add_slot();
    const std::uint32_t slot = free_;
    free_ = std::exchange(waiting_[slot].next, list);
    waiting_[slot].entry = entry;
    return slot;
  }

  PATHSTAR_INLINE void let_go(std::uint32_t slot) noexcept {
    waiting_[slot].next = free_;
    free_ = slot;
  }

  PATHSTAR_NOINLINE void add_slot() {
    waiting_.emplace_back();
    let_go(static_cast<std::uint32_t>(waiting_.size() - 1));
  }

  // Adds to the current bucket. The first entry determines the current bucket.
  PATHSTAR_NOINLINE void push_now(std::int64_t number, const Entry& entry) {
    if (current_ == kNone) current_ = number;
    now_.push_back(entry);
    std::push_heap(now_.begin(), now_.end(), typename Entry::Later());
  }

  PATHSTAR_NOINLINE void pop_now(Entry& entry) {
    if (now_.size() > 1) std::pop_heap(now_.begin(), now_.end(), typename Entry::Later());
    entry = now_.back();
    now_.pop_back();
  }

  // Brings a list into the current bucket.
  PATHSTAR_NOINLINE void fill(std::uint32_t slot) {
    while (slot != kEnd) {
      const auto [entry, next] = waiting_[slot];
      let_go(slot);
      slot = next;
      push_now(current_, entry);
    }
  }

  PATHSTAR_NOINLINE void push_far(const Entry& entry) {
    far_.push_back(entry);
    std::push_heap(far_.begin(), far_.end(), typename Entry::Later());
  }

  // Moves those far entries into the ring that fit once it has moved on to the next bucket.
  PATHSTAR_NOINLINE void bring_near() {
    const std::int64_t next = std::min(ahead_, ranges_.number(far_.front().key));
    while (!far_.empty()) {
      const std::int64_t number = ranges_.number(far_.front().key);
      if (number - next > ring_.mask()) return;
      put(number, far_.front());
      std::pop_heap(far_.begin(), far_.end(), typename Entry::Later());
      far_.pop_back();
    }
  }

  std::vector<std::uint32_t> heads_;  // the beginning of each bucket's list in waiting_
  BucketRing ring_;
  std::vector<Waiting> waiting_;
  std::uint32_t free_ = kEnd;
  std::vector<Entry> now_;        // the current bucket, a heap
  std::int64_t current_ = kNone;  // its number
  std::int64_t ahead_ = kNone;    // that of the next one in use
  std::int64_t beyond_ = kNone;   // and of the one after it
  std::vector<Entry> far_;        // entries beyond the ring, a heap
  KeyRanges<Key> ranges_;
};

}  // namespace pathstar
