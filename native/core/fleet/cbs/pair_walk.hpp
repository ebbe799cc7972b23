// Whether two units have paths, one out of the diagram of each, that do not meet.
//
// Walks the product of the diagrams, a state for each time and a node of either unit, depth first. So it is quick where
// there are many such paths, and settles in one go what a tree of constraints on single places takes exponentially many
// nodes for: units that are in each other's way over a whole rectangle.
//
// Complexity: the product of the widths of the diagrams for each level; the work is limited.
//
// Reference: Sharon, Stern, Goldenberg and Felner 2013, The increasing cost tree search for optimal multi-agent
// pathfinding.
#pragma once

#include <array>

#include "fleet/cbs/mdd.hpp"

namespace pathstar::fleet {

// False only if it is proven that they have none. The work is counted in joint steps; true after too much of it.
bool may_pass(const Problem& problem, const std::array<const Mdd*, 2>& mdds, std::size_t most_work);

}  // namespace pathstar::fleet
