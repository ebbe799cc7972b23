// The bounds of the costs of walkable cells.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace pathstar {

struct CostBounds {
  double least = std::numeric_limits<double>::infinity();
  double most = 0.0;
};

// Closes the cells with cost NaN or infinity, and widens the bounds to the costs of the others. Works without branches,
// because walkable cells cannot be predicted. `walkable` holds 0 and 1.
inline void close_without_cost(std::span<std::uint8_t> walkable, const double* cost, CostBounds& bounds) noexcept {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  constexpr std::size_t kApart = 4;  // bounds that do not wait for each other
  double least[kApart], most[kApart];
  std::fill_n(least, kApart, bounds.least);
  std::fill_n(most, kApart, bounds.most);
  const auto look = [&](std::size_t node, std::size_t bound) {
    const bool open = (walkable[node] != 0) & (std::abs(cost[node]) < kFar);
    walkable[node] = open;
    least[bound] = std::min(least[bound], open ? cost[node] : kFar);
    most[bound] = std::max(most[bound], open ? cost[node] : 0.0);
  };
  std::size_t node = 0;
  for (; node + kApart <= walkable.size(); node += kApart) {
    for (std::size_t i = 0; i < kApart; ++i) look(node + i, i);
  }
  for (; node < walkable.size(); ++node) look(node, 0);
  bounds = {*std::min_element(least, least + kApart), *std::max_element(most, most + kApart)};
}

}  // namespace pathstar
