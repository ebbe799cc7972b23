// The costs of single steps of a grid, with and without cell costs, along the step and against it.
#pragma once

#include "spaces/cells/grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class GridStepCosts {
 public:
  explicit GridStepCosts(const Grid& grid) noexcept
      : grid_(&grid),
        share_here_(grid.has_cost() && grid.cost_rule() == CostRule::mean ? 0.5 : 0.0),
        straight_(grid.moves().straight),
        diagonal_(grid.moves().diagonal) {}

  double length(int direction) const noexcept { return direction < kStraightDirections ? straight_ : diagonal_; }
  // A step costs its length times the sum of both.
  double leaving(Node from) const noexcept { return share_here_ * cost_of(from); }
  double entering(Node to) const noexcept { return (1.0 - share_here_) * cost_of(to); }

  double operator()(Node from, Node to, int direction) const noexcept {
    return length(direction) * (leaving(from) + entering(to));
  }

 private:
  double cost_of(Node node) const noexcept { return grid_->has_cost() ? grid_->costs()[node] : 1.0; }

  const Grid* grid_;
  double share_here_;
  double straight_;
  double diagonal_;
};

}  // namespace pathstar
