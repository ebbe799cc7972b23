// Searches whose paths are lines in any direction over a grid of squares, or over boxes.
//
// They look for one path at a time. Fields and spur paths need steps, so they are refused. Anya does not close cells
// but intervals, so record_intervals() records it.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/finders/finder.hpp"
#include "smooth/lines.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "traces/intervals.hpp"

namespace pathstar {

enum class AnyAngle : std::uint8_t { theta, lazy_theta, anya };

// `ground` has the walls and `grid` the costs for a unit; they are the same for a unit without a size. Anya needs one
// without costs, with the corner rule no_squeeze.
std::shared_ptr<Finder> make_any_angle_finder(std::shared_ptr<Grid> ground, std::shared_ptr<Grid> grid, Unit unit,
                                              AnyAngle kind);

// A search by Anya that records its intervals.
std::unique_ptr<Search> record_intervals(Finder& finder, Node start, Node goal, const Settings& settings,
                                         std::shared_ptr<IntervalRecorder> recorder);

// For boxes: Theta* and Lazy Theta*. Their searches refuse boxes with joined borders, portals, exits, closed steps or
// rules for edges, because lines do not follow these.
std::shared_ptr<Finder> make_any_angle_finder(std::shared_ptr<RegularGrid> boxes, AnyAngle kind);

}  // namespace pathstar
