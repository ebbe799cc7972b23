// The moves that lie on no cycle of three cells or more: those of dead ends, and those that alone join two parts.
//
// One-way moves count as if they led both ways. Linear in the moves.
//
// Reference: Tarjan 1974, A note on finding the bridges of a graph.
#pragma once

#include <vector>

#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

// Whether each move is one, by its number.
std::vector<bool> bridges_of(const Ground& ground);

}  // namespace pathstar::fleet
