// A row of arcs whose costs have changed, and the arcs above it that may change with them.
//
// When to use: in a repair of costs (cost_repair.hpp), once for each row that changes.
// Needs: the row's costs as they were, and filled costs above.
// Guarantee: every arc above whose lower triangle in this row has become cheaper than the arc, or was as cheap as it
//   and no longer is, is visited.
// Complexity: the triangles of the arcs that have changed, a few of them at a time.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies (partial updates).
// Differs from the paper: triangles are tested row by row of the arcs above, so that memory accesses are local.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"

namespace pathstar {

// Both costs of an arc.
struct Both {
  double up;
  double down;

  bool operator==(const Both&) const = default;
};

// The cost of an arc by a lower triangle, from the costs of the triangle's arcs to the lower and to the higher end.
inline Both over(const Both& to_low, const Both& to_high) noexcept {
  return {to_low.down + to_high.up, to_high.down + to_low.up};
}

// The effect of a triangle on one cost of an arc: it gives a lower one, or the arc depended on it and has to find
// another one.
struct Bearing {
  bool lowers;
  bool lifts;
};
inline Bearing bearing(double current, double before, double after) noexcept {
  return {after < current, before == current && after > before};
}

// Columns of a row, ascending: the costs of their arcs before, and now. `above` is their column in a block above.
struct RowColumns {
  std::vector<std::uint32_t> number, above;
  std::vector<double> up_before, down_before, up, down;

  void clear();
  void add(std::uint32_t column, const Both& before, const Both& now);
  std::size_t size() const noexcept { return number.size(); }
  Both before(std::size_t i) const noexcept { return {up_before[i], down_before[i]}; }
  Both now(std::size_t i) const noexcept { return {up[i], down[i]}; }
};

// Keeps its memory between rows.
class ChangedRow {
 public:
  static constexpr std::size_t kBatch = 8;  // columns that are tested together

  struct Change {
    std::uint32_t column;
    Both before;
  };
  // An arc above by its lower rank and the column of its higher one, and the present cost of the triangle.
  struct Touched {
    std::uint32_t low;
    std::uint32_t column;
    Bearing up, down;
    Both now;
  };

  explicit ChangedRow(const Frame& frame) : frame_(frame) {}

  // Calls visit(Touched) for the arcs above. `changes`: the columns of the row with changed costs, ascending.
  template <class Visit>
  void each_above(std::uint32_t block, std::uint32_t row, std::span<const Change> changes, const OwnedArcCosts& costs,
                  const Visit& visit) {
    begin(block, row, changes, costs);
    std::size_t next = 0;  // the first changed column that is not below the lower end
    for (std::size_t low = 0; low < all_.size(); ++low) {
      const std::uint32_t rank = frame_.rank_at(block, all_.number[low]);
      go_up_to(frame_.block_of(rank), low, next);
      const bool changed = next < changed_.size() && changed_.number[next] == all_.number[low];
      if (changed) ++next;
      each_of(costs, rank, low, changed ? all_ : changed_, changed ? low + 1 : next, visit);
    }
  }

 private:
  void begin(std::uint32_t block, std::uint32_t row, std::span<const Change> changes, const OwnedArcCosts& costs);
  void go_up_to(std::uint32_t block, std::size_t low, std::size_t next) noexcept;

  // The arcs from a low column, a row of the block above, to the high ones from a number on.
  template <class Visit>
  void each_of(const OwnedArcCosts& costs, std::uint32_t rank, std::size_t low, const RowColumns& highs,
               std::size_t first, const Visit& visit) const {
    const std::uint32_t row = all_.above[low];
    const std::uint64_t arcs = frame_.arcs_of(above_, row);
    const double* const up = costs.up.data() + arcs;
    const double* const down = costs.down.data() + arcs;
    for (std::size_t begin = first; begin < highs.size(); begin += kBatch) {
      begin = next_batch(up, down, low, highs, begin);
      for (std::size_t high = begin; high < std::min(begin + kBatch, highs.size()); ++high) {
        const std::uint32_t column = highs.above[high], at = column - row - 1;
        const Both before = over(all_.before(low), highs.before(high)), now = over(all_.now(low), highs.now(high));
        const Bearing upward = bearing(up[at], before.up, now.up);
        const Bearing downward = bearing(down[at], before.down, now.down);
        if (upward.lowers || upward.lifts || downward.lowers || downward.lifts) {
          visit(Touched{rank, column, upward, downward, now});
        }
      }
    }
  }

  std::size_t next_batch(const double* up, const double* down, std::size_t low, const RowColumns& highs,
                         std::size_t begin) const noexcept;

  const Frame& frame_;
  std::uint32_t above_ = kNoRank;  // the block of the lower end
  RowColumns all_, changed_;       // the row's columns, and those with changed costs
};

}  // namespace pathstar
