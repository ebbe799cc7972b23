// TSWAP: plans where any unit may go to any goal, each to one of its own.
//
// Goals are assigned first so that the sum of distances is small and, where sums are equal, the longest distance. Then
// all units move at once, one step after the other. Where one stands at its goal in another's way, they exchange goals,
// and where units wait for each other in a ring, the goals of the whole ring move on. Complete where every unit can
// reach every goal: each exchange shrinks the sum of the squares of the distances.
//
// Differs from the paper: units in line act from the front on, and each enters a cell in the step in which another
// leaves it; one that finds its way taken takes another cell that is as near to its goal.
//
// Reference: Okumura and Defago 2023, Solving simultaneous target assignment and path planning efficiently with
// time-independent execution.
#pragma once

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// Gives each unit one of the goals: the nearest that is free, then exchanges of pairs as long as they shorten the sum,
// or the longer distance of the same sum. False if no assignment lets every unit reach its goal, or the time is up; as
// few units as possible then have a goal out of reach, if there was time.
bool assign_goals(Problem& problem, Distances& distances, Budget& budget);

// The paths end at the goals in some order.
Solution plan_with_exchange(const Problem& problem, Distances& distances, Budget& budget);

}  // namespace pathstar::fleet
