// A space as a search that is kept sees it now.
#pragma once

#include "spaces/types.hpp"

namespace pathstar {

// The search spreads over the steps of `out`, whose estimate is of the cost between a node and where it ends; `in` has
// the same steps turned round.
template <class View, class Space>
struct RepairWorld {
  View out;
  View in;
  const Space* space;

  bool walkable(Node node) const { return space->walkable(node); }

  template <class Visit>
  void each_out(Node node, Visit&& visit) const {
    if (walkable(node)) out.successors(node, kNoNode, visit);
  }
  template <class Visit>
  void each_in(Node node, Visit&& visit) const {
    if (walkable(node)) in.successors(node, kNoNode, visit);
  }
};

}  // namespace pathstar
