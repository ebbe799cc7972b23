// The views that searches which are kept run over.
#pragma once

#include <type_traits>

#include "engine/incremental/entry_view.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class View>
class FirstTree;

// What is left up to the root of a first search. That orders nodes as an estimate to another end near it does, and
// stays what it is while the end moves. It is lowered by as much as sums of the same costs may differ by, so that it
// never falls by more than a step costs.
template <class View>
typename View::Cost guided_estimate(const FirstTree<View>& guide, Node node) {
  auto cost = guide.at_least(node);
  if constexpr (std::is_floating_point_v<decltype(cost)>) cost *= 1.0 - 1e-12;
  return cost;
}

// Its estimates are what a first search has found. Without one they are those of the view, so that over squares with
// costs one loop serves both kinds of search.
template <class View>
class GuidedView : public View {
 public:
  using Cost = typename View::Cost;
  using Guide = FirstTree<std::conditional_t<std::is_same_v<View, EntryView>, CostGridView, View>>;

  // The guide must outlive it.
  GuidedView(const View& view, const Guide* guide) : View(view), guide_(guide) {}

  Cost estimate(Node node) const { return guide_ == nullptr ? View::estimate(node) : guided_estimate(*guide_, node); }

  // Where a step leads back only by a long way round, keys rise by more than it costs, so buckets must be sorted.
  StepRange<Cost> steps() const {
    StepRange<Cost> steps = View::steps();
    steps.mixed = steps.mixed || guide_ != nullptr;
    return steps;
  }

 private:
  const Guide* guide_;
};

// The view of a first search. `back`: whether the steps are turned round.
template <class View>
View first_view(const View& view, bool) {
  return view;
}
inline GuidedView<EntryView> first_view(const CostGridView& view, bool back) {
  return {EntryView(view, back), nullptr};
}

// The view of a search that a first one guides.
template <class View>
GuidedView<View> guided_view(const View& view, const FirstTree<View>& guide) {
  return {view, &guide};
}
inline GuidedView<EntryView> guided_view(const CostGridView& view, const FirstTree<CostGridView>& guide) {
  return {EntryView(view, false), &guide};
}

}  // namespace pathstar
