// The subgoals directly reachable from a cell, for builds: no cheapest path to them is blocked or passes another
// subgoal. Sight (sight.hpp) finds these and a few more, faster and in less memory.
//
// Reference: Uras, Koenig and Hernandez 2013, algorithm 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "indexes/subgoals/run_lengths.hpp"
#include "indexes/subgoals/sight_bitmaps.hpp"
#include "spaces/cells/grid.hpp"

namespace pathstar {

class DirectReach {
 public:
  explicit DirectReach(const Grid& grid) : grid_(grid), subgoals_(subgoal_flags(grid)), clear_(grid, subgoals_) {}

  bool subgoal(Node node) const noexcept { return subgoals_[node] != 0; }

  // Calls visit(node, straight steps, diagonal steps) for each subgoal directly reachable from a cell.
  template <class Visit>
  void from(Node node, Visit&& visit) const {
    for (int d = 0; d < kStraightDirections; ++d) {
      if (const std::int32_t steps = clear_(node, d); steps > 0) visit(moved(node, d, steps), steps, 0);
    }
    for (int d = kStraightDirections; d < 8; ++d) slanted(node, d, visit);
  }

 private:
  template <class Visit>
  void slanted(Node node, int direction, Visit&& visit) const {
    const int sides[2] = {kDirections[direction].dx < 0 ? 1 : 2, kDirections[direction].dy < 0 ? 0 : 3};
    std::int32_t limits[2] = {1 << 30, 1 << 30};
    for (std::int32_t steps = 1; (grid_.legal(node) >> direction & 1) != 0; ++steps) {
      node = moved(node, direction, 1);
      if (subgoals_[node]) return visit(node, 0, steps);
      for (const int i : {0, 1}) {
        const std::int32_t clear = clear_(node, sides[i]);
        if (clear > 0 && clear < limits[i]) visit(moved(node, sides[i], clear), clear, steps);
        limits[i] = std::min(limits[i], clear > 0 ? clear : 1 - clear);
      }
    }
  }

  Node moved(Node node, int direction, std::int32_t steps) const noexcept {
    const auto [dx, dy] = kDirections[direction];
    return static_cast<Node>(node + (dy * static_cast<std::int64_t>(grid_.width()) + dx) * steps);
  }

  const Grid& grid_;
  std::vector<std::uint8_t> subgoals_;
  RunLengths clear_;
};

}  // namespace pathstar
