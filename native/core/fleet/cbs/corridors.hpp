// Corridor reasoning: two units that meet head-on where there is no room to pass.
//
// A corridor is a chain of cells with two ways each. Of two units that go through it in opposite directions, the second
// cannot come out before the first has, or goes round. One branching says so, where plain conflicts need one for each
// step that a unit could wait.
//
// Reference: Li et al. 2021, Pairwise symmetry reasoning for multi-agent path finding search. Differs from the paper:
// arrivals are lower bounds, as they count places that are prohibited, but not moves.
#pragma once

#include <optional>

#include "fleet/cbs/conflicts.hpp"
#include "fleet/cbs/constraints.hpp"

namespace pathstar::fleet {

class Corridors {
 public:
  Corridors(const Problem& problem, Distances& distances) : problem_(problem), distances_(distances) {}

  // What one of two units that meet must not do, each as a time before which it must not be at its end of the corridor.
  // None where the conflict is not in a corridor, or where one of them goes the same way as the other.
  std::optional<std::array<Prohibition, 2>> find(const Conflict& conflict, const std::array<const UnitPath*, 2>& paths,
                                                 const std::array<const UnitConstraints*, 2>& constraints);

 private:
  std::vector<Spot> chain_through(Spot cell) const;
  // How soon a unit can be at a cell, at `latest` or before; without going through `closed` unless that is kNoSpot. One
  // later than `latest` if it cannot.
  Time arrival(Unit unit, const UnitConstraints& constraints, Spot cell, Spot closed, Time latest);

  const Problem& problem_;
  Distances& distances_;
};

}  // namespace pathstar::fleet
