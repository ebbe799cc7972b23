// The gates of a cluster: cells from which a step leads out of it.
//
// An entrance is a run of cells along a border, as long as possible, from each of which a straight step crosses the
// border. With few entrances, some cells of each run are gates: on level 1 at even distances, on each higher level some
// of those of the level below, so that all clusters have about the same number. If corners may be cut freely, both ends
// of a diagonal step between two blocked cells are gates, too. So two connected cells are connected over gates. With
// all entrances, every cell with a step out of the cluster is a gate.
//
// Both clusters at a border choose the same crossings, because they see the same cells.
//
// Grids other than plain squares may have other steps across a border, or steps that lead elsewhere: see
// regular_gates.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/hierarchy/cluster_layout.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

enum class Entrances : std::uint8_t { few, all };

// In ascending order.
std::vector<Node> gates_of(const Grid& grid, const ClusterLayout& layout, Entrances entrances, std::uint32_t cluster);
std::vector<Node> gates_of(const RegularGrid& grid, const ClusterLayout& layout, Entrances entrances,
                           std::uint32_t cluster);

}  // namespace pathstar
