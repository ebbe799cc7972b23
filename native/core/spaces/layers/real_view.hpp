// A view with costs as doubles over one with whole units: for searches that begin with a caller's costs, which need not
// be whole numbers of any unit.
#pragma once

#include "spaces/compiler.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

template <HasSuccessors View>
class RealView : public View {
 public:
  using Cost = double;

  explicit RealView(const View& view) : View(view) {}

  template <class Visit>
  PATHSTAR_INLINE void successors(Node node, Node parent, Visit&& visit) const {
    View::successors(node, parent, [&](Node next, typename View::Cost step) { visit(next, View::to_double(step)); });
  }

  Cost estimate(Node node) const noexcept { return View::to_double(View::estimate(node)); }
  StepRange<Cost> steps() const noexcept {
    const StepRange<typename View::Cost> range = View::steps();
    return {View::to_double(range.smallest), View::to_double(range.largest), range.mixed};
  }
  double to_double(Cost cost) const noexcept { return cost; }
};

}  // namespace pathstar
