// The open list inside a tile: buckets of equal width in a ring, and a heap where buckets do badly.
//
// Buckets are taken from the lowest, and in any order within one (Dial 1969; Denardo and Fox 1979). Entries beyond the
// ring wait aside until the ring comes round. The order decides only how often a cell is expanded, never its cost. If
// the width fits the steps badly, cells are expanded again and again; then all waiting entries move to a heap.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/compiler.hpp"

namespace pathstar::rasters {

struct Entry {
  double cost;
  std::uint32_t cell;
};

// A stack whose push is two instructions and a test; compilers do not inline that of std::vector.
class Bucket {
 public:
  bool empty() const noexcept { return size_ == 0; }

  PATHSTAR_INLINE void push(Entry entry) {
    if (size_ == entries_.size()) [[unlikely]]
      grow();
    entries_[size_++] = entry;
  }
  PATHSTAR_INLINE Entry pop() noexcept { return entries_[--size_]; }

  // Moves all entries to the end of `to`.
  void move_to(std::vector<Entry>& to) {
    to.insert(to.end(), entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ = 0;
  }

 private:
  PATHSTAR_NOINLINE void grow() { entries_.resize(std::max<std::size_t>(64, 2 * size_)); }

  std::vector<Entry> entries_;  // those from size_ on are spare
  std::size_t size_ = 0;
};

class BucketQueue {
 public:
  // Costs below `base` are allowed: they go into the bucket that is being taken.
  void start(double base, double width) {
    base_ = base;
    per_width_ = 1.0 / width;
    at_ = 0;
    taken_ = 0;
    by_heap_ = false;
  }

  // Whether the costs are spread so widely that scanning the entries aside takes longer than a heap.
  bool too_wide() const noexcept { return taken_ > kMostTaken; }

  PATHSTAR_INLINE void push(std::uint32_t cell, double cost) {
    if (by_heap_) [[unlikely]] {
      push_heap({cost, cell});
      return;
    }
    const std::int64_t bucket = std::max(number(cost), at_);
    if (bucket - at_ >= kRing) [[unlikely]] {
      far_.push_back({cost, cell});
      return;
    }
    const std::size_t slot = static_cast<std::size_t>(bucket) & (kRing - 1);
    ring_[slot].push({cost, cell});
    used_[slot / 64] |= std::uint64_t{1} << (slot % 64);
  }

  // False when nothing is left.
  PATHSTAR_INLINE bool pop(Entry& entry) {
    if (by_heap_) [[unlikely]]
      return pop_heap(entry);
    auto* bucket = &ring_[static_cast<std::size_t>(at_) & (kRing - 1)];
    if (bucket->empty()) {
      if (!advance()) return false;
      bucket = &ring_[static_cast<std::size_t>(at_) & (kRing - 1)];
    }
    entry = bucket->pop();
    return true;
  }

  // Takes up to `most` entries that may be expanded in any order; returns how many. 0 when nothing is left.
  std::size_t pop_some(Entry* entries, std::size_t most) {
    if (!pop(entries[0])) return 0;
    if (by_heap_) return 1;
    Bucket& bucket = ring_[static_cast<std::size_t>(at_) & (kRing - 1)];
    std::size_t count = 1;
    while (count < most && !bucket.empty()) entries[count++] = bucket.pop();
    return count;
  }

  void move_to_heap() {
    if (by_heap_) return;
    for (Bucket& bucket : ring_) bucket.move_to(heap_);
    heap_.insert(heap_.end(), far_.begin(), far_.end());
    far_.clear();
    used_ = {};
    std::make_heap(heap_.begin(), heap_.end(), dearer);
    by_heap_ = true;
  }

 private:
  static constexpr std::int64_t kRing = 256;
  static constexpr std::uint64_t kMostTaken = 1 << 20;
  static constexpr double kLastNumber = 1e15;  // larger numbers share one bucket

  static bool dearer(const Entry& a, const Entry& b) noexcept { return a.cost > b.cost; }

  PATHSTAR_INLINE std::int64_t number(double cost) const noexcept {
    return static_cast<std::int64_t>(std::min((cost - base_) * per_width_, kLastNumber));
  }

  // Goes on to the next bucket that is not empty.
  bool advance() {
    for (;;) {
      const std::int64_t end = (at_ / kRing + 1) * kRing;  // where the ring comes round
      const std::int64_t next = next_used(end);
      if (next < end) {
        at_ = next;
        return true;
      }
      if (far_.empty() && !any_used()) return false;
      at_ = any_used() ? end : std::max(end, lowest_far() / kRing * kRing);
      take_from_far();
    }
  }

  // The first bucket from here to `end` that is not empty, or `end`. Clears the marks of empty ones.
  std::int64_t next_used(std::int64_t end) noexcept {
    const auto here = static_cast<std::size_t>(at_) & (kRing - 1);
    if (ring_[here].empty()) used_[here / 64] &= ~(std::uint64_t{1} << (here % 64));
    std::size_t slot = here;
    while (slot < kRing) {
      const std::uint64_t marks = used_[slot / 64] >> (slot % 64);
      if (marks != 0) return end - kRing + static_cast<std::int64_t>(slot) + std::countr_zero(marks);
      slot = (slot / 64 + 1) * 64;
    }
    return end;
  }

  bool any_used() const noexcept { return (used_[0] | used_[1] | used_[2] | used_[3]) != 0; }

  std::int64_t lowest_far() const noexcept {
    const auto lowest =
        std::min_element(far_.begin(), far_.end(), [](const Entry& a, const Entry& b) { return a.cost < b.cost; });
    return number(lowest->cost);
  }

  void take_from_far() {
    std::size_t kept = 0;
    taken_ += far_.size();
    for (const Entry entry : far_) {
      const std::int64_t bucket = number(entry.cost);
      if (bucket - at_ >= kRing) {
        far_[kept++] = entry;
      } else {
        push(entry.cell, entry.cost);
      }
    }
    far_.resize(kept);
  }

  void push_heap(Entry entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), dearer);
  }

  bool pop_heap(Entry& entry) {
    if (heap_.empty()) return false;
    std::pop_heap(heap_.begin(), heap_.end(), dearer);
    entry = heap_.back();
    heap_.pop_back();
    return true;
  }

  double base_ = 0, per_width_ = 1;
  std::int64_t at_ = 0;
  std::uint64_t taken_ = 0;  // entries scanned in take_from_far
  bool by_heap_ = false;
  std::array<std::uint64_t, kRing / 64> used_{};
  std::array<Bucket, kRing> ring_;
  std::vector<Entry> far_, heap_;
};

}  // namespace pathstar::rasters
