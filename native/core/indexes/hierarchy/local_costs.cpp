#include "indexes/hierarchy/local_costs.hpp"

#include <limits>

namespace pathstar {

void LocalCosts::mark_around(std::uint32_t node) noexcept {
  for (const Edge& edge : edges_to(node)) {
    left_ += marked_[edge.from] ^ 1u;
    marked_[edge.from] = 1;
  }
}

// Whether a cost of the node got better.
bool LocalCosts::improve(std::uint32_t node) noexcept {
  Lanes best = costs_[node];
  for (const Edge& edge : edges_to(node)) {
    const Lanes& there = costs_[edge.from];
    for (std::size_t i = 0; i < kLanes; ++i) {
      const double cost = there[i] + edge.cost;
      best[i] = cost < best[i] ? cost : best[i];
    }
  }
  int better = 0;
  for (std::size_t i = 0; i < kLanes; ++i) better |= best[i] < costs_[node][i];
  if (better != 0) costs_[node] = best;
  return better != 0;
}

void LocalCosts::run(std::span<const std::uint32_t> starts) {
  Lanes none;
  none.fill(std::numeric_limits<double>::infinity());
  costs_.assign(nodes(), none);
  marked_.assign(nodes(), 0);
  left_ = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) costs_[starts[i]][i] = 0.0;
  for (const std::uint32_t start : starts) mark_around(start);
  for (bool forwards = true; left_ > 0; forwards = !forwards) {
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      const std::uint32_t node = forwards ? i : nodes() - 1 - i;
      if (marked_[node] == 0) continue;
      marked_[node] = 0;
      --left_;
      if (improve(node)) mark_around(node);
    }
  }
}

}  // namespace pathstar
