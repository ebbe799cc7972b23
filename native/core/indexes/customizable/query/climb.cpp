#include "indexes/customizable/query/climb.hpp"

#include <algorithm>

#include "indexes/common/damaged_index.hpp"
#include "indexes/customizable/costs/min_plus.hpp"

namespace pathstar {

double Climb::cost(const ArcCosts& costs, std::uint32_t start, std::uint32_t goal, SearchStats& stats) {
  forward_.begin(start);
  backward_.begin(goal);
  best_ = kNoArcCost;
  const double most = bound(costs);
  double rest = 0.0, back_rest = 0.0;  // the least cost of either side from its current block on
  while (forward_.block() != kNoRank || backward_.block() != kNoRank) {
    const std::uint32_t up = forward_.block(), down = backward_.block();
    if (up == down) meet(forward_.stage(), backward_.stage());
    const double limit = std::min(most, best_);
    if (up <= down) rest = least(forward_.columns(forward_.stage()));
    if (down <= up) back_rest = least(backward_.columns(backward_.stage()));
    if (up == down && rest + back_rest > limit) break;
    if (up <= down) stats.expanded += forward_.climb(costs.up, back_rest, limit);
    if (down <= up) stats.expanded += backward_.climb(costs.down, rest, limit);
    if (up == down) meet(forward_.stage() - 1, backward_.stage() - 1);
  }
  return best_;
}

// The cost of some path: one that climbs by the nearest row of each block to the first block above both ends.
double Climb::bound(const ArcCosts& costs) {
  while (forward_.block() != backward_.block()) {
    if (forward_.block() < backward_.block()) {
      forward_.climb_by_nearest(costs.up);
    } else {
      backward_.climb_by_nearest(costs.down);
    }
  }
  if (forward_.block() != kNoRank) meet(forward_.stage(), backward_.stage());
  forward_.begin_again();
  backward_.begin_again();
  return best_;
}

// Looks for a better top among the columns of a block above both ends.
void Climb::meet(std::size_t stage, std::size_t back_stage) {
  const std::span<const double> up = forward_.columns(stage), down = backward_.columns(back_stage);
  const double cost = least_sum(up.data(), down.data(), up.size());
  if (cost >= best_) return;
  best_ = cost;
  top_ = stage;
  back_top_ = back_stage;
}

void Climb::begin_at(const ArcCosts& costs, std::uint32_t start) {
  forward_.begin(start);
  while (forward_.block() != kNoRank) forward_.climb(costs.up, 0.0, kNoArcCost);
}

double Climb::cost_to(const ArcCosts& costs, std::uint32_t goal, Rows rows) {
  backward_.begin(goal);
  best_ = kNoArcCost;
  while (backward_.block() != kNoRank) {
    const std::size_t back_stage = backward_.stage(), left = backward_.stages() - back_stage;
    const std::size_t stage = forward_.stages() - left;
    const bool common = left <= forward_.stages() && forward_.block_of(stage) == backward_.block();
    if (common) meet(stage, back_stage);
    const double rest = common && rows == Rows::useful ? least(forward_.columns(stage)) : 0.0;
    backward_.climb(costs.down, rest, rows == Rows::useful ? best_ : kNoArcCost);
    if (common) meet(stage, back_stage);
  }
  return best_;
}

std::vector<std::uint32_t> Climb::ranks_of_path(const ArcCosts& costs) const {
  const std::span<const double> up = forward_.columns(top_), down = backward_.columns(back_top_);
  std::uint32_t column = 0;
  while (column < up.size() && up[column] + down[column] != best_) ++column;
  if (column == up.size()) throw DamagedIndex();
  std::vector<std::uint32_t> ranks = forward_.ranks_down(costs.up, top_, column);
  std::reverse(ranks.begin(), ranks.end());
  const std::vector<std::uint32_t> rest = backward_.ranks_down(costs.down, back_top_, column);
  ranks.insert(ranks.end(), rest.begin() + 1, rest.end());
  return ranks;
}

}  // namespace pathstar
