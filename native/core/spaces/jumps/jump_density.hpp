// The density of a grid's jump points, without a lasting effect on the grid.
#pragma once

#include "spaces/slices.hpp"

namespace pathstar {

class Grid;

// The result of JumpView::jump_point_density, without bitmaps that each later edit of the grid has to update.
// Meaningless if it was stopped.
double passing_jump_point_density(const Grid& grid, const Stop& stop);

}  // namespace pathstar
