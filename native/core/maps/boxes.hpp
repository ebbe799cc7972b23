// Rectangles of cells, and merging scattered ones into a few.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace pathstar {

// Columns and rows, without the last ones.
struct Box {
  std::uint32_t left;
  std::uint32_t top;
  std::uint32_t right;
  std::uint32_t bottom;

  std::uint32_t width() const noexcept { return right - left; }
  std::uint32_t height() const noexcept { return bottom - top; }

  // The box and all cells up to `by` columns and rows away, inside an area of the given size.
  Box grown(std::uint32_t by, std::uint32_t area_width, std::uint32_t area_height) const noexcept {
    return {left - std::min(left, by), top - std::min(top, by), right + std::min(by, area_width - right),
            bottom + std::min(by, area_height - bottom)};
  }
};

// Boxes that do not overlap and together cover the given ones. They are runs of tiles, so a few distant boxes stay
// apart, and many boxes near each other become one.
inline std::vector<Box> disjoint(std::span<const Box> boxes, std::uint32_t area_width, std::uint32_t area_height) {
  constexpr std::uint32_t kSide = 32;
  const std::uint32_t across = (area_width - 1) / kSide + 1;
  std::vector<std::uint32_t> tiles;
  for (const Box& box : boxes) {
    for (std::uint32_t y = box.top / kSide; y <= (box.bottom - 1) / kSide; ++y) {
      for (std::uint32_t x = box.left / kSide; x <= (box.right - 1) / kSide; ++x) {
        const std::uint32_t tile = y * across + x;
        if (tiles.empty() || tiles.back() != tile) tiles.push_back(tile);
      }
    }
  }
  std::sort(tiles.begin(), tiles.end());
  tiles.erase(std::unique(tiles.begin(), tiles.end()), tiles.end());
  std::vector<Box> runs;
  for (const std::uint32_t tile : tiles) {
    const std::uint32_t left = tile % across * kSide, top = tile / across * kSide;
    const std::uint32_t right = std::min(left + kSide, area_width);
    if (!runs.empty() && runs.back().top == top && runs.back().right == left) {
      runs.back().right = right;
    } else {
      runs.push_back({left, top, right, std::min(top + kSide, area_height)});
    }
  }
  return runs;
}

}  // namespace pathstar
