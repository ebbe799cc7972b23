// Prioritised planning: one unit after the other, each around the paths of those before.
//
// Units that have no path yet are not obstacles. If one finds no way, the order changes and all begin again: the unit
// moves to the front. The try that placed the most units is kept.
//
// Reference: Silver 2005, Cooperative pathfinding; Phillips and Likhachev 2011 for the search of each unit.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

Solution plan_by_priority(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget);

}  // namespace pathstar::fleet
