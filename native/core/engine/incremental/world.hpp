// The present state of a space as seen by a kept search.
#pragma once

#include "engine/incremental/first_tree.hpp"
#include "engine/incremental/guided_view.hpp"
#include "engine/open_list/open_list.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// The search spreads over the steps of `out`, with estimates of the cost between a node and the search's end; `in` has
// the same steps reversed.
template <class View, class Space>
struct RepairWorld {
  using Cost = typename View::Cost;

  View out;
  View in;
  const Space* space;
  bool back = false;  // whether the steps of `out` are those of the space reversed
  // A search with its root at or near the end of this one; null: none. No cost may have fallen since it was made.
  const FirstTree<View>* guide = nullptr;

  // Any function that falls over no step by more than the step costs.
  Cost estimate(Node node) const { return guide == nullptr ? out.estimate(node) : guided_estimate(*guide, node); }

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

// Prepares an open list for many waiting nodes: in the order of the keys, by buckets if they fit.
template <class View>
void start_sorted(OpenList<typename View::Cost>& open, const View& view) {
  if (largest_rise(view) == 0) return open.start(OpenKind::heap, Ties::larger_g, {});
  const auto largest = view.steps().largest;
  auto plan = BucketPlan<typename View::Cost>::fit({}, largest + largest);
  plan.sorted = true;
  open.start(OpenKind::bucket, Ties::larger_g, plan);
}

}  // namespace pathstar
