// Whether dead ends labelled by hand would lose a path.
//
// A search skips every dead end but those of its start and its goal. That is safe if any two cells that are connected
// stay connected within the ground outside all dead ends and the dead ends of these two cells.
// Needs: reversible steps, as on grids.
// Complexity: time and memory in proportion to the cells.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Two cells between which a search that skips all other dead ends would find no path.
struct LostPath {
  Node start;
  Node goal;
};

// `labels`: per cell the number of its dead end, 0 outside. Nothing if no path is lost, or if it was stopped.
std::optional<LostPath> lost_path(const Grid& grid, std::span<const std::int32_t> labels,
                                  const Stop& stop = never_stop);

}  // namespace pathstar
