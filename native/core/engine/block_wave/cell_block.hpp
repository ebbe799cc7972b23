// A square of cells with all that a search needs to relax their steps: known values, costs, and legal moves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "spaces/cells/block_ground.hpp"
#include "spaces/types.hpp"

namespace pathstar {

inline constexpr int kBlockSide = 32;

// Rows from `first` to `last`; none if they are the other way round.
struct BlockRows {
  int first = kBlockSide;
  int last = -1;

  bool empty() const noexcept { return last < first; }
  void add(const BlockRows& other) noexcept {
    first = std::min(first, other.first);
    last = std::max(last, other.last);
  }
  // These rows and one more on either side.
  BlockRows wider() const noexcept { return {std::max(first - 1, 0), std::min(last + 1, kBlockSide - 1)}; }
};

using BlockValues = double[kBlockSide][kBlockSide];

// Row and column -1 and kBlockSide belong to the blocks around. Closed cells and those beyond the map cost infinity.
struct CellBlock {
  static constexpr double kFar = std::numeric_limits<double>::infinity();

  alignas(64) BlockValues values;
  alignas(64) double costs[kBlockSide + 2][kBlockSide];  // row y at y + 1, as in the columns beside
  double costs_left[kBlockSide + 2];
  double costs_right[kBlockSide + 2];
  alignas(64) std::uint8_t legal[kBlockSide][kBlockSide];
  bool masked;  // whether the costs do not say which steps are legal
};

// The known values around a block. Each belongs to one of the eight blocks there; only that block writes it.
struct BlockEdges {
  alignas(64) double above[kBlockSide];
  alignas(64) double below[kBlockSide];
  double left[kBlockSide + 2];  // row y at y + 1, corners included
  double right[kBlockSide + 2];
};

// The loops over a block, for one kind of costs, and for blocks that are masked or not.
struct BlockKernels {
  // Relaxes all steps into these rows, and those into all rows that this lowers. Returns the lowered rows.
  BlockRows (*solve)(CellBlock& block, const BlockEdges& edges, const StepLengths& lengths, BlockRows rows);

  // Writes for each cell of a row the node from which a step leads to the cell's value: the first one in the order of
  // kDirections, or kNoNode. `first`: the row's first node in a map of that width.
  void (*find_parents)(const CellBlock& block, const BlockEdges& edges, const StepLengths& lengths, int row,
                       std::int64_t first, std::int64_t width, Node* parents);
};

// The numbers in the widest registers of this processor for which the loops are compiled.
int widest_lanes() noexcept;

// `lanes`: 2, 4 or 8, at most the widest.
BlockKernels block_kernels(Charge charge, bool masked, int lanes = widest_lanes());

}  // namespace pathstar
