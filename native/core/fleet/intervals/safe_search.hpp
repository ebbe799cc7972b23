// SIPP, safe interval path planning: the quickest path of one unit around the paths of all others.
//
// A state is a cell and one of the intervals in which no other unit is there. Only the earliest arrival in it counts,
// as a unit that is there earlier can do whatever a later one can. Optimal: no path gets to the goal sooner.
//
// Differs from the paper: times are whole numbers, so the open list is an array of buckets; a limit on the arrival cuts
// off what cannot lead to a cheaper plan; the distance from a cell is found only when a state there is about to be
// expanded, and until then the estimate uses a lower bound; and if the shortest path that the search would try first is
// free, the unit takes it without a search.
//
// Reference: Phillips and Likhachev 2011, SIPP: safe interval path planning for dynamic environments.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/sparse_array.hpp"
#include "fleet/intervals/timetable.hpp"
#include "spaces/layers/interval.hpp"

namespace pathstar::fleet {

class SafeSearch {
 public:
  SafeSearch(const Problem& problem, const Timetable& others);

  // Finds the path with the earliest arrival, at `latest` or before. If there is none, returns false and leaves `path`
  // as it is.
  bool find(Spot start, Spot goal, GrowingDistances& to_goal, Time latest, UnitPath& path);

 private:
  // The best known path to one safe interval.
  struct Label {
    Time arrival;
    std::uint32_t parent;  // another label
    Spot cell;
    Interval interval;   // numbered by the stays before it
    std::uint32_t next;  // another label of the same cell
  };
  // What is known about a cell; out of date unless `search` is that of this search.
  struct Row {
    std::uint32_t search = 0;
    std::uint32_t first = 0;         // label
    Interval last = kFirstInterval;  // the one that was looked up last
  };
  // A state that the unit leaves, and the latest time at which it may arrive in the next cell.
  struct Departure {
    std::uint32_t label;
    Spot cell;
    Time arrival, latest;
  };
  struct FreeTime {
    Time begin, end;
  };

  FreeTime free_time(std::span<const Stay> stays, Interval interval) const noexcept;
  Interval first_interval(Row& row, Spot cell, std::span<const Stay> stays, Time begin) const noexcept;
  Row& row_of(Spot cell);
  Time hold_time(Spot goal) const noexcept;
  bool walk(Spot start, Spot goal, const GrowingDistances& to_goal);
  Departure step(const Departure& from, Time left, const GrowingDistances& to_goal) const;
  Label& label_of(Row& row, Spot cell, Interval interval);
  void expand(std::uint32_t label, const GrowingDistances& to_goal);
  void reach(Spot cell, Time duration, const Departure& from, Time left);
  Time free_arrival(const Departure& from, Spot to, Time earliest, Time latest) const;
  void open(std::uint32_t label, Time estimate);

  const Ground* ground_;
  Rules rules_;
  const Timetable* others_;
  std::pmr::monotonic_buffer_resource memory_{1 << 12};
  SparseArray<Row, 16> rows_;
  std::vector<Label> labels_;
  std::vector<std::pair<Spot, Time>> known_;  // next cells with a known distance, and the durations of the moves
  UnitPath walked_;
  std::vector<std::vector<std::pair<std::uint32_t, Time>>> buckets_;  // labels and their arrivals, by estimate
  std::uint32_t search_ = 0;
  Time lowest_ = 0, now_ = 0;  // the least estimate of all, and that of the state being expanded
  Time latest_ = 0, hold_ = 0;
};

}  // namespace pathstar::fleet
