// The costs of a grid's cells, as read by searches.
#pragma once

#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Costs between two bounds. A grid may borrow the array, and its owner may change it at any time. Whatever a cell then
// holds, even NaN, a search reads a cost within the bounds that it was planned with. It may find a wrong path, but it
// ends.
class CellCosts {
 public:
  CellCosts(const double* costs, double least, double most) noexcept : costs_(costs), least_(least), most_(most) {}

  PATHSTAR_INLINE double operator[](Node node) const noexcept {
    const double cost = costs_[node];
    const double raised = cost > least_ ? cost : least_;  // NaN becomes the least
    return raised < most_ ? raised : most_;
  }
  const double* data() const noexcept { return costs_; }

 private:
  const double* costs_;
  double least_;
  double most_;
};

}  // namespace pathstar
