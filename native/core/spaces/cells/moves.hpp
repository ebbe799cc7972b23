// The moves on a grid of squares: directions, corner rule, step costs, and the meaning of a cell's cost.
#pragma once

#include <array>
#include <cstdint>

namespace pathstar {

// Whether a diagonal step may pass blocked orthogonal neighbours.
enum class Corners : std::uint8_t {
  no_cut,      // both orthogonal neighbours must be free
  no_squeeze,  // at most one of them is blocked
  free,        // blocked ones do not matter
};

// The cost of a step on a grid with costs, times the step's length. For a knight's move the two cells that it passes
// between count as cells entered; blocked ones do not count.
enum class CostRule : std::uint8_t {
  enter,  // the mean cost of the cells entered: usually one
  mean,   // the mean cost of the cells entered and the cell left
};

struct Moves {
  int directions = 8;  // 4 or 8
  Corners corners = Corners::no_cut;
  double straight = 1.0;
  double diagonal = 1.4142135623730951;

  bool operator==(const Moves&) const = default;

  double length(std::uint64_t straight_steps, std::uint64_t diagonal_steps) const noexcept {
    return static_cast<double>(straight_steps) * straight + static_cast<double>(diagonal_steps) * diagonal;
  }
};

struct Direction {
  std::int8_t dx;
  std::int8_t dy;
};

// Straight ones first, so that a grid of 4 directions uses the first four. A byte of legal moves has the same order.
inline constexpr std::array<Direction, 8> kDirections{
    {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}}};

inline constexpr int kStraightDirections = 4;

// The bits of the directions that lead up, down, to the left or to the right, straight or not.
constexpr unsigned directions_towards(int dx, int dy) noexcept {
  unsigned towards = 0;
  for (unsigned d = 0; d < 8; ++d) {
    const Direction direction = kDirections[d];
    const bool leads_there = (dx != 0 && direction.dx == dx) || (dy != 0 && direction.dy == dy);
    if (leads_there) towards |= 1u << d;
  }
  return towards;
}

constexpr int opposite(int direction) noexcept {
  return (direction < kStraightDirections ? kStraightDirections - 1 : 11) - direction;
}

}  // namespace pathstar
