// MAPF-LNS2: makes a plan without conflicts out of one with conflicts.
//
// At first each unit takes the path that meets the fewest of the units before it. Then some units that meet others are
// replanned, one by one, so that each meets the fewest; the new paths are kept if no more pairs meet than before. Not
// complete: it ends without a plan when the time is up.
//
// Reference: Li, Chen, Harabor, Stuckey and Koenig 2022, MAPF-LNS2: fast repairing for multi-agent path finding via
// large neighborhood search.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// When it gives up.
struct RepairLimits {
  std::size_t pairs = ~std::size_t{0};  // that meet once each unit has been planned
  std::uint64_t repairs = ~std::uint64_t{0};
};

// If the time is up or a limit is reached first, units that meet others have no path in the solution.
Solution plan_by_repair(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget,
                        const RepairLimits& limits = {});

}  // namespace pathstar::fleet
