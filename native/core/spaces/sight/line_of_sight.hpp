// Whether a straight line from the centre of one cell to that of another is free.
//
// When to use: any-angle steps, visibility graphs, shortening of paths.
// Needs: a test of cells; both ends lie inside the grid, and then every cell asked about does.
// Guarantee: exact. All is done in whole numbers, so no line slips through a corner by rounding, and both directions
//   give the same result.
// Corner rule: every cell whose inside the line crosses must be free. Where it passes exactly through the corner
//   between two cells, both must be free (no_cut), one of them (no_squeeze), or none (free); so a line to a neighbour
// is
//   free exactly when the step is legal.
// Complexity: as many tests as cells are touched, or fewer where some cells are known to be seen.
// Reference: the supercover line of Dedu 2001, Bresenham-based supercover line algorithm; Amanatides and Woo 1987, A
//   fast voxel traversal algorithm for ray tracing.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "spaces/cells/moves.hpp"

namespace pathstar {

// How many of the two cells beside a corner may be blocked.
constexpr int most_blocked(Corners corners) noexcept {
  return corners == Corners::no_cut ? 0 : corners == Corners::no_squeeze ? 1 : 2;
}

// `known(x, y)`: whether the end is known to see this cell; then the cell is free. Between two lines to cells that
// touch at a side no blocked cell has room: it would cross one of them. So the walk ends as soon as it passes between
// two cells that are known to be seen, or over one.
template <class Free, class Known>
bool line_is_free(std::int64_t x, std::int64_t y, std::int64_t to_x, std::int64_t to_y, Corners corners, Free&& free,
                  Known&& known) {
  const std::int64_t across = std::abs(to_x - x), down = std::abs(to_y - y);
  const std::int64_t right = to_x < x ? -1 : 1, below = to_y < y ? -1 : 1;
  const bool level = across >= down;
  const std::int64_t longer = level ? across : down, shorter = level ? down : across;
  if (!free(x, y)) return false;
  // Beside the line: the cell that it has reached at the centre of a column (or row), and how far it is beyond it.
  std::int64_t beside_x = x, beside_y = y, beyond = 0;
  const auto passes_known = [&] {
    (level ? beside_x : beside_y) += level ? right : below;
    beyond += shorter;
    if (beyond >= longer) {
      beyond -= longer;
      (level ? beside_y : beside_x) += level ? below : right;
    }
    if (!known(beside_x, beside_y)) return false;
    return beyond == 0 || (level ? known(beside_x, beside_y + below) : known(beside_x + right, beside_y));
  };
  // Which line between cells comes first, the next upright one or the next level one: negative, positive, or 0 for
  // both.
  std::int64_t order = down - across;
  for (std::int64_t left = across + down; left > 0;) {
    if (order == 0 && !free(x + right, y) + !free(x, y + below) > most_blocked(corners)) return false;
    const bool sideways = order <= 0, downwards = order >= 0;
    if (sideways) x += right, order += 2 * down, --left;
    if (downwards) y += below, order -= 2 * across, --left;
    if ((level ? sideways : downwards) && passes_known()) return true;
    if (!free(x, y)) return false;
  }
  return true;
}

template <class Free>
bool line_is_free(std::int64_t x, std::int64_t y, std::int64_t to_x, std::int64_t to_y, Corners corners, Free&& free) {
  return line_is_free(x, y, to_x, to_y, corners, free, [](std::int64_t, std::int64_t) { return false; });
}

}  // namespace pathstar
