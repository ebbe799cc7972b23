// Counts how often a search over loose buckets opens a closed node again, and says when a heap serves it better.
//
// The rule: the search moves to a heap as soon as it has opened more than 1,000 nodes again, and more than F / 4 + 500,
// where F is how many nodes it has expanded for the first time. On ordinary maps it opens a few per cent again and
// never moves.
//
// Why this bounds the work. Let D be the number of distinct nodes that the search expands, and R how many it opened
// again up to the move. Up to the move it expands F nodes once, and at most R times one of them again. Estimates are
// consistent, so from the move on keys only rise, and no node is expanded twice; that makes at most D expansions more.
// So all of them come to at most F + R + D, but for the rounding of keys, and F is at most D. Up to 2,000 nodes R is at
// most 1,000, which makes no more than 2 D + 1,000. Beyond, R is at most F / 4 + 500, which makes (2 + 1/4) D + 500; it
// is no more than 2 D + 1,000 if a quarter of the F lie in finished buckets: those have their lowest cost and are not
// expanded after the move.
#pragma once

#include <cstdint>

namespace pathstar {

class Reopenings {
 public:
  // Counts a closed node that is opened again, after this many expansions. Returns whether it is time to move to a
  // heap.
  bool add(std::uint64_t expanded) noexcept {
    ++count_;
    return count_ > 1000 && 5 * count_ > expanded + 4 * 500;  // > F / 4 + 500, as F is at least expanded - count
  }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace pathstar
