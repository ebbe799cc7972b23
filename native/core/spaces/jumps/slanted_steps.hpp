// The cells where a run along the lines of a cross bitmap is blocked, and where it has a forced neighbour, for 64 cells
// of a row at a time.
#pragma once

#include "spaces/bits.hpp"
#include "spaces/cells/moves.hpp"

namespace pathstar {

// The cells from which no step leads by (dx, dy). walls(lines, positions): the walls that many lines and positions
// beyond each cell.
template <class Walls>
Word blocked_steps(Corners corners, int dx, int dy, const Walls& walls) noexcept {
  const Word across = walls(0, dx), along = walls(dy, 0);
  const Word ends = walls(0, 0) | walls(dy, dx);
  switch (corners) {
    case Corners::no_cut:
      return ends | across | along;
    case Corners::no_squeeze:
      return ends | (across & along);
    case Corners::free:
      return ends;
  }
  return kAllOnes;
}

// The cells at which a run by (dx, dy) stops. It has a forced neighbour beside a wall that it has just passed, where
// the walls let it turn back around that wall. Under no_cut it never passes one.
template <class Walls>
Word slanted_stops(Corners corners, int dx, int dy, const Walls& walls) noexcept {
  if (corners == Corners::no_cut) return 0;
  return (walls(0, -dx) & ~blocked_steps(corners, -dx, dy, walls)) |
         (walls(-dy, 0) & ~blocked_steps(corners, dx, -dy, walls));
}

}  // namespace pathstar
