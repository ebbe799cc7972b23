// The record of searches over intervals: a table of the intervals that their events name.
#pragma once

#include <cstddef>
#include <vector>

#include "traces/recorder.hpp"

namespace pathstar {

inline constexpr double kIntoGoal = -1.0;     // the interval is the goal
inline constexpr double kIntoNothing = -2.0;  // there is a root, but no interval

// The search node of a search over intervals: the part of a line that a root sees. Places are points of the plane.
struct SeenInterval {
  double left[2];
  double right[2];
  double root[2];
  double into;    // the row of cells, or the polygon, that the search enters over it; or one of the values below
  double before;  // the row of the table whose root comes before its own on the way; -1 if that is the start
};

// Nodes of its events are rows of its table.
class IntervalRecorder : public Recorder {
 public:
  using Recorder::Recorder;

  void add_interval(const SeenInterval& interval) { intervals_.push_back(interval); }
  const std::vector<SeenInterval>& intervals() const noexcept { return intervals_; }

 private:
  std::vector<SeenInterval> intervals_;
};

// The observer with which a search that records its intervals is compiled.
class IntervalObserver {
 public:
  static constexpr bool kRecords = true;

  explicit IntervalObserver(IntervalRecorder* recorder) noexcept : recorder_(recorder) {}

  IntervalRecorder* operator->() const noexcept { return recorder_; }

 private:
  IntervalRecorder* recorder_;
};

}  // namespace pathstar
