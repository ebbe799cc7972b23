// Whether a straight line from the centre of one cell to that of another is free.
//
// When to use: any-angle steps, visibility graphs, shortening of paths.
// Needs: a test of cells; both ends lie inside the grid, and so does every cell on the way.
// Guarantee: exact. All is done in whole numbers, so no line slips through a corner by rounding, and both directions
//   give the same result.
// Corner rule: every cell whose inside the line crosses must be free. Where it passes exactly through the corner
//   between two cells, both must be free (no_cut), one of them (no_squeeze), or none (free); so a line to a neighbour
//   is free exactly when the step is legal.
// Complexity: as many tests as touched cells, or fewer if some cells are known to be seen.
// Reference: the supercover line of Dedu 2001, Bresenham-based supercover line algorithm; Amanatides and Woo 1987, A
//   fast voxel traversal algorithm for ray tracing.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <utility>

#include "spaces/cells/moves.hpp"

namespace pathstar {

// How many of the two cells beside a corner may be blocked.
constexpr int most_blocked(Corners corners) noexcept {
  return corners == Corners::no_cut ? 0 : corners == Corners::no_squeeze ? 1 : 2;
}

// Cells are numbered row by row, `row` to each. The line leads from a cell by (dx, dy) to another. `free(cell)`:
// whether it may be crossed; `known(cell)`: whether the end is known to see it, so that it is free. Between two lines
// to cells that touch at a side no blocked cell has room: it would cross one of them. So the walk ends as soon as it
// passes between two cells that are known to be seen, or over one.
template <class Free, class Known>
bool line_is_free(std::int64_t cell, std::int64_t dx, std::int64_t dy, std::int64_t row, Corners corners, Free&& free,
                  Known&& known) {
  std::int64_t longer = std::abs(dx), shorter = std::abs(dy);
  std::int64_t along = dx < 0 ? -1 : 1, aside = dy < 0 ? -row : row;
  if (shorter > longer) {
    std::swap(longer, shorter);
    std::swap(along, aside);
  }
  if (!free(cell)) return false;
  // The place where it passes the centre of a column (or row): the last cell beside it, and the distance beyond that
  // cell's centre.
  std::int64_t beside = cell, beyond = 0;
  // Which line between cells comes first: the next one across the longer way (negative) or the shorter (positive).
  std::int64_t order = shorter - longer;
  for (std::int64_t left = longer; left > 0; --left) {
    if (order > 0) {
      cell += aside;
      order -= 2 * longer;
      if (!free(cell)) return false;
    }
    if (order == 0) {
      if (!free(cell + along) + !free(cell + aside) > most_blocked(corners)) return false;
      cell += aside;
      order -= 2 * longer;
    }
    cell += along;
    order += 2 * shorter;
    beside += along;
    beyond += shorter;
    if (beyond >= longer) {
      beyond -= longer;
      beside += aside;
    }
    if (known(beside) && (beyond == 0 || known(beside + aside))) return true;
    if (!free(cell)) return false;
  }
  return order <= 0 || free(cell + aside);
}

template <class Free>
bool line_is_free(std::int64_t cell, std::int64_t dx, std::int64_t dy, std::int64_t row, Corners corners, Free&& free) {
  return line_is_free(cell, dx, dy, row, corners, free, [](std::int64_t) { return false; });
}

}  // namespace pathstar
