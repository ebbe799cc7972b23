// Hub labels for blocks of 4 x 4 cells, made from the labels of the subgoals that their cells see.
//
// For each subgoal through which a cheapest path leaves the block (a via), a label holds the cells of the block that
// reach it and the relevant ones of its hubs. The cost from a cell to a hub takes one multiplication and one sum, so
// the 16 cells share one label, in a tenth of the memory.
// Reference: Du, Shen and Cheema 2023, Ultrafast Euclidean shortest path computation using hub labeling (labels of the
//   visible places for each cell of a coarse grid).
// Differs from the paper: it works on grids of 8 directions, where one bit for each cell says whether it sees a via.
//
// A record consists of 32-bit words from `first[block]`: the numbers of vias and of hubs; the vias, two words each; the
// costs from the vias to their hubs, via by via; the hubs in the same order, as 16-bit numbers, or as 32-bit ones where
// there are too many hubs for those.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/common/step_units.hpp"
#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/sight.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {

inline constexpr std::uint32_t kBlockSide = 4;
inline constexpr std::uint32_t kBlockCells = kBlockSide * kBlockSide;

// Whether the hubs of this many subgoals have 32-bit numbers in a record.
constexpr bool has_wide_hubs(std::size_t subgoals) noexcept { return subgoals >= 0xffff; }

struct Via {
  Place place;
  std::uint16_t cells;  // bit i: cell i of the block reaches it by a diagonal run and then a straight one
  std::uint16_t hubs;   // how many it has
};

class BlockLabel {
 public:
  explicit BlockLabel(const std::uint32_t* record) noexcept : record_(record) {}

  std::span<const Via> vias() const noexcept { return {reinterpret_cast<const Via*>(record_ + 2), record_[0]}; }
  const std::uint32_t* costs() const noexcept { return record_ + 2 + 2 * std::size_t{record_[0]}; }
  // Hub is std::uint16_t or std::uint32_t, by has_wide_hubs().
  template <class Hub>
  const Hub* hubs() const noexcept {
    return reinterpret_cast<const Hub*>(costs() + record_[1]);
  }

  // Prefetches the size of most labels.
  PATHSTAR_INLINE void ask() const noexcept {
    constexpr std::size_t kLines = 8, kWords = 16;
    for (std::size_t line = 0; line < kLines; ++line) prefetch(record_, line * kWords);
  }

 private:
  const std::uint32_t* record_;
};

// Maps a cell, in coordinates of the grid, to its block and its index in the block.
struct BlockShape {
  explicit BlockShape(const Grid& grid) noexcept
      : across((grid.width() + kBlockSide - 1) / kBlockSide), down((grid.height() + kBlockSide - 1) / kBlockSide) {}

  std::size_t blocks() const noexcept { return std::size_t{across} * down; }
  std::size_t block(std::uint32_t x, std::uint32_t y) const noexcept {
    return std::size_t{y / kBlockSide} * across + x / kBlockSide;
  }
  static std::uint32_t cell(std::uint32_t x, std::uint32_t y) noexcept {
    return y % kBlockSide * kBlockSide + x % kBlockSide;
  }

  std::uint32_t across;
  std::uint32_t down;
};

struct BlockLabelTables {
  std::span<const std::uint32_t> first;  // per block
  std::span<const std::uint32_t> records;

  BlockLabel label(std::size_t block) const noexcept { return BlockLabel(records.data() + first[block]); }
};

struct BlockLabels {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> records;

  BlockLabelTables tables() const noexcept { return {first, records}; }
};

// The records of some consecutive blocks.
struct BlockPortion {
  std::vector<std::uint32_t> first;    // per block; 0 if it has none
  std::vector<std::uint32_t> records;  // after two unused words
};

// All portions. Each is set once, by any thread, and does not change afterwards.
class BlockPortions {
 public:
  static constexpr std::size_t kBlocks = 64;  // in a portion; the last may have fewer

  explicit BlockPortions(std::size_t blocks)
      : portions_((blocks + kBlocks - 1) / kBlocks), done_(portions_.size()), blocks_(blocks) {}

  std::size_t size() const noexcept { return portions_.size(); }
  std::size_t blocks() const noexcept { return blocks_; }
  std::size_t blocks_of(std::size_t i) const noexcept { return std::min(kBlocks, blocks_ - i * kBlocks); }
  bool done(std::size_t i) const noexcept { return done_[i].load(std::memory_order_acquire); }
  // Only for portions that are done.
  const BlockPortion& operator[](std::size_t i) const noexcept { return portions_[i]; }

  void put(std::size_t i, BlockPortion&& portion) noexcept {
    portions_[i] = std::move(portion);
    done_[i].store(true, std::memory_order_release);
  }

  // Only when all are done.
  BlockPortion take(std::size_t i) noexcept { return std::move(portions_[i]); }

 private:
  std::vector<BlockPortion> portions_;
  std::vector<std::atomic<bool>> done_;
  std::size_t blocks_;
};

// Makes the missing portions and joins all of them into labels. The result does not depend on the number of threads or
// on which portions existed before. Returns too_large for records of more than `most_words` words, and too_many if 32
// bits cannot count the words, or 16 bits the vias of a record or the hubs of a via.
Outcome make_block_labels(const Grid& grid, const Sight& sight, const LabelTables& labels,
                          std::span<const std::uint32_t> order, const StepUnits& units, std::size_t most_words,
                          unsigned threads, const Progress& progress, BlockPortions& portions, BlockLabels& made);

}  // namespace pathstar
