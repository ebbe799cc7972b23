// SIPPS: the path of one unit that meets the fewest others, and the quickest of those paths.
//
// The paths of others are not obstacles here; each unit that is met costs one conflict. A state is a cell and a span of
// time in which the same units are there. States are expanded in the order of conflicts, then of estimated arrival, so
// that a later state in a span is useful only if it arrives earlier than all before.
//
// Differs from the paper: it counts each unit in a cell; the paper counts occupied cells.
//
// Reference: Li, Chen, Harabor, Stuckey and Koenig 2022, MAPF-LNS2: fast repairing for multi-agent path finding via
// large neighborhood search.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/sparse_array.hpp"
#include "fleet/intervals/timetable.hpp"

namespace pathstar::fleet {

class SoftSearch {
 public:
  SoftSearch(const Problem& problem, const Timetable& others);

  // Finds the path of a unit; there is one if the goal can be reached. False if the budget was used up first.
  bool find(Spot start, Spot goal, const DistanceTable& to_goal, Budget& budget, UnitPath& path);

 private:
  struct Span {
    Time begin, end;
    std::uint32_t there;     // units in the cell
    std::uint32_t arriving;  // those of them that arrive at `begin`
    std::uint32_t later;     // units that arrive at `end` or later
    Time closed;             // the earliest arrival of a state that was expanded
    std::uint32_t open_conflicts;
    Time open_arrival;  // of the best open state, with its conflicts
  };
  struct Row {
    std::uint32_t search = 0;
    std::uint32_t first = 0, count = 0;  // in spans_
  };
  struct State {
    Spot cell;
    std::uint32_t span;
    Time arrival;
    std::uint32_t conflicts;
    std::uint32_t parent;
  };
  struct Entry {
    std::uint32_t conflicts;
    Time estimate;
    Time arrival;
    std::uint32_t state;
    bool ends;  // whether the path ends here, with the conflicts that follow from that
  };

  const Row& spans_of(Spot cell);
  void make_spans(Spot cell);
  void open(Spot cell, std::uint32_t span, Time arrival, std::uint32_t conflicts, std::uint32_t parent, Time left);
  void push(const Entry& entry);
  void expand(std::uint32_t state, const DistanceTable& to_goal);
  void enter(Spot cell, std::uint32_t from, Time leave_by, Time left);

  const Ground* ground_;
  Rules rules_;
  const Timetable* others_;
  std::pmr::monotonic_buffer_resource memory_{1 << 12};
  SparseArray<Row, 16> rows_;
  std::vector<Span> spans_;
  std::vector<State> states_;
  std::vector<Entry> open_;
  std::vector<std::pair<Time, int>> changes_;  // of the number of units in a cell
  std::uint32_t search_ = 0;
};

}  // namespace pathstar::fleet
