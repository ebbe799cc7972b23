#include "indexes/customizable/climb.hpp"

#include <algorithm>
#include <cstddef>

#include "indexes/common/damaged_index.hpp"
#include "indexes/customizable/min_plus.hpp"

namespace pathstar {

Climb::Climb(const Frame& frame) : frame_(frame), best_(kNoArcCost) {
  for (Side* side : {&forward_, &backward_}) {
    side->costs.assign(frame.ranks(), kNoArcCost);
    side->from.assign(frame.ranks(), kNoRank);
  }
}

double Climb::cost(const ArcCosts& costs, std::uint32_t start, std::uint32_t goal, SearchStats& stats) {
  begin(forward_, start);
  begin(backward_, goal);
  best_ = kNoArcCost;
  std::uint32_t up = frame_.block_of(start), down = frame_.block_of(goal);
  while (up != kNoRank || down != kNoRank) {
    const std::uint32_t block = std::min(up, down);
    const bool forward = up == block, backward = down == block;
    climb_block(costs, block, forward, backward, stats);
    if (forward) up = frame_.parent(block);
    if (backward) down = frame_.parent(block);
  }
  return best_;
}

void Climb::begin_at(const ArcCosts& costs, std::uint32_t start) {
  forget(backward_);
  begin(forward_, start);
  best_ = kNoArcCost;
  SearchStats stats;
  for (std::uint32_t block = frame_.block_of(start); block != kNoRank; block = frame_.parent(block)) {
    climb_block(costs, block, true, false, stats);
  }
}

double Climb::cost_to(const ArcCosts& costs, std::uint32_t goal) {
  begin(backward_, goal);
  best_ = kNoArcCost;
  SearchStats stats;
  for (std::uint32_t block = frame_.block_of(goal); block != kNoRank; block = frame_.parent(block)) {
    climb_block(costs, block, false, true, stats);
  }
  return best_;
}

void Climb::begin(Side& side, std::uint32_t rank) {
  forget(side);
  side.begin = rank;
  side.costs[rank] = 0.0;
  side.from[rank] = kNoRank;
}

void Climb::forget(Side& side) {
  if (side.begin == kNoRank) return;
  for (std::uint32_t block = frame_.block_of(side.begin); block != kNoRank; block = frame_.parent(block)) {
    std::fill_n(side.costs.begin() + frame_.first(block), frame_.rows(block), kNoArcCost);
  }
  side.begin = kNoRank;
}

void Climb::gather(Side& side, std::uint32_t block) {
  const std::uint32_t rows = frame_.rows(block);
  const std::span<const std::uint32_t> border = frame_.border(block);
  side.columns.resize(rows + border.size());
  std::copy_n(side.costs.begin() + frame_.first(block), rows, side.columns.begin());
  for (std::size_t i = 0; i < border.size(); ++i) side.columns[rows + i] = side.costs[border[i]];
}

void Climb::scatter(Side& side, std::uint32_t block) {
  for (std::uint32_t column = 0; column < side.columns.size(); ++column) {
    const std::uint32_t rank = frame_.rank_at(block, column);
    if (side.columns[column] >= side.costs[rank]) continue;
    side.costs[rank] = side.columns[column];
    side.from[rank] = block;
  }
}

void Climb::climb_block(const ArcCosts& costs, std::uint32_t block, bool forward, bool backward, SearchStats& stats) {
  const std::uint32_t first = frame_.first(block), rows = frame_.rows(block), columns = frame_.columns(block);
  for (std::uint32_t row = 0; row < rows; ++row) meet(first + row);  // an upper bound before the rows climb
  if (forward) gather(forward_, block);
  if (backward) gather(backward_, block);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::uint64_t arcs = frame_.arcs_of(block, row);
    const auto climb = [&](Side& side, std::span<const double> arc_costs) {
      const double cost = side.columns[row];
      if (!(cost < best_)) return;
      ++stats.expanded;
      lower_row(side.columns.data() + row + 1, arc_costs.data() + arcs, cost, columns - row - 1);
    };
    if (forward) climb(forward_, costs.up);
    if (backward) climb(backward_, costs.down);
  }
  if (forward) scatter(forward_, block);
  if (backward) scatter(backward_, block);
  for (std::uint32_t row = 0; row < rows; ++row) meet(first + row);
}

void Climb::meet(std::uint32_t rank) {
  const double cost = forward_.costs[rank] + backward_.costs[rank];
  if (cost >= best_) return;
  best_ = cost;
  top_ = rank;
}

std::vector<std::uint32_t> Climb::ranks_of_path(const ArcCosts& costs, std::uint32_t start, std::uint32_t goal) const {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = top_; rank != start; rank = before(forward_, costs.up, rank)) ranks.push_back(rank);
  ranks.push_back(start);
  std::reverse(ranks.begin(), ranks.end());
  for (std::uint32_t rank = top_; rank != goal;) {
    rank = before(backward_, costs.down, rank);
    ranks.push_back(rank);
  }
  return ranks;
}

// The rank from which a side reached another.
std::uint32_t Climb::before(const Side& side, std::span<const double> costs, std::uint32_t rank) const {
  const std::uint32_t block = side.from[rank];
  if (block == kNoRank) throw DamagedIndex();
  const std::uint32_t column = frame_.column(block, rank);
  const std::uint32_t rows = std::min(frame_.rows(block), column);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const double cost = side.costs[frame_.first(block) + row];
    if (cost < kNoArcCost && cost + costs[frame_.arc(block, row, column)] == side.costs[rank]) {
      return frame_.first(block) + row;
    }
  }
  throw DamagedIndex();
}

}  // namespace pathstar
