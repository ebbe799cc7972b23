// A ring of buckets that gives its entries back exactly in the order of their keys (Denardo and Fox 1979).
//
// When to use: keys that mostly rise, by steps that may cost anything; keys may fall.
// Method: a bucket is a list of entries. When it becomes the current one, they become a heap. Buckets are so narrow
// that
//   most hold one entry or none; then the ring does all the sorting. A key below the current bucket goes into that
//   heap too. A key beyond the ring waits in its last bucket and moves on from there.
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

// A node that waits, and its sort keys.
template <class Key>
struct OpenEntry {
  Key key;
  Key tie;              // among equal keys the smaller one comes first
  std::uint32_t order;  // then the smaller one of these
  Node node;

  // A type, not a function, so that what sorts by it inlines it.
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
    current_ = ahead_ = kNone;
    clipped_ = false;
  }

  PATHSTAR_INLINE void push(const Entry& entry) {
    std::int64_t number = ranges_.number(entry.key);
    if (number <= current_) {
      if (current_ == kNone) current_ = number;
      return push_now(entry);
    }
    if (number - current_ > ring_.mask()) [[unlikely]] {
      number = current_ + ring_.mask();
      clipped_ = true;
    }
    ahead_ = std::min(ahead_, number);
    const std::uint32_t at = ring_.at(number);
    ring_.use(at);
    heads_[at] = keep(entry, heads_[at]);
  }

  PATHSTAR_INLINE bool pop(Node& node, Key& key) {
    Entry entry;
    if (!pop(entry)) return false;
    node = entry.node;
    key = entry.key;
    return true;
  }

  PATHSTAR_INLINE bool pop(Entry& entry) {
    while (now_.empty()) {
      if (ahead_ == kNone) return false;
      current_ = ahead_;
      if (!ring_.advance(ahead_)) ahead_ = kNone;
      const std::uint32_t slot = std::exchange(heads_[ring_.at(current_)], kEnd);
      if (waiting_[slot].next == kEnd && !clipped_) {
        entry = waiting_[slot].entry;
        let_go(slot);
        return true;
      }
      fill(slot);
    }
    if (now_.size() > 1) std::pop_heap(now_.begin(), now_.end(), typename Entry::Later());
    entry = now_.back();
    now_.pop_back();
    return true;
  }

  // After a pop(): a guess at what the next one takes, or kNoNode.
  PATHSTAR_INLINE Node next() const noexcept {
    if (!now_.empty()) return now_.front().node;
    return ahead_ == kNone ? kNoNode : waiting_[heads_[ring_.at(ahead_)]].entry.node;
  }

 private:
  // An entry in a list, or a free slot in the list of those.
  struct Waiting {
    Entry entry;
    std::uint32_t next;
  };

  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  // Keeps an entry that comes before a list; returns the head of the longer list.
  PATHSTAR_INLINE std::uint32_t keep(const Entry& entry, std::uint32_t list) {
    std::uint32_t slot = free_;
    if (slot != kEnd) {
      free_ = waiting_[slot].next;
    } else {
      slot = static_cast<std::uint32_t>(waiting_.size());
      waiting_.emplace_back();
    }
    waiting_[slot] = {entry, list};
    return slot;
  }

  PATHSTAR_INLINE void let_go(std::uint32_t slot) noexcept {
    waiting_[slot].next = free_;
    free_ = slot;
  }

  void push_now(const Entry& entry) {
    now_.push_back(entry);
    std::push_heap(now_.begin(), now_.end(), typename Entry::Later());
  }

  // Brings a list into the current bucket, except what a later bucket is meant for.
  PATHSTAR_NOINLINE void fill(std::uint32_t slot) {
    while (slot != kEnd) {
      const auto [entry, next] = waiting_[slot];
      let_go(slot);
      slot = next;
      if (clipped_ && ranges_.number(entry.key) > current_) {
        push(entry);
      } else {
        push_now(entry);
      }
    }
  }

  std::vector<std::uint32_t> heads_;  // where each bucket's list begins in waiting_
  BucketRing ring_;
  std::vector<Waiting> waiting_;
  std::uint32_t free_ = kEnd;
  std::vector<Entry> now_;        // the current bucket, a heap
  std::int64_t current_ = kNone;  // its number
  std::int64_t ahead_ = kNone;    // that of the next one in use
  bool clipped_ = false;          // whether a list may hold a key beyond its bucket
  KeyRanges<Key> ranges_;
};

}  // namespace pathstar
