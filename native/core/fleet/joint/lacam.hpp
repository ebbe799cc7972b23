// LaCAM and LaCAM*: a search over configurations, which say where all units are at one time.
//
// Depth first, with PIBT as the maker of successors. Each node keeps a queue of constraints, which say where some units
// go next; each visit takes one of them, so that in the end all successors of a node are made. Hence both find a plan
// if there is one, given time and memory, and prove that there is none. LaCAM stops at the first plan. LaCAM* goes on:
// it links known configurations, lowers their costs along the links, and ends with the least sum of loss, which counts
// the steps in which a unit is not at its goal before and after.
//
// Memory: 12 bytes for each unit and configuration; the search ends where that exceeds a limit.
//
// Differs from the paper: a known configuration that the search meets is visited again, as in the authors' program; and
// LaCAM* restarts from a random node now and then.
//
// Reference: Okumura 2023, LaCAM: search-based algorithm for quick multi-agent pathfinding; Improving LaCAM for
// scalable eventually optimal multi-agent pathfinding.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

enum class LacamGoal : std::uint8_t {
  first_plan,
  least_loss,
  first_halt,  // the first plan, or the nearest configuration once none gets nearer to the goals for a while
};

// Where no plan is found, the paths lead to the configuration nearest to the goals.
Solution lacam(const Problem& problem, Distances& distances, LacamGoal goal, std::uint64_t seed, Budget& budget);

}  // namespace pathstar::fleet
