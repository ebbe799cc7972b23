// What the first search from a goal is ordered by.
#pragma once

#include <algorithm>

#include "spaces/cells/cell_costs.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Squares with costs, where the last step to a square costs what that square does. A search against the steps adds it
// one step later than a search along them, so that it would find cheaper ways to squares that wait again and again. The
// estimate of what it costs to come to a square therefore counts the square's own cost in place of the least one. It
// still falls over no step by more than that costs.
class EntryView : public CostGridView {
 public:
  // `back`: whether the steps of the view are turned round; else its estimates stay as they are.
  EntryView(const CostGridView& view, bool back) noexcept
      : CostGridView(view),
        costs_(grid_->costs()),
        least_(grid_->min_cost()),
        share_(back ? shortest() * (grid_->cost_rule() == CostRule::mean ? 0.5 : 1.0) : 0.0) {}

  PATHSTAR_INLINE double estimate(Node node) const noexcept {
    return CostGridView::estimate(node) + share_ * (costs_[node] - least_);
  }

  // The same once costs were edited.
  double estimate_now(Node node) const noexcept {
    return CostGridView::estimate(node) + share_ * std::max(0.0, grid_->costs()[node] - least_);
  }

 private:
  double shortest() const noexcept {
    return grid_->moves().directions == 8 ? std::min(length_[0], length_[kStraightDirections]) : length_[0];
  }

  CellCosts costs_;
  double least_;
  double share_;  // of a square's cost in what a shortest step to it costs
};

}  // namespace pathstar
