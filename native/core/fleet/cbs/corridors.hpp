// Corridor reasoning: two units that meet head-on where there is no room to pass.
//
// A corridor is a chain of cells, each with two neighbours. If two units go through it in opposite directions, the
// second enters after the first has left, or it takes another way. One branching says so; plain conflicts need one for
// each step that a unit could wait.
//
// Reference: Li et al. 2021, Pairwise symmetry reasoning for multi-agent path finding search. Differs from the paper:
// arrival times are lower bounds, as they respect prohibited places but not prohibited moves.
#pragma once

#include <optional>

#include "fleet/cbs/conflicts.hpp"
#include "fleet/cbs/constraints.hpp"

namespace pathstar::fleet {

class Corridors {
 public:
  Corridors(const Problem& problem, Distances& distances) : problem_(problem), distances_(distances) {}

  // For each of two units that meet, a prohibition against being at its end of the corridor before some time. Every
  // plan obeys one of the two. None if the conflict is not in a corridor, or if both go the same way.
  std::optional<std::array<Prohibition, 2>> find(const Conflict& conflict, const std::array<const UnitPath*, 2>& paths,
                                                 const std::array<const UnitConstraints*, 2>& constraints);

 private:
  std::vector<Spot> chain_through(Spot cell) const;
  // How soon a unit can reach a cell without entering `closed` (kNoSpot: nothing is closed); latest + 1 if it cannot by
  // `latest`.
  Time arrival(Unit unit, const UnitConstraints& constraints, Spot cell, Spot closed, Time latest);

  const Problem& problem_;
  Distances& distances_;
};

}  // namespace pathstar::fleet
