// The scans of jump point search that find nothing, with their ends at walls or borders, for pictures.
#pragma once

#include <span>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

class Grid;

struct FailedScan {
  std::uint32_t expansion;  // counted from 0
  Node end;                 // the last cell of the run
};

// The failed scans of expansions: the expanded nodes, each with its parent, in a search for a goal. The grid must fit
// JumpView. A run along a diagonal fails if neither it nor a run to a side of it stops.
std::vector<FailedScan> failed_scans(const Grid& grid, std::span<const Node> nodes, std::span<const Node> parents,
                                     Node goal);

}  // namespace pathstar
