// The views of kept searches.
#pragma once

#include <type_traits>

#include "engine/incremental/entry_view.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class View>
class FirstTree;

// The rest of the way to the root of a first search. It orders nodes like an estimate to another end near that root,
// and does not change while the end moves. It is lowered by the most that sums of the same costs may differ by, so that
// it never falls by more than a step costs.
template <class View>
typename View::Cost guided_estimate(const FirstTree<View>& guide, Node node) {
  auto cost = guide.at_least(node);
  if constexpr (std::is_floating_point_v<decltype(cost)>) cost *= 1.0 - 1e-12;
  return cost;
}

// Its estimates are the results of a first search. Without one they are those of the view, so that one loop serves both
// kinds of search on squares with costs.
template <class View>
class GuidedView : public View {
 public:
  using Cost = typename View::Cost;
  using Guide = FirstTree<std::conditional_t<std::is_same_v<View, EntryView>, CostGridView, View>>;

  // The guide must outlive it.
  GuidedView(const View& view, const Guide* guide) : View(view), guide_(guide) {}

  Cost estimate(Node node) const { return guide_ == nullptr ? View::estimate(node) : guided_estimate(*guide_, node); }

  // If the way back from a step is a long detour, keys rise by more than it costs, so buckets must be sorted.
  StepRange<Cost> steps() const {
    StepRange<Cost> steps = View::steps();
    steps.mixed = steps.mixed || guide_ != nullptr;
    return steps;
  }

 private:
  const Guide* guide_;
};

// The view of a first search. `back`: whether the steps are reversed.
template <class View>
View first_view(const View& view, bool) {
  return view;
}
inline GuidedView<EntryView> first_view(const CostGridView& view, bool back) {
  return {EntryView(view, back), nullptr};
}

// The view of a search guided by a first one.
template <class View>
GuidedView<View> guided_view(const View& view, const FirstTree<View>& guide) {
  return {view, &guide};
}
inline GuidedView<EntryView> guided_view(const CostGridView& view, const FirstTree<CostGridView>& guide) {
  return {EntryView(view, false), &guide};
}

}  // namespace pathstar
