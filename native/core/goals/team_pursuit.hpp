// How long a fleeing unit can keep from being caught by several pursuers that work together.
//
// When to use: where pursuers come from several sides, and a loop that is a way out from each is none from all.
// Needs: a part of a space as a graph, in which each step takes one tick.
// Guarantee: exact for pursuers that stay in the part. In turn the fleeing one moves, then all pursuers; all may wait.
// Complexity: each state is settled once, over the steps to it: O(nodes^(1 + pursuers) x pursuers x steps).
// Reference: as for `ticks_until_caught`, with the pursuers of a turn moved one after another: so a turn of three costs
//   three times the steps of one, not their product.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "goals/pursuit.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

// How many turns pass until a fleeing unit is caught, by what it does first; as `ticks_until_caught`, but for all
// pursuers together. The ticks of the ground are not looked at.
std::vector<std::uint32_t> turns_until_caught(const PursuitGround& ground, std::uint32_t fleeing,
                                              std::span<const std::uint32_t> pursuers, const Stop& stop);

}  // namespace pathstar
