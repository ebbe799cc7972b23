// The paths of an index between all cells of a world, compared with the slow search.
#pragma once

#include <cmath>
#include <vector>

#include "indexes/common/index.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

namespace pathstar::testing {

inline void check_all_pairs(const World& world, Index& index) {
  for (Node start = 0; start < world.size(); ++start) {
    if (world.walkable[start] == 0) continue;
    const std::vector<double> truth = slow_costs(world, start);
    for (Node goal = 0; goal < world.size(); ++goal) {
      if (world.walkable[goal] == 0) continue;
      const PathResult result = index.find(start, goal, {}, [] { return false; });
      CHECK_EQUAL(result.status == Status::found, std::isfinite(truth[goal]));
      if (result.status == Status::found) CHECK(near(added_up(world, result.nodes()), truth[goal]));
    }
  }
}

}  // namespace pathstar::testing
