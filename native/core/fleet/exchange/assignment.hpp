// Which unit goes to which goal first, where any unit may go to any goal; and what that costs at least.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// Gives each unit one of the goals: first the nearest free one, then exchanges pairs as long as that shortens the sum
// of distances, or the longer distance at the same sum. False if no assignment lets every unit reach its goal, or if
// the time is up. Given time, as few units as possible then have a goal out of reach.
//
// The sum is rarely more than 0.1 % above the least. Plans that begin with the least are no cheaper: which units are in
// each other's way matters more.
bool assign_goals(Problem& problem, Distances& distances, Budget& budget);

// A sum of costs that no plan is below, whatever goals its units take: the least sum of distances of all assignments.
// For more than 1,500 units, or if the time is up, the sum of the distances to the nearest goals. Needs the tables of
// all goals, and an assignment that lets every unit reach its goal.
std::int64_t bound_of_assignments(const Problem& problem, Distances& distances, Budget& budget);

}  // namespace pathstar::fleet
