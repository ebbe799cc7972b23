#include "indexes/subgoals/sight_bitmaps.hpp"

#include "indexes/subgoals/run_lengths.hpp"

namespace pathstar {
namespace {

// The bits of the steps in a legal-moves byte, in the order of kDirections.
constexpr unsigned kNorth = 1, kWest = 2, kEast = 4, kSouth = 8;

bool is_subgoal(const Grid& grid, Node node) noexcept {
  const unsigned legal = grid.legal(node);
  for (int d = kStraightDirections; d < 8; ++d) {
    const auto [dx, dy] = kDirections[d];
    const unsigned sides = (dx < 0 ? kWest : kEast) | (dy < 0 ? kNorth : kSouth);
    const bool diagonal = (legal >> d & 1) != 0;
    if (grid.moves().corners == Corners::no_cut ? (legal & sides) == sides && !diagonal
                                                : (legal & sides) != sides && diagonal) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::uint8_t> subgoal_flags(const Grid& grid) {
  std::vector<std::uint8_t> flags(grid.size());
  for (Node node = 0; node < grid.size(); ++node) flags[node] = is_subgoal(grid, node);
  return flags;
}

SightBitmaps::SightBitmaps(const Grid& grid)
    : shape_(grid.width(), grid.height()),
      rows_(shape_.rows(), {kAllOnes, 0}),
      columns_(shape_.columns(), {kAllOnes, 0}),
      diagonals_(shape_.diagonals(), {{0, 0, 0, 0, kAllOnes, kAllOnes, 0, 0}}),
      first_subgoal_(shape_.rows()) {
  const std::vector<std::uint8_t> subgoals = subgoal_flags(grid);
  for (Node node = 0; node < grid.size(); ++node) {
    mark(node % grid.width() + 1, node / grid.width() + 1, !grid.walkable(node), subgoals[node] != 0);
  }
  fill_diagonals(grid, subgoals);
  count_subgoals();
}

void SightBitmaps::mark(std::uint32_t x, std::uint32_t y, bool wall, bool subgoal) noexcept {
  LineWords& row = rows_[std::size_t{y} * shape_.across + x / kWordBits];
  LineWords& column = columns_[std::size_t{x} * shape_.down + y / kWordBits];
  if (!wall) row.wall ^= bit_at(x), column.wall ^= bit_at(y);
  if (subgoal) row.subgoal |= bit_at(x), column.subgoal |= bit_at(y);
}

void SightBitmaps::mark_diagonal(std::uint32_t x, std::uint32_t y, SightField field) noexcept {
  const std::uint32_t lines = shape_.width;
  const std::uint32_t falling = (x + lines - y % lines) % lines, rising = (x + y) % lines + lines;
  for (const std::uint32_t line : {falling, rising}) {
    diagonals_[std::size_t{line} * shape_.down + y / kWordBits].field[field] ^= bit_at(y);
  }
}

void SightBitmaps::fill_diagonals(const Grid& grid, std::span<const std::uint8_t> subgoals) {
  static constexpr SightField kLive[kStraightDirections] = {kSightNorth, kSightWest, kSightEast, kSightSouth};
  const RunLengths clear(grid, subgoals);
  const std::uint32_t lines = shape_.width;
  for (Node node = 0; node < grid.size(); ++node) {
    const std::uint32_t x = node % grid.width() + 1, y = node / grid.width() + 1;
    for (int d = 0; d < kStraightDirections; ++d) {
      if (clear(node, d) > 0) mark_diagonal(x, y, kLive[d]);
    }
    if (subgoals[node] != 0) mark_diagonal(x, y, kSubgoal);
    for (int d = kStraightDirections; d < 8; ++d) {
      if ((grid.legal(node) >> d & 1) == 0) continue;
      const auto [dx, dy] = kDirections[d];
      const std::uint32_t line = dx == dy ? (x + lines - y % lines) % lines : (x + y) % lines + lines;
      diagonals_[std::size_t{line} * shape_.down + y / kWordBits].field[dy < 0 ? kNoStepUp : kNoStepDown] ^= bit_at(y);
    }
  }
}

void SightBitmaps::count_subgoals() {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    first_subgoal_[i] = count;
    count += ones(rows_[i].subgoal);
  }
}

}  // namespace pathstar
