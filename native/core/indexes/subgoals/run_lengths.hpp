// How far a straight run goes from each cell, and whether a subgoal ends it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/cells/grid.hpp"

namespace pathstar {

class RunLengths {
 public:
  // subgoals: width * height flags, row by row.
  RunLengths(const Grid& grid, std::span<const std::uint8_t> subgoals);

  // Steps to the first subgoal; or, if a wall comes first, minus the steps to the last cell before it.
  std::int32_t operator()(Node node, int direction) const noexcept { return table_[node][direction]; }

 private:
  void fill(const Grid& grid, std::span<const std::uint8_t> subgoals, int direction);

  std::vector<std::array<std::int32_t, kStraightDirections>> table_;  // in the order of kDirections
};

}  // namespace pathstar
