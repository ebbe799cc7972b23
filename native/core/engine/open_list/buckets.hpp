// A ring of last-in-first-out stacks, one for each small range of keys (Dial 1969; Goldberg 2001 for the window).
//
// When to use: keys that only rise, by steps that are no smaller than a bucket is wide. If steps may cost anything, use
// SortedBuckets.
//
// Push and pop take a few instructions, whatever the size. Inside a bucket, nodes come in reverse order of insertion,
// not in the order of the keys. So a search has to re-open nodes that get better, and to finish the bucket in which it
// closes its goal. A key below the current bucket counts as in it, so keys may fall. No key may exceed the lowest by
// more than the plan says, unless it is pushed as one that may; then it waits in a heap until the ring has come near.
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

#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Key>
struct BucketPlan {
  Key width;            // of a bucket; a power of two if Key is an integer
  std::uint32_t ring;   // the number of buckets in use at once, a power of two
  bool sorted = false;  // whether to keep the exact order of the keys

  static constexpr std::uint32_t kMostBuckets = 4096;

  // A width near `smallest`, the least rise worth distinguishing, but wide enough that a key never rises by more than
  // the ring holds. `key_increase` is the largest rise of a key in one step.
  static PATHSTAR_NOINLINE BucketPlan fit(Key smallest, Key key_increase) noexcept {
    if (!(key_increase > 0)) return {Key{1}, 64};
    Key width = std::max(smallest, static_cast<Key>(key_increase / (kMostBuckets - 3)));
    if constexpr (std::is_integral_v<Key>) {
      width = Key{1} << (std::bit_width(static_cast<std::uint64_t>(std::max(width, Key{1}))) - 1);
      while (key_increase / width > kMostBuckets - 3) width *= 2;
    }
    const auto live = static_cast<std::uint32_t>(key_increase / width) + 3;
    return {width, std::max(64u, std::bit_ceil(live))};
  }
};

// The number of a key's range, for ranges of one width.
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
  // The same without a branch, for pushes that cannot be predicted.
  void push_if(Node node, bool wanted) {
    if (size_ == room_) grow();
    nodes_[size_] = node;
    size_ += wanted;
  }
  bool empty() const noexcept { return size_ == 0; }
  std::uint32_t size() const noexcept { return size_; }
  Node top(std::uint32_t below = 0) const noexcept { return nodes_[size_ - 1 - below]; }
  Node pop() noexcept { return nodes_[--size_]; }
  // Takes up to `most` from the top; returns how many.
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

// The set of buckets in use in a ring.
class BucketRing {
 public:
  // Calls clear(bucket) for each bucket in use, and empties the set.
  template <class Clear>
  void start(std::uint32_t ring, Clear&& clear) {
    each(clear);
    std::fill(used_.begin(), used_.end(), 0);
    if (used_.size() < ring / 64) used_.resize(ring / 64);
    mask_ = ring - 1;
  }

  std::uint32_t mask() const noexcept { return mask_; }
  std::uint32_t at(std::int64_t number) const noexcept { return static_cast<std::uint32_t>(number) & mask_; }
  void use(std::uint32_t at) noexcept { used_[at >> 6] |= std::uint64_t{1} << (at & 63); }

  void free(std::uint32_t at) noexcept { used_[at >> 6] &= ~(std::uint64_t{1} << (at & 63)); }

  // Moves the number of a bucket on to the next one in use; false if there is no other.
  bool advance(std::int64_t& number) const noexcept {
    const std::uint32_t from = at(number);
    const std::uint32_t words = (mask_ + 1) / 64;
    std::uint64_t bits = used_[from >> 6] & (~std::uint64_t{1} << (from & 63));
    for (std::uint32_t i = 0; i <= words; ++i) {
      const std::uint32_t word = ((from >> 6) + i) & (words - 1);
      if (i != 0) bits = used_[word];
      if (bits != 0) {
        const std::uint32_t next = word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
        number += (next - from) & mask_;
        return next != from;
      }
    }
    return false;
  }

  // Calls visit(bucket) for each bucket in use.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t word = 0; word < used_.size(); ++word) {
      for (std::uint64_t bits = used_[word]; bits != 0; bits &= bits - 1) {
        visit(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

 private:
  std::vector<std::uint64_t> used_;
  std::uint32_t mask_ = 0;
};

template <class Key>
class Buckets {
 public:
  Buckets() = default;
  Buckets(const Buckets&) = delete;  // stack_ points into it
  Buckets& operator=(const Buckets&) = delete;

  void start(const BucketPlan<Key>& plan) {
    ring_.start(plan.ring, [this](std::size_t at) { stacks_[at].clear(); });
    if (stacks_.size() < plan.ring) stacks_.resize(plan.ring);
    ranges_ = KeyRanges<Key>(plan.width);
    far_.clear();
    current_ = kNone;
    stack_ = stacks_.data();  // empty, as all are
    sealed_ = false;
  }

  void push(Key key, Node node) {
    std::int64_t number = bucket_of(key);
    if (number < current_) [[unlikely]] {
      if (current_ == kNone) move_to(number);
      number = current_;
    }
    const std::uint32_t at = ring_.at(number);
    NodeStack& stack = stacks_[at];
    if (stack.empty()) ring_.use(at);
    stack.push(node);
  }

  // The same for a key that may lie anywhere above the lowest.
  void push_any(Key key, Node node) {
    if (current_ != kNone && bucket_of(key) - current_ > ring_.mask()) {
      far_.push_back({key, node});
      std::push_heap(far_.begin(), far_.end(), Far::later);
    } else {
      push(key, node);
    }
  }

  bool pop(Node& node) {
    if (stack_->empty() && (current_ == kNone || sealed_ || !advance())) return false;
    node = stack_->pop();
    return true;
  }

  // The node that pop() takes after `others` more, if nothing is added and they are in this bucket; else kNoNode.
  Node next(std::uint32_t others) const noexcept { return stack_->size() > others ? stack_->top(others) : kNoNode; }

  // Calls visit(node) for all waiting nodes, in no order.
  template <class Visit>
  void each(Visit&& visit) const {
    ring_.each([&](std::size_t at) {
      for (std::uint32_t i = 0; i < stacks_[at].size(); ++i) visit(stacks_[at].top(i));
    });
    for (const Far& far : far_) visit(far.node);
  }

  // A lower bound of the remaining keys.
  Key floor() const noexcept { return floor_; }

  void seal() noexcept { sealed_ = true; }
  bool current_empty() const noexcept { return stack_->empty(); }

 private:
  // A node with a key beyond the ring.
  struct Far {
    Key key;
    Node node;

    static bool later(const Far& a, const Far& b) noexcept { return a.key > b.key; }
  };

  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  std::int64_t bucket_of(Key key) const noexcept { return ranges_.number(key); }

  // Makes a bucket the current one.
  void move_to(std::int64_t number) noexcept {
    current_ = number;
    stack_ = &stacks_[ring_.at(number)];
    floor_ = ranges_.start(number);
  }

  // Moves on to the next bucket in use; false when there is none. Rare beside pops, so not inlined into their loops.
  PATHSTAR_NOINLINE bool advance() {
    std::int64_t number = current_;
    ring_.free(ring_.at(number));
    const bool more = ring_.advance(number);
    if (far_.empty()) {
      if (more) move_to(number);
      return more;
    }
    const std::int64_t nearest = bucket_of(far_.front().key);
    move_to(more ? std::min(number, nearest) : nearest);
    while (!far_.empty() && bucket_of(far_.front().key) - current_ <= ring_.mask()) {
      push(far_.front().key, far_.front().node);
      std::pop_heap(far_.begin(), far_.end(), Far::later);
      far_.pop_back();
    }
    return true;
  }

  std::vector<NodeStack> stacks_;
  BucketRing ring_;
  std::vector<Far> far_;
  std::int64_t current_ = kNone;
  // Of the current bucket: its nodes, and the lowest key of its range.
  NodeStack* stack_ = nullptr;
  Key floor_{};
  KeyRanges<Key> ranges_;
  bool sealed_ = false;
};

}  // namespace pathstar
