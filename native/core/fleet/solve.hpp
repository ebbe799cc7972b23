// The solvers for many units by name, and the checks and tables that they share.
#pragma once

#include <cstdint>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

enum class Solver : std::uint8_t { automatic, lacam, lacam_star, prioritised, lns2, cbs, tswap };

struct Options {
  Solver solver = Solver::automatic;
  std::uint64_t seed = 0;
  bool exchange = false;  // whether any unit may go to any goal, each to one of its own
  bool improve = true;    // whether to make the first plan cheaper while there is time
  double within = 1;      // it may stop when the sum of costs is at most this times the proven bound
};

// A unit that cannot reach its goal makes the problem unsolvable. It stands at its start; paths and bound are then
// those of the units that get round it.
Solution solve(const Problem& problem, const Options& options, Budget& budget);

}  // namespace pathstar::fleet
