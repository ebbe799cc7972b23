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
  double within = 1;      // it may end with a sum of costs this many times the proven bound
};

// No plan has a smaller sum of costs than the solution's proven bound. A unit that cannot reach its goal makes the
// problem unsolvable. It stands at its start, and paths and bound are those of the units that get round it.
Solution solve(const Problem& problem, const Options& options, Budget& budget);

}  // namespace pathstar::fleet
