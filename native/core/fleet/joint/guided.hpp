// LaCAM along ways that lead round crowds.
//
// Each unit in turn gets the cheapest way in the traffic of all others, and LaCAM takes the distances in that traffic
// for its own. In a crowd the plan costs much less than one along shortest ways. Complete as LaCAM is.
//
// Reference: as for LaCAM and Traffic.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// `solution` is a plan, and is replaced by a cheaper one if that is found in time.
void plan_in_traffic(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget,
                     Solution& solution);

}  // namespace pathstar::fleet
