// Paths of a few units, one out of the diagram of each, that meet nowhere: or the proof that there are none.
//
// Walks the product of the diagrams, a state for each time and node of every unit. States go in the order of how often
// their units meet others outside, and depth first among equals. So it finds the paths that meet the fewest others, and
// it is quick where there are many.
//
// This settles in one go what a tree of constraints on single places takes exponentially many nodes for: units that are
// in each other's way over a whole rectangle, or in threes and fours.
//
// Complexity: the product of the widths of the diagrams for each level; the work is limited.
//
// Reference: Sharon, Stern, Goldenberg and Felner 2013, The increasing cost tree search for optimal multi-agent
// pathfinding. Standley 2010, Finding optimal solutions to cooperative pathfinding problems, for the count of others.
#pragma once

#include <span>
#include <vector>

#include "fleet/cbs/mdd.hpp"

namespace pathstar::fleet {

inline constexpr std::size_t kMostTogether = 4;  // units in one walk

enum class Walk : std::uint8_t {
  found,
  none,     // proven
  unknown,  // too much work
};

// Fills `paths`, one for each diagram, where they are found. `others` holds the paths of the units outside; nullptr
// where they do not matter. The work is counted in joint steps.
Walk walk_together(const Problem& problem, std::span<const Mdd* const> mdds, const Timetable* others,
                   std::size_t most_work, Paths& paths);

}  // namespace pathstar::fleet
