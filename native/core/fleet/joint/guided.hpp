// LaCAM along paths that lead round crowds.
//
// Each unit in turn gets the cheapest path in the traffic of all others, and LaCAM uses the distances in that traffic.
// In a crowd the plan costs much less than one along shortest paths.
//
// Reference: as for LaCAM and Traffic.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// `solution` holds a plan. A cheaper one replaces it if found in time.
void plan_in_traffic(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget,
                     Solution& solution);

}  // namespace pathstar::fleet
