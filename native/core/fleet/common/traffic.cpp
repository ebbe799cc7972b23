#include "fleet/common/traffic.hpp"

#include <algorithm>

namespace pathstar::fleet {

Traffic::Traffic(const Ground& ground)
    : ground_(&ground),
      dijkstra_(ground),
      opposite_(ground.moves()),
      target_(ground.moves()),
      flow_(ground.moves()),
      load_(ground.cells()),
      costs_(ground.moves(), kAlone) {
  for (Spot from = 0; from < ground.cells(); ++from) {
    Move move = ground.first_move(from);
    for (const Spot to : ground.next(from)) {
      target_[move] = to;
      const Move back = ground.move(to, from);
      opposite_[move] = back == kNoMove ? move : back;
      ++move;
    }
  }
}

void Traffic::count(const std::vector<Move>& way, int change) {
  for (const Move move : way) {
    flow_[move] += change;
    load_[target_[move]] += change;
  }
  for (const Move move : way) {
    if (opposite_[move] != move) set_cost(opposite_[move]);
    for (const Move into : ground_->moves_to(target_[move])) set_cost(into);
  }
}

void Traffic::set_cost(Move move) {
  const Time against = opposite_[move] == move ? 0 : flow_[opposite_[move]];
  costs_[move] = std::min(kMost, kAlone + kAgainst * against + kThrough * load_[target_[move]]);
}

std::vector<Move> Traffic::way(Spot from, const DistanceTable& table) const {
  std::vector<Move> way;
  if (table[from] >= kForever) return way;
  while (table[from] > 0) {
    Move move = ground_->first_move(from);
    const auto next = ground_->next(from);
    const auto leads = [&](Spot to) { return costs_[move++] + table[to] == table[from]; };
    from = *std::find_if(next.begin(), next.end(), leads);
    way.push_back(move - 1);
  }
  return way;
}

}  // namespace pathstar::fleet
