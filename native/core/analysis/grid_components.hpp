// Connected components: which cells of a grid can reach one another.
#pragma once

#include <cstdint>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

// 0 for cells that are not walkable, otherwise from 1 in the order of each island's first cell. Incomplete if it was
// stopped.
std::vector<std::int32_t> component_labels(const Grid& grid, const Stop& stop = never_stop);

}  // namespace pathstar
