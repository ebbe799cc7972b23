// Bridges: the moves that lie on no cycle of three cells or more, such as those in dead ends.
//
// One-way moves count as if they led both ways. Linear in the moves.
//
// Reference: Tarjan 1974, A note on finding the bridges of a graph.
#pragma once

#include <vector>

#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

// Whether each move, by its number, is a bridge.
std::vector<bool> bridges_of(const Ground& ground);

}  // namespace pathstar::fleet
