// The tiles of a region that have work, and the cells that wait in each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "rasters/region.hpp"
#include "rasters/tile.hpp"

namespace pathstar::rasters {

class Waiting {
 public:
  explicit Waiting(std::ptrdiff_t tiles)
      : cells_(static_cast<std::size_t>(tiles)), least_(static_cast<std::size_t>(tiles), kInfinity) {}

  // A cell of the region's array waits with a cost.
  template <class Value>
  void add(const Region<Value>& region, std::ptrdiff_t y, std::ptrdiff_t x, double cost) {
    y -= region.top;
    x -= region.left;
    const auto tile = static_cast<std::size_t>(y / kSide * region.tiles_across() + x / kSide);
    cells_[tile].push_back(own_cell(y % kSide, x % kSide));
    if (cost < least_[tile]) queue_.emplace(least_[tile] = cost, tile);
  }

  // The tile that waits with the least cost; -1 if none does.
  std::ptrdiff_t next() {
    while (!queue_.empty() && queue_.top().first != least_[queue_.top().second]) queue_.pop();
    return queue_.empty() ? -1 : static_cast<std::ptrdiff_t>(queue_.top().second);
  }

  double least(std::ptrdiff_t tile) const { return least_[static_cast<std::size_t>(tile)]; }

  // The cells that wait in a tile, each once, however often it was lowered.
  std::vector<std::uint16_t> take(std::ptrdiff_t tile) {
    least_[static_cast<std::size_t>(tile)] = kInfinity;
    std::vector<std::uint16_t> cells = std::exchange(cells_[static_cast<std::size_t>(tile)], {});
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
  }

 private:
  using Item = std::pair<double, std::size_t>;

  std::vector<std::vector<std::uint16_t>> cells_;
  std::vector<double> least_;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue_;
};

}  // namespace pathstar::rasters
