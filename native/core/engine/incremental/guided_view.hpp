// A view whose estimates are what a first search has found.
#pragma once

#include <type_traits>

#include "engine/incremental/first_tree.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// What is left up to the root of a first search. That orders nodes as an estimate to another end near it does, and
// stays what it is while the end moves. It is lowered by as much as sums of the same costs may differ by, so that it
// never falls by more than a step costs.
template <class View>
typename View::Cost guided_estimate(const FirstTree<View>& guide, Node node) {
  auto cost = guide.at_least(node);
  if constexpr (std::is_floating_point_v<decltype(cost)>) cost *= 1.0 - 1e-12;
  return cost;
}

template <class View>
class GuidedView : public View {
 public:
  using Cost = typename View::Cost;

  // The guide must outlive it.
  GuidedView(const View& view, const FirstTree<View>& guide) : View(view), guide_(&guide) {}

  Cost estimate(Node node) const { return guided_estimate(*guide_, node); }

  // Where a step leads back only by a long way round, keys rise by more than it costs, so buckets must be sorted.
  StepRange<Cost> steps() const {
    StepRange<Cost> steps = View::steps();
    steps.mixed = true;
    return steps;
  }

 private:
  const FirstTree<View>* guide_;
};

}  // namespace pathstar
