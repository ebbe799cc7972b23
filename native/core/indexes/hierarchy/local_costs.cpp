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

void LocalCosts::begin(std::span<const std::uint32_t> starts) {
  Lanes none;
  none.fill(std::numeric_limits<double>::infinity());
  costs_.assign(nodes(), none);
  marked_.assign(nodes(), 0);
  left_ = 0;
  swept_ = 0;
  forwards_ = true;
  for (std::size_t i = 0; i < starts.size(); ++i) costs_[starts[i]][i] = 0.0;
  for (const std::uint32_t start : starts) mark_around(start);
}

std::uint64_t LocalCosts::step(std::uint64_t most) noexcept {
  std::uint64_t looked = 0;
  const std::uint32_t last = nodes() - 1;
  for (std::uint32_t i = swept_; left_ > 0; forwards_ = !forwards_, i = 0) {
    for (const bool forwards = forwards_; i <= last; ++i) {
      const std::uint32_t node = forwards ? i : last - i;
      if (marked_[node] == 0) continue;
      if (looked == most) {
        swept_ = i;
        return looked;
      }
      ++looked;
      marked_[node] = 0;
      --left_;
      if (improve(node)) mark_around(node);
    }
  }
  return looked;
}

}  // namespace pathstar
