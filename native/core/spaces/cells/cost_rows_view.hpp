// A grid with costs as seen by a one-to-all search: compares the steps of a cell before it takes any.
//
// Which neighbours get a lower cost cannot be predicted, so on open ground all eight are compared without a branch.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "spaces/cells/block_ground.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

class CostRowsView : public CostGridView {
 public:
  // `back`: as for `view`.
  CostRowsView(const CostGridView& view, bool back) noexcept
      : CostGridView(view),
        costs_(grid_->costs()),
        here_(grid_->cost_rule() == CostRule::mean ? 0.5 : static_cast<double>(back)),
        there_(1.0 - here_),
        straight_(length_[0]),
        diagonal_(length_[kStraightDirections]) {}

  BlockGround block_ground() const noexcept {
    const Moves& moves = grid_->moves();
    const double diagonal = moves.directions == 8 ? diagonal_ : std::numeric_limits<double>::infinity();
    return {.width = grid_->width(),
            .height = grid_->height(),
            .costs = costs_,
            .legal = grid_->legal_data(),
            .walkable = grid_->walkable_data(),
            .lengths = {straight_, diagonal},
            .steps = steps(),
            .charge = here_ == 0.5   ? Charge::mean
                      : here_ == 0.0 ? Charge::to
                                     : Charge::from,
            .corners_matter = moves.corners != Corners::free};
  }

  bool has_rows() const noexcept { return true; }

  // The steps, as bits, by which neighbours would get a lower value from g than they have.
  PATHSTAR_INLINE std::uint32_t lower_steps(Node node, double g, const double* values) const noexcept {
    const unsigned legal = grid_->legal(node);
    const double here = here_ * costs_[node];
    std::uint32_t lower = 0;
    const auto compare = [&](std::ptrdiff_t by, int d, double length) {
      const Node next = node + static_cast<Node>(by);
      lower |= static_cast<std::uint32_t>(g + length * (here + there_ * costs_[next]) < values[next]) << d;
    };
    if (legal != kOpen) {
      for (unsigned bits = legal; bits != 0; bits &= bits - 1) {
        const int d = std::countr_zero(bits);
        compare(offset_[d], d, length_[d]);
      }
      return lower;
    }
    const std::ptrdiff_t row = grid_->width();
    compare(-row, 0, straight_);
    compare(-1, 1, straight_);
    compare(1, 2, straight_);
    compare(row, 3, straight_);
    compare(-row - 1, 4, diagonal_);
    compare(-row + 1, 5, diagonal_);
    compare(row - 1, 6, diagonal_);
    compare(row + 1, 7, diagonal_);
    return lower;
  }

  // Calls visit(target, value) for each of the steps that lower_steps() returned.
  template <class Visit>
  PATHSTAR_INLINE void each_lower(Node node, double g, std::uint32_t steps, const double*, Visit&& visit) const {
    const double here = here_ * costs_[node];
    for (; steps != 0; steps &= steps - 1) {
      const int d = std::countr_zero(steps);
      const Node next = node + static_cast<Node>(offset_[d]);
      visit(next, g + length_[d] * (here + there_ * costs_[next]));
    }
  }

 private:
  static constexpr unsigned kOpen = 0xFF;  // all eight steps are legal

  CellCosts costs_;
  double here_;  // the share of a cell in the cost of a step from it
  double there_;
  double straight_;
  double diagonal_;
};
static_assert(Searchable<CostRowsView> && ComparesRows<CostRowsView> && LiesInBlocks<CostRowsView>);

}  // namespace pathstar
