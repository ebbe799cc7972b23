// A division of a space into regions of neighbouring nodes, for searches that work on one region after another.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

class Regions {
 public:
  Regions() : Regions(kAll) { of_.push_back(0); }  // all nodes in one

  // Nodes whose numbers are near each other.
  static Regions of_numbers(std::uint32_t nodes) {
    Regions regions(kNumberBits);
    for (std::uint32_t i = 0; i <= (nodes - 1) >> kNumberBits; ++i) regions.add(i);
    return regions;
  }

  // Bundles of rows, over as many floors as rows: as many nodes as fit into the cache with their records, with few
  // neighbours in other regions.
  static Regions of_rows(std::uint32_t width, std::uint32_t height, std::uint32_t depth) {
    const auto rows = std::max(1u, kBundle / width);
    const auto high = std::min(height, static_cast<std::uint32_t>(std::sqrt(rows)));
    const auto thick = std::max(1u, rows / high);
    const std::uint32_t across = (height - 1) / high + 1, nodes = width * height * depth;
    const int bits = std::bit_width(width) - 1;  // a part of a row, perhaps with a part of the next
    Regions regions(bits);
    for (std::uint32_t i = 0; i <= (nodes - 1) >> bits; ++i) {
      const std::uint32_t row = std::min((i << bits) + (std::uint32_t{1} << bits) / 2, nodes - 1) / width;
      regions.add(row / height / thick * across + row % height / high);
    }
    return regions;
  }

  std::uint32_t count() const noexcept { return count_; }
  std::uint32_t of(Node node) const noexcept { return of_[node >> bits_]; }

 private:
  static constexpr int kAll = 31;
  static constexpr int kNumberBits = 17;
  static constexpr std::uint32_t kBundle = 1 << 14;

  explicit Regions(int bits) : bits_(bits) {}

  void add(std::uint32_t region) {
    of_.push_back(region);
    count_ = std::max(count_, region + 1);
  }

  int bits_;
  std::uint32_t count_ = 1;
  std::vector<std::uint32_t> of_;  // by the high bits of the nodes' numbers
};

}  // namespace pathstar
