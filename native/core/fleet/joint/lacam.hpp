// LaCAM and LaCAM*: a search over configurations; each says where all units are at one time.
//
// The search is depth first; PIBT generates the successors. Each node has a queue of constraints, which say where some
// units go next. Each visit uses one of them, so that in the end all successors of a node are generated. So given time
// and memory, both find a plan if there is one, or prove that there is none. LaCAM stops at the first plan. LaCAM* goes
// on: it links known configurations, lowers their losses along the links, and ends with the least loss. The loss
// counts, for each step, the units that do not stay at their goals.
//
// Memory: 12 bytes for each unit of each configuration; the search ends if that exceeds a limit.
//
// Differs from the paper: a known configuration that the search reaches is visited again, as in the authors' program;
// and LaCAM* restarts from a random node now and then.
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
  first_halt,  // the first plan, or the configuration nearest to the goals after a while without progress
};

// If no plan is found, the paths lead to the configuration nearest to the goals.
Solution lacam(const Problem& problem, Distances& distances, LacamGoal goal, std::uint64_t seed, Budget& budget);

}  // namespace pathstar::fleet
