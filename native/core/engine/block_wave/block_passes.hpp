// Passes over the rows of a block, down and up, that relax many steps at once without branches.
//
// A pass relaxes the steps into one row after another: from the previous row, and from the cells on either side. It
// ends when it lowers nothing more. When a pass down and a pass up have lowered nothing, all steps are relaxed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/block_wave/cell_block.hpp"
#include "engine/block_wave/lanes.hpp"
#include "spaces/cells/block_ground.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class L, Charge kCharge, bool kMasked>
class BlockPasses {
 public:
  PATHSTAR_INLINE BlockPasses(const CellBlock& block, const BlockEdges& edges, const StepLengths& lengths) noexcept
      : block_(block), edges_(edges), straight_(lengths.straight), diagonal_(lengths.diagonal) {}

  // As SolveBlock; `values`: the block's.
  PATHSTAR_INLINE BlockRows solve(BlockValues& values, BlockRows rows) const noexcept {
    BlockRows all, down = rows;
    for (bool is_first = true;; is_first = false) {
      BlockRows lowered = pass<1>(values, down.first, down.last);
      if (lowered.empty() && !is_first) return all;
      all.add(lowered);
      BlockRows up = is_first ? rows : BlockRows();
      if (!lowered.empty()) up.add(lowered.wider());
      lowered = pass<-1>(values, up.last, up.first);
      if (lowered.empty()) return all;
      all.add(lowered);
      down = lowered.wider();
    }
  }

  // As FindParents.
  PATHSTAR_INLINE void find_parents(int y, std::int64_t first, std::int64_t width, Node* parents) const noexcept {
    const Row values = row_of(y);
    Row brought[kDirections.size()];
    for (const int by : {-1, 1}) {
      const Row from = row_of(y + by);
      const Leaving diagonal = leaving(from, y + by, diagonal_);
      bring(y, leaving(from, y + by, straight_), straight_, brought[by < 0 ? 0 : 3]);
      bring(y, shifted_on(diagonal, y + by, diagonal_), diagonal_, brought[by < 0 ? 4 : 6]);
      bring(y, shifted_back(diagonal, y + by, diagonal_), diagonal_, brought[by < 0 ? 5 : 7]);
    }
    const Leaving along = leaving(values, y, straight_);
    bring(y, shifted_on(along, y, straight_), straight_, brought[1]);
    bring(y, shifted_back(along, y, straight_), straight_, brought[2]);
    PATHSTAR_WRITE_OUT
    for (int w = 0; w < kVectors; ++w) {
      Bits step = L::whole(0);  // 0 is none
      for (int d = static_cast<int>(kDirections.size()) - 1; d >= 0; --d) {
        const auto [dx, dy] = kDirections[static_cast<std::size_t>(d)];
        step = L::if_equal(open(brought[d].at[w], y, w, d), values.at[w], L::whole(dy * width + dx), step);
      }
      step = L::if_less(values.at[w], L::spread(CellBlock::kFar), step, L::whole(0));
      L::store_low(parents + w * L::kCount, step);
    }
    for (int x = 0; x < kBlockSide; ++x) {
      parents[x] = parents[x] == 0 ? kNoNode : static_cast<Node>(first + x) + parents[x];
    }
  }

 private:
  using Values = typename L::Values;
  using Bits = typename L::Bits;

  static constexpr int kVectors = kBlockSide / L::kCount;

  struct Row {
    Values at[kVectors];
  };

  // A row as seen by the steps from it: their costs once they have left it, and its share in the mean of both costs.
  struct Leaving {
    Row values;
    Row shares;  // used only if the mean counts
  };

  static PATHSTAR_INLINE Row loaded(const double* from) noexcept {
    Row row;
    PATHSTAR_WRITE_OUT
    for (int w = 0; w < kVectors; ++w) row.at[w] = L::load(from + w * L::kCount);
    return row;
  }

  PATHSTAR_INLINE Row row_of(int y) const noexcept {
    return loaded(y < 0 ? edges_.above : y == kBlockSide ? edges_.below : block_.values[y]);
  }

  PATHSTAR_INLINE Values cost(int y, int w) const noexcept { return L::load(block_.costs[y + 1] + w * L::kCount); }

  static PATHSTAR_INLINE double left_value(double value, double cost, double length) noexcept {
    return kCharge == Charge::from ? value + length * cost : value;
  }

  PATHSTAR_INLINE Leaving leaving(const Row& row, int y, double length) const noexcept {
    Leaving from{row, row};
    PATHSTAR_WRITE_OUT
    for (int w = 0; w < kVectors; ++w) {
      if constexpr (kCharge == Charge::from) from.values.at[w] = row.at[w] + L::spread(length) * cost(y, w);
      if constexpr (kCharge == Charge::mean) from.shares.at[w] = L::spread(0.5) * cost(y, w);
    }
    return from;
  }

  // The same as seen by the cells on the right, and by those on the left.
  PATHSTAR_INLINE Leaving shifted_on(const Leaving& from, int y, double length) const noexcept {
    Leaving to = from;
    const double first = left_value(edges_.left[y + 1], block_.costs_left[y + 1], length);
    shift_on(from.values, first, to.values);
    if constexpr (kCharge == Charge::mean) shift_on(from.shares, 0.5 * block_.costs_left[y + 1], to.shares);
    return to;
  }
  PATHSTAR_INLINE Leaving shifted_back(const Leaving& from, int y, double length) const noexcept {
    Leaving to = from;
    const double last = left_value(edges_.right[y + 1], block_.costs_right[y + 1], length);
    shift_back(from.values, last, to.values);
    if constexpr (kCharge == Charge::mean) shift_back(from.shares, 0.5 * block_.costs_right[y + 1], to.shares);
    return to;
  }
  static PATHSTAR_INLINE void shift_on(const Row& row, double first, Row& to) noexcept {
    PATHSTAR_WRITE_OUT
    for (int w = kVectors - 1; w > 0; --w) to.at[w] = L::shifted_on(row.at[w - 1], row.at[w]);
    to.at[0] = L::shifted_on(L::spread(first), row.at[0]);
  }
  static PATHSTAR_INLINE void shift_back(const Row& row, double last, Row& to) noexcept {
    PATHSTAR_WRITE_OUT
    for (int w = 0; w + 1 < kVectors; ++w) to.at[w] = L::shifted_back(row.at[w], row.at[w + 1]);
    to.at[kVectors - 1] = L::shifted_back(row.at[kVectors - 1], L::spread(last));
  }

  // The costs of the steps into cells of row y.
  PATHSTAR_INLINE Values enter(const Leaving& from, int w, int y, double length) const noexcept {
    const Values value = from.values.at[w];
    if constexpr (kCharge == Charge::from) {
      return value;
    } else if constexpr (kCharge == Charge::to) {
      return value + L::spread(length) * cost(y, w);
    } else {
      return value + L::spread(length) * (from.shares.at[w] + L::spread(0.5) * cost(y, w));
    }
  }

  // The lesser of two such costs. Rounded addition keeps the order of its operands, so one addition is enough.
  PATHSTAR_INLINE Values enter_lesser(Leaving& a, const Leaving& b, int w, int y, double length) const noexcept {
    if constexpr (kCharge == Charge::mean) {
      return L::lesser(enter(a, w, y, length), enter(b, w, y, length));
    } else {
      a.values.at[w] = L::lesser(a.values.at[w], b.values.at[w]);
      return enter(a, w, y, length);
    }
  }

  PATHSTAR_INLINE void bring(int y, const Leaving& from, double length, Row& to) const noexcept {
    PATHSTAR_WRITE_OUT
    for (int w = 0; w < kVectors; ++w) to.at[w] = enter(from, w, y, length);
  }

  // The cost after a step in this direction, if the step is legal.
  PATHSTAR_INLINE Values open(const Values& brought, int y, int w, int direction) const noexcept {
    if constexpr (kMasked) {
      return L::if_bit(block_.legal[y] + w * L::kCount, direction, brought, L::spread(CellBlock::kFar));
    } else {
      return brought;
    }
  }

  // Relaxes the steps into row y from the previous one, kBy up, and then those along it.
  template <int kBy>
  PATHSTAR_INLINE Row relaxed(const Row& before, const Row& from, int y) const noexcept {
    constexpr int kCorner = kBy > 0 ? 4 : 6;
    Row now;
    const Leaving straight = leaving(from, y - kBy, straight_), diagonal = leaving(from, y - kBy, diagonal_);
    Leaving left = shifted_on(diagonal, y - kBy, diagonal_), right = shifted_back(diagonal, y - kBy, diagonal_);
    PATHSTAR_WRITE_OUT
    for (int w = 0; w < kVectors; ++w) {
      left.values.at[w] = open(left.values.at[w], y, w, kCorner);
      right.values.at[w] = open(right.values.at[w], y, w, kCorner + 1);
      const Values least = L::lesser(enter(straight, w, y, straight_), enter_lesser(left, right, w, y, diagonal_));
      now.at[w] = L::lesser(before.at[w], least);
    }
    const Leaving along = leaving(now, y, straight_);
    left = shifted_on(along, y, straight_);
    right = shifted_back(along, y, straight_);
    PATHSTAR_WRITE_OUT
    for (int w = 0; w < kVectors; ++w) {
      now.at[w] = L::lesser(now.at[w], enter_lesser(left, right, w, y, straight_));
      // The entered cell's cost does not count here, so it does not keep closed cells out.
      if constexpr (kCharge == Charge::from) {
        now.at[w] = L::if_less(cost(y, w), L::spread(CellBlock::kFar), now.at[w], before.at[w]);
      }
    }
    return now;
  }

  // From row y in steps of kBy, at least up to `last`. Returns the rows that were lowered.
  template <int kBy>
  PATHSTAR_INLINE BlockRows pass(BlockValues& values, int y, int last) const noexcept {
    BlockRows lowered;
    Row from = row_of(y - kBy);
    for (; y >= 0 && y < kBlockSide; y += kBy) {
      const Row before = loaded(values[y]), now = relaxed<kBy>(before, from, y);
      Bits lower = L::whole(0);
      PATHSTAR_WRITE_OUT
      for (int w = 0; w < kVectors; ++w) {
        lower |= L::difference(now.at[w], before.at[w]);
        L::store(values[y] + w * L::kCount, now.at[w]);
      }
      const bool any = L::any(lower);
      lowered.first = any ? std::min(lowered.first, y) : lowered.first;
      lowered.last = any ? std::max(lowered.last, y) : lowered.last;
      if (!any && (kBy > 0 ? y >= last : y <= last)) break;
      from = now;
    }
    return lowered;
  }

  const CellBlock& block_;
  const BlockEdges& edges_;
  double straight_;
  double diagonal_;
};

}  // namespace pathstar
