// The result of a search from some nodes to all others, or from all others to them.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

struct Field {
  std::vector<double> costs;  // per node; infinity if there is no path, or the cost is not known
  std::vector<Node> parents;  // the next node towards the source on a cheapest path; none for the sources
  double known_to = std::numeric_limits<double>::infinity();  // every cost up to it is known
  std::uint64_t expanded = 0;
  bool stopped = false;  // by the poll; then the rest must not be used

  // Discards costs above known_to. Returns whether there were any.
  bool forget_beyond() {
    bool forgotten = false;
    for (Node node = 0; node < costs.size(); ++node) {
      if (costs[node] <= known_to || costs[node] == std::numeric_limits<double>::infinity()) continue;
      costs[node] = std::numeric_limits<double>::infinity();
      parents[node] = kNoNode;
      forgotten = true;
    }
    return forgotten;
  }
};

}  // namespace pathstar
