// Where all units stand at one time and where they go next, as PIBT and its swap rule see it.
#pragma once

#include <span>
#include <vector>

#include "fleet/common/distances.hpp"
#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

struct Standing {
  const Ground* ground = nullptr;
  std::vector<Spot> goals;           // of each unit; kNoSpot for those that stay where they are
  std::vector<DistanceView> tables;  // to the goal of each unit that has one
  std::span<const Spot> from;        // where each unit is; kNoSpot where it has left
  std::vector<Spot> to;              // where each goes; kNoSpot while it is undecided
  std::vector<Unit> now, next;       // the unit in each cell, by its place now and by where it goes

  Time distance(Unit unit, Spot cell) const noexcept {
    return tables[unit] ? tables[unit][cell] : Time{cell != from[unit]};
  }
  // Whether a unit would rather stay in the cell where it is.
  bool is_home(Unit unit) const noexcept { return goals[unit] == kNoSpot || goals[unit] == from[unit]; }
  bool is_undecided(Unit unit) const noexcept { return to[unit] == kNoSpot; }

  void send(Unit unit, Spot cell) noexcept {
    to[unit] = cell;
    next[cell] = unit;
  }
};

}  // namespace pathstar::fleet
