// Where all units are at one time and where they go next, for PIBT and its swap rule.
#pragma once

#include <span>
#include <vector>

#include "fleet/common/distances.hpp"
#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

struct Standing {
  const Ground* ground = nullptr;
  std::vector<Spot> goals;           // of each unit; kNoSpot for none
  std::vector<DistanceView> tables;  // of the distances to the goal of each unit that has one
  std::span<const Spot> from;        // where each unit is; kNoSpot if it has left
  std::vector<Spot> to;              // where each unit goes; kNoSpot while undecided
  std::vector<Unit> now, next;       // the unit in each cell, now and next

  Time distance(Unit unit, Spot cell) const noexcept {
    return tables[unit] ? tables[unit][cell] : Time{cell != from[unit]};
  }
  // Whether a unit wants to stay where it is.
  bool is_home(Unit unit) const noexcept { return goals[unit] == kNoSpot || goals[unit] == from[unit]; }
  bool is_undecided(Unit unit) const noexcept { return to[unit] == kNoSpot; }

  void send(Unit unit, Spot cell) noexcept {
    to[unit] = cell;
    next[cell] = unit;
  }
};

}  // namespace pathstar::fleet
