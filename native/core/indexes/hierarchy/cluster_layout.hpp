// The division of a grid's cells into clusters: squares on level 1, and on each higher level squares of 4 x 4 clusters
// below. The clusters of all levels are numbered together, level by level and row by row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "maps/boxes.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class ClusterLayout {
 public:
  ClusterLayout(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {
    first_.push_back(0);
    do {
      const std::uint32_t level = levels() + 1;
      first_.push_back(first_.back() + columns(level) * rows(level));
    } while (columns(levels()) * rows(levels()) > kMostOnTop);
  }

  std::uint32_t width() const noexcept { return width_; }
  std::uint32_t height() const noexcept { return height_; }
  std::uint32_t levels() const noexcept { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t clusters() const noexcept { return first_.back(); }

  static std::uint32_t side(std::uint32_t level) noexcept { return 1u << shift(level); }
  std::uint32_t columns(std::uint32_t level) const noexcept { return ((width_ - 1) >> shift(level)) + 1; }
  std::uint32_t rows(std::uint32_t level) const noexcept { return ((height_ - 1) >> shift(level)) + 1; }

  // The clusters of a level are numbered from first(level) to first(level + 1) - 1.
  std::uint32_t first(std::uint32_t level) const noexcept { return first_[level - 1]; }
  std::uint32_t level_of(std::uint32_t cluster) const noexcept {
    std::uint32_t level = 1;
    while (cluster >= first_[level]) ++level;
    return level;
  }

  std::uint32_t at(std::uint32_t level, std::uint32_t x, std::uint32_t y) const noexcept {
    return first(level) + (y >> shift(level)) * columns(level) + (x >> shift(level));
  }
  std::uint32_t at(std::uint32_t level, Node node) const noexcept {
    const std::uint32_t y = node / width_;
    return at(level, node - y * width_, y);
  }

  Box box(std::uint32_t cluster) const noexcept {
    const std::uint32_t level = level_of(cluster), number = cluster - first(level), across = columns(level);
    const std::uint32_t left = number % across << shift(level), top = number / across << shift(level);
    return {left, top, left + std::min(side(level), width_ - left), top + std::min(side(level), height_ - top)};
  }

 private:
  static constexpr std::uint32_t kMostOnTop = 64;

  static std::uint32_t shift(std::uint32_t level) noexcept { return 3 + 2 * level; }

  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<std::uint32_t> first_;
};

inline bool contains(const Box& box, std::uint32_t x, std::uint32_t y) noexcept {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

}  // namespace pathstar
