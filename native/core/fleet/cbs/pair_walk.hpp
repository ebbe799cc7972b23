// Whether two units have paths, one from the diagram of each, that do not meet.
//
// It searches the product of the diagrams depth first; a state is a time and a node of each unit. So it is quick where
// there are many such paths. It also settles at once what takes a tree of constraints exponentially many nodes: units
// that are in each other's way over a whole rectangle.
//
// Complexity: the product of the widths of the diagrams for each level; the work is limited.
//
// Reference: Sharon, Stern, Goldenberg and Felner 2013, The increasing cost tree search for optimal multi-agent
// pathfinding.
#pragma once

#include <array>

#include "fleet/cbs/mdd.hpp"

namespace pathstar::fleet {

// False only if it is proven that there are none; true if that takes more than `most_work` joint steps.
bool may_pass(const Problem& problem, const std::array<const Mdd*, 2>& mdds, std::size_t most_work);

}  // namespace pathstar::fleet
