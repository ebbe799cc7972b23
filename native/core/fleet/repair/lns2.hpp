// MAPF-LNS2: makes a plan without conflicts out of one with conflicts.
//
// At first each unit takes the path that meets the fewest of those before it. Then some units that meet others are
// planned again, one by one, each again so that it meets the fewest; what has no more pairs that meet is kept. Not
// complete: it ends without a plan where the time is up.
//
// Reference: Li, Chen, Harabor, Stuckey and Koenig 2022, MAPF-LNS2: fast repairing for multi-agent path finding via
// large neighborhood search.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// When the time or the number of repairs is used up first, units that meet others have no path in the solution.
Solution plan_by_repair(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget,
                        std::uint64_t most_repairs = ~std::uint64_t{0});

}  // namespace pathstar::fleet
