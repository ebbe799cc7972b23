// How many jump points a grid has, looked up without a trace.
#pragma once

#include "spaces/slices.hpp"

namespace pathstar {

class Grid;

// What JumpView::jump_point_density returns, without bitmaps that each later edit of the grid has to keep up to date.
// Of no meaning if it was stopped.
double passing_jump_point_density(const Grid& grid, const Stop& stop);

}  // namespace pathstar
