// TSWAP: plans where any unit may go to any goal, each to one of its own.
//
// First, goals are assigned for a small sum of distances and, at equal sums, a small longest distance. Then all units
// move at once, step by step. If a unit at its goal is in another's way, the two exchange goals. If units wait for each
// other in a ring, the goals of the whole ring move on. Complete where every unit can reach every goal: each exchange
// shrinks the sum of the squares of the distances.
//
// Differs from the paper: units in a line act from the front on, so that each can enter the cell that the one ahead
// leaves in the same step; a unit whose next cell is taken enters another one that is as near to its goal.
//
// Reference: Okumura and Defago 2023, Solving simultaneous target assignment and path planning efficiently with
// time-independent execution.
#pragma once

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// The paths end at the goals in some order.
Solution plan_with_exchange(const Problem& problem, Distances& distances, Budget& budget);

}  // namespace pathstar::fleet
