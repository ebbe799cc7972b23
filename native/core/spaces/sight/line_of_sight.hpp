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
// Complexity: as many tests as cells are touched.
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

template <class Free>
bool line_is_free(std::int64_t x, std::int64_t y, std::int64_t to_x, std::int64_t to_y, Corners corners, Free&& free) {
  const std::int64_t across = std::abs(to_x - x), down = std::abs(to_y - y);
  const std::int64_t right = to_x < x ? -1 : 1, below = to_y < y ? -1 : 1;
  if (!free(x, y)) return false;
  for (std::int64_t i = 0, j = 0; i < across || j < down;) {
    // Which line between cells comes first, the next upright one or the next level one.
    const std::int64_t order = (2 * i + 1) * down - (2 * j + 1) * across;
    if (order == 0 && !free(x + right, y) + !free(x, y + below) > most_blocked(corners)) return false;
    if (order <= 0) x += right, ++i;
    if (order >= 0) y += below, ++j;
    if (!free(x, y)) return false;
  }
  return true;
}

}  // namespace pathstar
