// What an index of landmarks consists of: for each node its distances to and from some chosen nodes, side by side.
//
// Distances are whole numbers of a unit. They are those of a space whose steps are a little cheaper: the cost of each
// step is rounded down to whole units before they are added up, not their sum afterwards. So the triangle inequality
// holds for them to the last bit, and a bound made of them falls over no step by more than that step costs: it is
// admissible and consistent. With a unit of 2^-31 of the longest way a way of n steps is estimated too low by at most n
// times that; where costs are whole numbers, and no way is longer than 2^31, by nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include "spaces/types.hpp"

namespace pathstar {

// A distance where there is no way. Longer ways than one less count as that: the bounds stay consistent, if lower.
inline constexpr std::uint32_t kNoWay = std::numeric_limits<std::uint32_t>::max();

struct LandmarkScale {
  double unit = 1.0;               // what 1 in the tables costs: a power of two, so that products are exact
  double most_key_increase = 0.0;  // over one step a bound rises by no more than this, or than any step costs
  std::uint32_t landmarks = 0;     // for each component
  std::uint32_t two_way = 0;       // whether distances from and to a landmark differ, so that there are both
};

struct LandmarkTables {
  LandmarkScale scale;
  // For each node: its distances from the landmarks of its component; after them those to the landmarks, if two_way.
  std::span<const std::uint32_t> distances;
  std::span<const std::int32_t> components;  // for each node
  std::shared_ptr<const void> owner;         // of the memory; none if that is the caller's

  std::uint32_t columns() const noexcept { return scale.landmarks << scale.two_way; }
  const std::uint32_t* row(Node node) const noexcept { return &distances[std::size_t{node} * columns()]; }

  // Whether the landmarks tell that there is no way between two nodes of a component: from one of them the start can be
  // reached but not the goal, or it can be reached from the goal but not from the start.
  bool apart(Node start, Node goal) const noexcept {
    const std::uint32_t *a = row(start), *b = row(goal);
    for (std::uint32_t i = 0; i < columns(); ++i) {
      if (i < scale.landmarks ? a[i] != kNoWay && b[i] == kNoWay : a[i] == kNoWay && b[i] != kNoWay) return true;
    }
    return false;
  }
};

}  // namespace pathstar
