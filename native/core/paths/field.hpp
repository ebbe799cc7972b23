// The result of a search from some nodes to all others, or from all others to them.
#pragma once

#include <cstdint>
#include <limits>

#include "paths/shared_array.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct Field {
  SharedArray<double> costs;  // per node; infinity if no source leads there, or the cost is not known
  SharedArray<Node> parents;  // the next node towards the source on a cheapest path; none for the sources
  // Per node the number of the nearest source, of equally near ones the lowest; kNoSource if none leads there. Empty if
  // there is only one source.
  SharedArray<std::uint32_t> nearest;
  double known_to = std::numeric_limits<double>::infinity();  // every cost up to it is known
  std::uint64_t expanded = 0;
  std::uint64_t revision = 0;  // of the space that it holds for
  bool stopped = false;        // by the poll; then the rest is invalid

  static constexpr std::uint32_t kNoSource = std::numeric_limits<std::uint32_t>::max();

  // Discards costs above known_to. Returns whether there were any.
  bool forget_beyond() {
    bool forgotten = false;
    LargeArray<double>& cost = costs.own();
    LargeArray<Node>& parent = parents.own();
    LargeArray<std::uint32_t>& source = nearest.own();
    for (Node node = 0; node < cost.size(); ++node) {
      if (cost[node] <= known_to || cost[node] == std::numeric_limits<double>::infinity()) continue;
      cost[node] = std::numeric_limits<double>::infinity();
      parent[node] = kNoNode;
      if (!source.empty()) source[node] = kNoSource;
      forgotten = true;
    }
    return forgotten;
  }
};

}  // namespace pathstar
