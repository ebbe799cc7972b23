// A stoppable loop over all nodes.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/driver/poll.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Calls visit(node) for the nodes 0 to `nodes` - 1, and polls now and then. False if the poll stopped it.
template <class Visit>
bool each_node(std::uint32_t nodes, const Poll& poll, const Visit& visit) {
  constexpr std::uint32_t kNodesPerPoll = 1 << 14;
  for (Node node = 0; node < nodes;) {
    const Node end = node + std::min(nodes - node, kNodesPerPoll);
    for (; node < end; ++node) visit(node);
    if (poll()) return false;
  }
  return true;
}

}  // namespace pathstar
