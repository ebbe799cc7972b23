// Counts how often a search over loose buckets opens a closed node again, and says when a heap serves it better.
//
// Why this bounds the work. Let D be the number of distinct nodes that the search expands. Estimates are consistent, so
// a finished bucket is final: each node closed in it has its lowest cost and is never opened again. Let F be how many
// nodes were expanded for the first time before the current bucket began. The search moves to a heap as soon as it has
// opened more than F + 1,000 nodes again; so up to then it expands at most D nodes once and F + 1,000 once more. From
// there on keys only rise, so no node is expanded twice; and none is expanded that a finished bucket holds, so at most
// D - F are. First and repeated expansions before the move and all after it come to at most
// D + (F + 1,000) + (D - F) = 2 D + 1,000, but for the rounding of keys.
//
// F is not noted at every bucket, as that would be work in the search's loop: what was known at the last node opened
// again in an earlier bucket is no more than F, and does as well.
#pragma once

#include <cstdint>
#include <limits>

namespace pathstar {

class Reopenings {
 public:
  static constexpr std::uint64_t kMost = 1000;

  // A closed node is opened again in this bucket, after so many expansions.
  void add(std::int64_t bucket, std::uint64_t expanded) noexcept {
    if (bucket != bucket_) {
      bucket_ = bucket;
      final_ = first_;
    }
    first_ = expanded > count_ ? expanded - count_ : 0;
    ++count_;
  }

  std::uint64_t count() const noexcept { return count_; }
  // At most how many may be opened again.
  std::uint64_t allowed() const noexcept { return final_ + kMost; }

 private:
  std::int64_t bucket_ = std::numeric_limits<std::int64_t>::min();
  std::uint64_t count_ = 0;
  std::uint64_t first_ = 0;  // nodes expanded for the first time, at least, when the last one was opened again
  std::uint64_t final_ = 0;  // the same when the last one of an earlier bucket was
};

}  // namespace pathstar
