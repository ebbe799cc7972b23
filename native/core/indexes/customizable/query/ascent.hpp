// The knowledge of one end of a query about the blocks above it: the cost of each of their columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexes/customizable/costs/min_plus.hpp"
#include "indexes/customizable/frame.hpp"

namespace pathstar {

// Climbs from block to block, over the arcs of one direction. Keeps its memory between queries.
class Ascent {
 public:
  explicit Ascent(const Frame& frame) : frame_(&frame) {}

  // Moves to the block of a rank. The rank costs nothing, all other columns up to the top are infinite. Without a rank
  // (kNoRank) it moves to the top.
  void begin(std::uint32_t rank);
  // Returns there, keeping its costs.
  void begin_again() noexcept { stage_ = 0; }

  // The block whose rows climb next; kNoRank at the top.
  std::uint32_t block() const noexcept { return stage_ == stages_.size() ? kNoRank : stages_[stage_].block; }
  std::size_t stage() const noexcept { return stage_; }
  // Lowers the columns by the arcs from the rows whose cost plus `rest` is at most `most`, and moves on to the next
  // block. Returns the number of those rows.
  std::size_t climb(std::span<const double> arcs, double rest, double most);
  // The same with the arcs from the cheapest row.
  void climb_by_nearest(std::span<const double> arcs);

  // The passed blocks, by stage.
  std::size_t stages() const noexcept { return stages_.size(); }
  std::uint32_t block_of(std::size_t stage) const noexcept { return stages_[stage].block; }
  std::span<const double> columns(std::size_t stage) const noexcept {
    return {costs_.data() + stages_[stage].first, frame_->columns(stages_[stage].block)};
  }

  // The ranks over which it reached a column, from there down to the rank where it began.
  std::vector<std::uint32_t> ranks_down(std::span<const double> arcs, std::size_t stage, std::uint32_t column) const;

 private:
  struct Stage {
    std::uint32_t block;
    std::size_t first;  // the beginning of its columns in costs_
  };

  double* columns_here() noexcept { return costs_.data() + stages_[stage_].first; }
  void go_on();
  std::uint32_t column_below(std::size_t stage, std::uint32_t column) const noexcept;

  const Frame* frame_;
  std::uint32_t rank_ = kNoRank;
  std::size_t stage_ = 0;
  std::vector<Stage> stages_;
  std::vector<double> costs_;
  std::vector<RowPlus> rows_;
};

}  // namespace pathstar
