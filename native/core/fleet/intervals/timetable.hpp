// Which units are in each cell when: for each cell, the stays of units there, ordered by their begin.
//
// In plans without conflicts, stays do not overlap; in plans under repair, they may. Paths are added and removed as a
// whole.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/sparse_array.hpp"

namespace pathstar::fleet {

// A unit is in the cell at the times begin, ..., end - 1. It comes from the cell `from`; at time 0 that is the cell
// itself.
struct Stay {
  Time begin;
  Time end;  // kForever if the unit stays
  Unit unit;
  Spot from;
};

// Calls body(cell, Stay) for each stay of a path.
template <class Body>
void each_stay(const UnitPath& path, Unit unit, const Rules& rules, Body&& body) {
  for (std::size_t begin = 0; begin < path.size();) {
    std::size_t end = begin + 1;
    while (end < path.size() && path[end] == path[begin]) ++end;
    const bool last = end == path.size();
    const Time until = last && rules.stay ? kForever : static_cast<Time>(end);
    body(path[begin], Stay{static_cast<Time>(begin), until, unit, path[begin == 0 ? 0 : begin - 1]});
    begin = end;
  }
}

class Timetable {
 public:
  explicit Timetable(const Problem& problem) : rules_(problem.rules), rows_(problem.ground->cells(), memory_) {}

  void add(Unit unit, const UnitPath& path);
  void remove(Unit unit, const UnitPath& path);
  // Adds stays, in any order, to cells without stays. Those that overlap or touch become one.
  void add_merged(std::vector<std::pair<Spot, Stay>>& stays);

  std::span<const Stay> at(Spot cell) const noexcept { return {rows_[cell].stays, rows_[cell].count}; }
  // The index of the first stay that begins at a time or later. Most cells have few stays.
  std::size_t first_from(Spot cell, Time begin) const noexcept {
    const auto stays = at(cell);
    if (stays.size() > kMostInRow) return search_from(stays, begin);
    std::size_t first = 0;
    while (first < stays.size() && stays[first].begin < begin) ++first;
    return first;
  }

  // Calls body(unit) for each unit that moves from one cell to another and arrives at a time.
  template <class Body>
  void each_mover(Spot from, Spot to, Time arrival, Body&& body) const {
    const auto stays = at(to);
    for (std::size_t i = first_from(to, arrival); i < stays.size() && stays[i].begin == arrival; ++i) {
      if (stays[i].from == from) body(stays[i].unit);
    }
  }
  // Calls body(unit) for each unit that a move meets between the cells: the two swap places, or cross.
  template <class Body>
  void each_met(const Ground& ground, Spot from, Spot to, Time arrival, Body&& body) const {
    each_mover(to, from, arrival, body);
    if (!ground.has_crossings()) return;
    for (const auto& [a, b] : ground.crossings(from, to)) {
      each_mover(a, b, arrival, body);
      each_mover(b, a, arrival, body);
    }
  }
  unsigned meets(const Ground& ground, Spot from, Spot to, Time arrival) const noexcept {
    unsigned count = 0;
    each_met(ground, from, to, arrival, [&](Unit) { ++count; });
    return count;
  }
  // Calls body(unit) for each unit that is in a cell at some time from begin to end - 1.
  template <class Body>
  void each_there(Spot cell, Time begin, Time end, Body&& body) const {
    for (const Stay& stay : at(cell)) {
      if (stay.begin >= end) return;
      if (stay.end > begin) body(stay.unit);
    }
  }

 private:
  static constexpr std::size_t kMostInRow = 8;  // up to this many stays, linear search

  struct Row {
    Stay* stays;
    std::uint32_t count, room;
  };

  void insert(Row& row, std::size_t at, const Stay& stay);
  static std::size_t search_from(std::span<const Stay> stays, Time begin) noexcept;

  Rules rules_;
  std::pmr::monotonic_buffer_resource memory_{1 << 13};  // most cells see few units, and stays are freed with the table
  SparseArray<Row, 16> rows_;
};

}  // namespace pathstar::fleet
