// Counts how often a search over loose buckets opens a closed node again, and when a heap is better.
//
// The rule: the search moves to a heap as soon as it has re-opened more than 1,000 nodes, and more than F / 4 + 500,
// where F is the number of nodes that it has expanded for the first time. On ordinary maps it re-opens a few per cent
// and never moves.
//
// Why this bounds the work: let D be the number of distinct nodes that the search expands, and R the number of nodes
// re-opened before the move. Before the move it expands F nodes once, and at most R times one of them again. Estimates
// are consistent, so after the move keys only rise, and no node is expanded twice; that adds at most D expansions. So
// the total is at most F + R + D, except for the rounding of keys, and F is at most D. Up to 2,000 nodes R is at most
// 1,000, for a total of at most 2 D + 1,000. Beyond, R is at most F / 4 + 500, for a total of (2 + 1/4) D + 500; this
// is at most 2 D + 1,000 if a quarter of the F lie in finished buckets, because those have their lowest cost and are
// not expanded after the move.
#pragma once

#include <cstdint>

namespace pathstar {

class Reopenings {
 public:
  // Counts a re-opened node after this many expansions. Returns whether it is time to move to a heap.
  bool add(std::uint64_t expanded) noexcept {
    ++count_;
    return count_ > 1000 && 5 * count_ > expanded + 4 * 500;  // > F / 4 + 500, because F is at least expanded - count
  }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace pathstar
