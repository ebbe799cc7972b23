// Queries with landmarks: A* whose estimate knows the ground (ALT: A*, landmarks, triangle inequality).
//
// When to use: spaces on which a straight line says little: weighted grids, graphs without positions, rough ground.
// Needs: a grid, regular grid or graph; the distances of its nodes to some landmarks (landmark_tables.hpp).
// Guarantee: optimal; the bounds are consistent, see landmark_tables.hpp.
// Complexity: as A*; a query expands the fewer nodes the nearer its way leads past a landmark.
// Reference: Goldberg and Harrelson 2005, Computing the shortest path: A* search meets graph theory.
// Differs from the paper: the bounds that a query uses are chosen once, at its start; components do not share
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

// Space is Grid, RegularGrid or Graph. Nothing if it was told to stop, or would take more memory than it may.
template <class Space>
std::shared_ptr<Index> build_landmarks(std::shared_ptr<Space> space, const LandmarkOptions& options,
                                       const Progress& progress);

// std::invalid_argument for sections that do not make up such an index.
template <class Space>
std::shared_ptr<Index> open_landmarks(std::shared_ptr<Space> space, const std::vector<Section>& sections);

}  // namespace pathstar
