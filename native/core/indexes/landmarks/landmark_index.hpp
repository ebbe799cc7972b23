// Queries with landmarks: A* with an estimate from real distances (ALT: A*, landmarks, triangle inequality).
//
// When to use: spaces with weak straight-line estimates: weighted grids, graphs without positions, rough ground.
// Needs: a grid, regular grid or graph, and the distances between its nodes and the landmarks (landmark_tables.hpp).
// Guarantee: optimal; the bounds are consistent, see landmark_tables.hpp.
// Complexity: as A*; the nearer a landmark lies to the path's extension, the fewer nodes a query expands.
// Reference: Goldberg and Harrelson 2005, Computing the shortest path: A* search meets graph theory.
// Differs from the paper: a query chooses the bounds that it uses once, at its start; components do not share
//   landmarks; distances are rounded so that the bounds stay consistent.
#pragma once

#include <memory>
#include <vector>

#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "indexes/landmarks/landmark_builder.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"

namespace pathstar {

// Space is Grid, RegularGrid or Graph. Nothing if it was stopped, or would exceed the memory limit.
template <class Space>
std::shared_ptr<Index> build_landmarks(std::shared_ptr<Space> space, const LandmarkOptions& options,
                                       const Progress& progress);

// Throws std::invalid_argument for sections that do not form such an index.
template <class Space>
std::shared_ptr<Index> open_landmarks(std::shared_ptr<Space> space, const std::vector<Section>& sections);

}  // namespace pathstar
