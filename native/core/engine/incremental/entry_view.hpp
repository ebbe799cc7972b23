// The estimate that orders the first search from a goal.
#pragma once

#include <algorithm>

#include "spaces/cells/cell_costs.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// For squares with costs, where the last step to a square pays the square's cost. A search against the steps adds it
// one step later than a search along them, so it would again and again find cheaper paths to squares on its open list.
// Therefore the estimate of the cost to reach a square includes the square's own cost in place of the least one. It
// still falls over no step by more than the step costs.
class EntryView : public CostGridView {
 public:
  // `back`: whether the steps of the view are reversed; else its estimates stay unchanged.
  EntryView(const CostGridView& view, bool back) noexcept
      : CostGridView(view),
        costs_(grid_->costs()),
        least_(grid_->min_cost()),
        share_(back ? shortest() * (grid_->cost_rule() == CostRule::mean ? 0.5 : 1.0) : 0.0) {}

  PATHSTAR_INLINE double estimate(Node node) const noexcept {
    return CostGridView::estimate(node) + share_ * (costs_[node] - least_);
  }

  // The same after edits of costs.
  double estimate_now(Node node) const noexcept {
    return CostGridView::estimate(node) + share_ * std::max(0.0, grid_->costs()[node] - least_);
  }

 private:
  double shortest() const noexcept {
    return grid_->moves().directions == 8 ? std::min(length_[0], length_[kStraightDirections]) : length_[0];
  }

  CellCosts costs_;
  double least_;
  double share_;  // the share of a square's cost in the cost of a shortest step to it
};

}  // namespace pathstar
