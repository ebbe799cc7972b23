// How long a fleeing unit can keep from being caught by several pursuers that work together.
//
// When to use: pursuers come from several sides, and a loop is a way out from each, but not from all together.
// Needs: a part of a space as a graph, in which each step takes one tick.
// Guarantee: exact for pursuers that stay in the part. In turn the fleeing one moves, then all pursuers; all may wait.
// Complexity: each state is settled once, over the steps to it: O(nodes^(1 + pursuers) x pursuers x steps).
// Reference: as for `ticks_until_caught`, but the pursuers of a turn move one after another: a turn of three costs
//   three times the steps of one, not their product.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "goals/pursuit.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

// The number of turns until a fleeing unit is caught, for each of its first moves; as `ticks_until_caught`, but for all
// pursuers together. The ticks of the ground are ignored.
std::vector<std::uint32_t> turns_until_caught(const PursuitGround& ground, std::uint32_t fleeing,
                                              std::span<const std::uint32_t> pursuers, const Stop& stop);

}  // namespace pathstar
