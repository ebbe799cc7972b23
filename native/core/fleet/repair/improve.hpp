// MAPF-LNS: makes a plan cheaper, again and again, for as long as there is time.
//
// Takes out some units that are in each other's way, plans them again one by one around all others, and keeps what is
// no dearer. The plan is whole and valid after each turn.
//
// Reference: Li, Chen, Harabor, Stuckey and Koenig 2021, Anytime multi-agent path finding via large neighborhood
// search.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// Improves the paths of a solution, in which every unit has one, until its target is met.
void improve(const Problem& problem, Distances& distances, std::uint64_t seed, const Target& target, Budget& budget,
             Solution& solution);

}  // namespace pathstar::fleet
