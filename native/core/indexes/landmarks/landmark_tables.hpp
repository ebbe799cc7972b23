// The data of a landmark index: for each node its distances to and from some chosen nodes, side by side.
//
// Distances are whole numbers of a unit. They belong to a space whose steps are slightly cheaper: the cost of each step
// is rounded down to whole units before summing, instead of the sum afterwards. So the triangle inequality holds to the
// last bit, and no step lowers a bound by more than its cost: the bound is admissible and consistent. With a unit of
// 2^-31 of the longest path, the bound for a path of n steps is too low by at most n units; if costs are whole numbers,
// and no path is longer than 2^31, it is exact.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "spaces/types.hpp"

namespace pathstar {

// The distance if there is no path. Longer paths count as one less: the bounds stay consistent, but get lower.
inline constexpr std::uint32_t kNoWay = std::numeric_limits<std::uint32_t>::max();

struct LandmarkScale {
  double unit = 1.0;               // the cost of 1 in the tables: a power of two, so that products are exact
  double most_key_increase = 0.0;  // the largest increase of a bound over one step, unless a step costs more
  std::uint32_t landmarks = 0;     // for each component
  std::uint32_t two_way = 0;       // whether distances from and to a landmark differ, so that both are stored
};

struct LandmarkTables {
  LandmarkScale scale;
  // For each node its distances from the landmarks of its component, then those to the landmarks if two_way.
  std::span<const std::uint32_t> distances;
  std::span<const std::int32_t> components;  // for each node
  std::shared_ptr<const void> owner;         // owner of the memory; none if the caller owns it

  std::uint32_t columns() const noexcept { return scale.landmarks << scale.two_way; }
  const std::uint32_t* row(Node node) const noexcept { return &distances[std::size_t{node} * columns()]; }

  // Whether the landmarks prove that there is no path between two nodes of a component: one landmark reaches the start
  // but not the goal, or is reached from the goal but not from the start.
  bool apart(Node start, Node goal) const noexcept {
    const std::uint32_t *a = row(start), *b = row(goal);
    for (std::uint32_t i = 0; i < columns(); ++i) {
      if (i < scale.landmarks ? a[i] != kNoWay && b[i] == kNoWay : a[i] == kNoWay && b[i] != kNoWay) return true;
    }
    return false;
  }
};

}  // namespace pathstar
