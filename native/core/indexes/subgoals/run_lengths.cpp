#include "indexes/subgoals/run_lengths.hpp"

namespace pathstar {

RunLengths::RunLengths(const Grid& grid, std::span<const std::uint8_t> subgoals) : table_(grid.size()) {
  for (int direction = 0; direction < kStraightDirections; ++direction) fill(grid, subgoals, direction);
}

void RunLengths::fill(const Grid& grid, std::span<const std::uint8_t> subgoals, int direction) {
  const auto [dx, dy] = kDirections[direction];
  const std::int64_t offset = std::int64_t{dy} * grid.width() + dx;
  const bool backward = offset > 0;  // the cell ahead must be known first
  for (Node i = 0; i < grid.size(); ++i) {
    const Node node = backward ? grid.size() - 1 - i : i;
    std::int32_t& here = table_[node][direction];
    if ((grid.legal(node) >> direction & 1) == 0) {
      here = 0;
      continue;
    }
    const Node next = static_cast<Node>(node + offset);
    const std::int32_t ahead = table_[next][direction];
    here = subgoals[next] ? 1 : ahead > 0 ? ahead + 1 : ahead - 1;
  }
}

}  // namespace pathstar
