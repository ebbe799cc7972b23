// The cells of a grid of squares that a cell sees.
#pragma once

#include <cstdint>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// For each cell 1 if a straight line from the centre of `from` to its centre is free, else 0; see line_of_sight.hpp. So
// sight goes both ways. With `walls` a blocked cell is also seen, if it would be seen when free. Nothing is seen from a
// blocked cell. Unfinished if it was stopped.
std::vector<std::uint8_t> visible_from(const Grid& grid, Node from, bool walls, const Stop& stop);

}  // namespace pathstar
