// The limits of one query besides its number of expansions: the cost of the path and the time of the search.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>

#include "paths/result.hpp"

namespace pathstar {

inline constexpr double kNoLimit = std::numeric_limits<double>::infinity();
inline constexpr std::uint64_t kExpansionsPerClock = 1 << 10;  // between two looks at the clock

// Two sums of the same costs may differ by rounding.
inline double with_rounding(double max_cost) noexcept { return max_cost * (1.0 + 1e-9); }

// The least cost of a view that exceeds the limit.
template <class View>
typename View::Cost first_cost_beyond(const View& view, double max_cost) {
  using Cost = typename View::Cost;
  constexpr Cost kMost = std::numeric_limits<Cost>::max();
  if (max_cost == kNoLimit) return kMost;
  const double units = with_rounding(max_cost) / view.to_double(Cost{1});
  if (!(units < static_cast<double>(kMost) / 2)) return kMost;
  if constexpr (std::numeric_limits<Cost>::is_integer) {
    return static_cast<Cost>(units) + 1;
  } else {
    return std::max(std::nextafter(units, kMost), std::numeric_limits<Cost>::min());
  }
}

// The result, or `limit` if there is none within the limit.
inline PathResult within_cost(PathResult result, double max_cost) {
  if (result.status != Status::found || result.cost <= with_rounding(max_cost)) return result;
  PathResult none;
  none.status = Status::limit;
  none.rule = result.rule;
  none.stats = result.stats;
  none.revision = result.revision;
  none.seconds = result.seconds;
  return none;
}

// The remaining time of a search. It runs only while the search works, not while a caller holds it between steps.
class WorkTime {
 public:
  explicit WorkTime(double max_seconds) noexcept : left_(max_seconds) {}

  // Runs at most `budget` expansions, fewer if the time is over; then the search is stopped.
  template <class Search>
  Status step(Search& search, std::uint64_t budget) {
    if (left_ == kNoLimit) return search.step(budget);
    Status status = search.status();
    while (status == Status::running && budget != 0) {
      if (left_ <= 0.0) {
        search.stop();
        return search.status();
      }
      const std::uint64_t part = std::min(budget, kExpansionsPerClock);
      const auto begin = std::chrono::steady_clock::now();
      status = search.step(part);
      left_ -= std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      budget -= part;
    }
    return status;
  }

 private:
  double left_;
};

// A timed search, for drive().
template <class Search>
class TimedWork {
 public:
  TimedWork(Search& search, WorkTime& time) noexcept : search_(search), time_(time) {}
  Status step(std::uint64_t budget) { return time_.step(search_, budget); }

 private:
  Search& search_;
  WorkTime& time_;
};

}  // namespace pathstar
