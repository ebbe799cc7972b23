// A ring of buckets, one for each small range of keys (Dial 1969; Goldberg 2001 for the window).
//
// A key below the current bucket counts as in it, so keys may fall; none may rise above the lowest by more than the
// plan says, unless it is pushed as one that may: then it waits in a heap until the ring has come near.
//
// There are two kinds of bucket. A NodeStack takes a few instructions per node, whatever its size. It gives back the
// node added last, not the lowest key: a search over it must re-open nodes that get better, and finish the bucket in
// which it closes its goal. An EntryHeap keeps the entries of the current bucket in order, so that the whole ring gives
// exactly the order of one heap; entries that wait in other buckets are not sorted.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "spaces/hints.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Key>
struct BucketPlan {
  Key width;            // of a bucket; a power of two if Key is an integer
  std::uint32_t ring;   // buckets that are live at once, a power of two
  bool sorted = false;  // whether to keep the exact order of the keys

  static constexpr std::uint32_t kMostBuckets = 4096;

  // A width near `smallest`, the least rise that is worth telling apart, wide enough that a key never rises by more
  // than the ring holds; `rise` is the largest rise of a key in one step.
  static PATHSTAR_NOINLINE BucketPlan fit(Key smallest, Key rise) noexcept {
    if (!(rise > 0)) return {Key{1}, 64};
    Key width = std::max(smallest, static_cast<Key>(rise / (kMostBuckets - 3)));
    if constexpr (std::is_integral_v<Key>) {
      width = Key{1} << (std::bit_width(static_cast<std::uint64_t>(std::max(width, Key{1}))) - 1);
      while (rise / width > kMostBuckets - 3) width *= 2;
    }
    const auto live = static_cast<std::uint32_t>(rise / width) + 3;
    return {width, std::max(64u, std::bit_ceil(live))};
  }
};

// Which of the ranges of one width a key lies in.
template <class Key>
class KeyRanges {
 public:
  KeyRanges() = default;
  explicit KeyRanges(Key width) noexcept : width_(width) {  // a power of two if Key is an integer
    if constexpr (std::is_integral_v<Key>) {
      shift_ = std::countr_zero(static_cast<std::uint64_t>(width));
    } else {
      width_ = std::max(width, std::numeric_limits<Key>::min());  // else the next line may give infinity
      per_key_ = 1.0 / width_;
    }
  }

  std::int64_t number(Key key) const noexcept {
    if constexpr (std::is_integral_v<Key>) {
      return key >> shift_;
    } else {
      return static_cast<std::int64_t>(key * per_key_);
    }
  }

  // The lowest key of a range.
  Key start(std::int64_t number) const noexcept { return static_cast<Key>(number) * width_; }

 private:
  Key width_{1};
  int shift_ = 0;
  double per_key_ = 1.0;
};

// A vector of nodes whose push is a handful of instructions.
class NodeStack {
 public:
  void push(Node node) {
    if (size_ == room_) grow();
    nodes_[size_++] = node;
  }
  // The same without a branch, where it cannot be foretold whether there is something to push.
  void push_if(Node node, bool wanted) {
    if (size_ == room_) grow();
    nodes_[size_] = node;
    size_ += wanted;
  }
  bool empty() const noexcept { return size_ == 0; }
  std::uint32_t size() const noexcept { return size_; }
  Node top(std::uint32_t below = 0) const noexcept { return nodes_[size_ - 1 - below]; }
  Node pop() noexcept { return nodes_[--size_]; }
  // Takes up to `most` from the top; answers how many.
  std::uint32_t pop(Node* nodes, std::uint32_t most) noexcept {
    const std::uint32_t count = std::min(most, size_);
    size_ -= count;
    std::copy_n(nodes_.get() + size_, count, nodes);
    return count;
  }
  void clear() noexcept { size_ = 0; }

 private:
  PATHSTAR_NOINLINE void grow() {
    room_ = room_ ? 2 * room_ : 64;
    std::unique_ptr<Node[]> more(new Node[room_]);
    std::copy_n(nodes_.get(), size_, more.get());
    nodes_ = std::move(more);
  }

  std::unique_ptr<Node[]> nodes_;
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 0;
};

// A node that waits, and what it is sorted by.
template <class Key>
struct OpenEntry {
  Key key;
  Key tie;              // among equal keys the smaller one comes first
  std::uint32_t order;  // then the smaller one of these
  Node node;

  static bool later(const OpenEntry& a, const OpenEntry& b) noexcept {
    if (a.key != b.key) return a.key > b.key;
    if (a.tie != b.tie) return a.tie > b.tie;
    return a.order > b.order;
  }
};

// A bucket of entries: a heap once it is the current one, an unsorted array before.
template <class Key>
class EntryHeap {
 public:
  using Entry = OpenEntry<Key>;

  void push(const Entry& entry) { entries_.push_back(entry); }
  void sort() noexcept { std::make_heap(entries_.begin(), entries_.end(), Entry::later); }
  void push_sorted(const Entry& entry) {
    entries_.push_back(entry);
    std::push_heap(entries_.begin(), entries_.end(), Entry::later);
  }
  Entry pop() noexcept {
    std::pop_heap(entries_.begin(), entries_.end(), Entry::later);
    const Entry entry = entries_.back();
    entries_.pop_back();
    return entry;
  }
  bool empty() const noexcept { return entries_.empty(); }
  void clear() noexcept { entries_.clear(); }

 private:
  std::vector<Entry> entries_;
};

// `Bucket` is a NodeStack, whose items are nodes, or an EntryHeap, whose items are entries.
template <class Key, class Bucket>
class Buckets {
 public:
  using Item = decltype(std::declval<Bucket&>().pop());

  void start(const BucketPlan<Key>& plan) {
    for (std::size_t word = 0; word < used_.size(); ++word) {
      for (std::uint64_t bits = used_[word]; bits != 0; bits &= bits - 1) {
        buckets_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))].clear();
      }
      used_[word] = 0;
    }
    if (buckets_.size() < plan.ring) {
      buckets_.resize(plan.ring);
      used_.resize(plan.ring / 64);
    }
    mask_ = plan.ring - 1;
    ranges_ = KeyRanges<Key>(plan.width);
    far_.clear();
    current_ = kNone;
    sealed_ = false;
  }

  void push(Key key, const Item& item) {
    std::int64_t number = bucket_of(key);
    if (number < current_ || current_ == kNone) {
      if (current_ == kNone) current_ = number;
      number = current_;
    }
    const std::uint32_t at = static_cast<std::uint32_t>(number) & mask_;
    used_[at >> 6] |= std::uint64_t{1} << (at & 63);
    if constexpr (kSorted) {
      if (number == current_) return buckets_[at].push_sorted(item);
    }
    buckets_[at].push(item);
  }

  // The same for a key that may lie anywhere above the lowest.
  void push_any(Key key, const Item& item) {
    if (current_ != kNone && bucket_of(key) - current_ > mask_) {
      far_.push_back({key, item});
      std::push_heap(far_.begin(), far_.end(), Far::later);
    } else {
      push(key, item);
    }
  }

  bool pop(Item& item) {
    if (current_ == kNone) return false;
    Bucket* bucket = &current();
    if (bucket->empty()) {
      if (sealed_ || !advance()) return false;
      bucket = &current();
    }
    item = bucket->pop();
    return true;
  }

  // What pop() takes after `others`, if nothing is added before and this bucket still has so many; else kNoNode.
  Node next(std::uint32_t others) const noexcept
    requires std::is_same_v<Bucket, NodeStack>
  {
    const NodeStack& stack = buckets_[static_cast<std::uint32_t>(current_) & mask_];
    return stack.size() > others ? stack.top(others) : kNoNode;
  }

  // Calls visit(node) for all that wait, in no order.
  template <class Visit>
  void each(Visit&& visit) const
    requires std::is_same_v<Bucket, NodeStack>
  {
    for (std::size_t word = 0; word < used_.size(); ++word) {
      for (std::uint64_t bits = used_[word]; bits != 0; bits &= bits - 1) {
        const NodeStack& stack = buckets_[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))];
        for (std::uint32_t i = 0; i < stack.size(); ++i) visit(stack.top(i));
      }
    }
    for (const Far& far : far_) visit(far.item);
  }

  // The number of the current bucket.
  std::int64_t number() const noexcept { return current_; }

  // No key that is still to be popped is lower.
  Key floor() const noexcept { return ranges_.start(current_); }

  void seal() noexcept { sealed_ = true; }
  bool current_empty() const noexcept { return buckets_[static_cast<std::uint32_t>(current_) & mask_].empty(); }

 private:
  static constexpr bool kSorted = !std::is_same_v<Bucket, NodeStack>;

  // What has a key beyond the ring.
  struct Far {
    Key key;
    Item item;

    static bool later(const Far& a, const Far& b) noexcept { return a.key > b.key; }
  };

  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();

  std::int64_t bucket_of(Key key) const noexcept { return ranges_.number(key); }
  Bucket& current() noexcept { return buckets_[static_cast<std::uint32_t>(current_) & mask_]; }

  // Moves on to the next bucket in use; false when there is none.
  bool advance() {
    bool moved = advance_in_ring();
    if (!far_.empty()) {
      const std::int64_t nearest = bucket_of(far_.front().key);
      if (!moved || current_ > nearest) current_ = nearest;
      moved = true;
    }
    if constexpr (kSorted) current().sort();
    while (!far_.empty() && bucket_of(far_.front().key) - current_ <= mask_) {
      push(far_.front().key, far_.front().item);
      std::pop_heap(far_.begin(), far_.end(), Far::later);
      far_.pop_back();
    }
    return moved;
  }

  bool advance_in_ring() noexcept {
    const std::uint32_t from = static_cast<std::uint32_t>(current_) & mask_;
    used_[from >> 6] &= ~(std::uint64_t{1} << (from & 63));
    const std::uint32_t words = (mask_ + 1) / 64;
    std::uint64_t bits = used_[from >> 6] & (~std::uint64_t{0} << (from & 63));
    for (std::uint32_t i = 0; i <= words; ++i) {
      const std::uint32_t word = ((from >> 6) + i) & (words - 1);
      if (i != 0) bits = used_[word];
      if (bits != 0) {
        const std::uint32_t at = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
        current_ += (at - from) & mask_;
        return true;
      }
    }
    return false;
  }

  std::vector<Bucket> buckets_;
  std::vector<std::uint64_t> used_;
  std::vector<Far> far_;
  std::int64_t current_ = kNone;
  std::uint32_t mask_ = 0;
  KeyRanges<Key> ranges_;
  bool sealed_ = false;
};

}  // namespace pathstar
