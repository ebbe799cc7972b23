// A space as a search that is kept sees it now.
#pragma once

#include "engine/incremental/first_tree.hpp"
#include "engine/incremental/guided_view.hpp"
#include "engine/open_list/open_list.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// The search spreads over the steps of `out`, whose estimate is of the cost between a node and where it ends; `in` has
// the same steps turned round.
template <class View, class Space>
struct RepairWorld {
  using Cost = typename View::Cost;

  View out;
  View in;
  const Space* space;
  bool back = false;  // whether the steps of `out` are those of the space turned round
  // A search whose root is where this one ends or is near it; null: none. No cost may have fallen since it was made.
  const FirstTree<View>* guide = nullptr;

  // Any function will do that falls over no step by more than that costs.
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

// Makes an open list ready for a search in which much will wait: in the order of the keys, by buckets where they serve.
template <class View>
void start_sorted(OpenList<typename View::Cost>& open, const View& view) {
  if (largest_rise(view) == 0) return open.start(OpenKind::heap, Ties::larger_g, {});
  const auto largest = view.steps().largest;
  auto plan = BucketPlan<typename View::Cost>::fit({}, largest + largest);
  plan.sorted = true;
  open.start(OpenKind::bucket, Ties::larger_g, plan);
}

}  // namespace pathstar
