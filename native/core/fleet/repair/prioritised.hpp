// Prioritised planning: one unit after the other, each around the paths of those before.
//
// Units without a path are not obstacles. If a unit finds no path, it moves to the front of the order and all are
// planned again. The attempt with the most paths is kept.
//
// Reference: Silver 2005, Cooperative pathfinding; Phillips and Likhachev 2011 for the search of each unit.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

Solution plan_by_priority(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget);

}  // namespace pathstar::fleet
