#include "indexes/customizable/query/ascent.hpp"

#include <algorithm>

#include "indexes/common/damaged_index.hpp"
#include "indexes/customizable/costs/customization.hpp"

namespace pathstar {

void Ascent::begin(std::uint32_t rank) {
  rank_ = rank;
  stage_ = 0;
  stages_.clear();
  std::size_t columns = 0;
  for (std::uint32_t block = rank == kNoRank ? kNoRank : frame_->block_of(rank); block != kNoRank;
       block = frame_->parent(block)) {
    stages_.push_back({block, columns});
    columns += frame_->columns(block);
  }
  costs_.assign(columns, kNoArcCost);
  if (rank != kNoRank) costs_[rank - frame_->first(stages_.front().block)] = 0.0;
}

std::size_t Ascent::climb(std::span<const double> arcs, double rest, double most) {
  const std::uint32_t block = stages_[stage_].block, rows = frame_->rows(block), columns = frame_->columns(block);
  double* const costs = columns_here();
  rows_.clear();
  for (std::uint32_t row = 0; row < rows; ++row) {
    const double cost = costs[row];
    if (!(cost < kNoArcCost) || cost + rest > most) continue;
    const double* const to = arcs.data() + frame_->arcs_of(block, row);
    lower_row(costs + row + 1, to, cost, rows - row - 1);
    rows_.push_back({to + (rows - row - 1), cost});
  }
  lower_by_rows(costs + rows, rows_, columns - rows);
  go_on();
  return rows_.size();
}

void Ascent::climb_by_nearest(std::span<const double> arcs) {
  const std::uint32_t block = stages_[stage_].block, rows = frame_->rows(block), columns = frame_->columns(block);
  double* const costs = columns_here();
  const auto row = static_cast<std::uint32_t>(std::min_element(costs, costs + rows) - costs);
  if (costs[row] < kNoArcCost) {
    lower_row(costs + row + 1, arcs.data() + frame_->arcs_of(block, row), costs[row], columns - row - 1);
  }
  go_on();
}

void Ascent::go_on() {
  const std::uint32_t block = stages_[stage_].block;
  const double* const border = columns_here() + frame_->rows(block);
  const std::span<const std::uint32_t> above = frame_->columns_above(block);
  if (++stage_ == stages_.size()) return;
  double* const next = columns_here();
  for (std::size_t i = 0; i < above.size(); ++i) next[above[i]] = std::min(next[above[i]], border[i]);
}

std::vector<std::uint32_t> Ascent::ranks_down(std::span<const double> arcs, std::size_t stage,
                                              std::uint32_t column) const {
  std::vector<std::uint32_t> ranks{frame_->rank_at(block_of(stage), column)};
  while (ranks.back() != rank_) {
    const std::uint32_t block = block_of(stage);
    const double* const costs = columns(stage).data();
    const std::uint32_t below = column_below(stage, column), rows = std::min(frame_->rows(block), column);
    if (below != kNoRank && columns(stage - 1)[below] == costs[column]) {
      --stage;
      column = below;
      continue;
    }
    std::uint32_t row = 0;
    std::uint64_t arc = frame_->arc(block, 0, column);
    const std::uint32_t all = frame_->columns(block);
    while (row < rows && !(costs[row] < kNoArcCost && costs[row] + arcs[arc] == costs[column])) {
      arc += all - row - 2;  // the next row is shorter by one
      ++row;
    }
    if (row >= rows) throw DamagedIndex();
    column = row;
    ranks.push_back(frame_->first(block) + row);
  }
  return ranks;
}

// The column of the block below that corresponds to a column; kNoRank if there is none.
std::uint32_t Ascent::column_below(std::size_t stage, std::uint32_t column) const noexcept {
  if (stage == 0) return kNoRank;
  const std::uint32_t below = block_of(stage - 1);
  const std::span<const std::uint32_t> above = frame_->columns_above(below);
  const auto found = std::lower_bound(above.begin(), above.end(), column);
  if (found == above.end() || *found != column) return kNoRank;
  return frame_->rows(below) + static_cast<std::uint32_t>(found - above.begin());
}

}  // namespace pathstar
