// Lists of polygons, before they become a mesh.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/mesh/orientation.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

// Polygon i has the corners corners[offsets[i]] up to corners[offsets[i + 1]], numbers of points.
struct Polygons {
  std::vector<Point> points;
  std::vector<std::uint32_t> corners;
  std::vector<std::int64_t> offsets{0};
  std::vector<double> costs{};  // of each polygon; empty: all the same

  void close() { offsets.push_back(static_cast<std::int64_t>(corners.size())); }
};

// The walkable cells of a grid, rows of `width` bytes, as few rectangles that share edges: cell (x, y) is the square
// [x, x + 1] x [y, y + 1]. Empty if the poll stopped it.
Polygons rectangles(std::span<const std::uint8_t> walkable, std::uint32_t width, const Stop& stop);

// The same area in fewer convex polygons: removes edges between polygons of the same cost, longest first, wherever the
// rest stays convex, and then vertices in the middle of straight sides. The polygons must be convex, counterclockwise,
// and share whole edges. Each edge is checked once, because a corner that has become straight or hollow stays so.
// Reference: Hertel and Mehlhorn 1983, Fast triangulation of simple polygons.
Polygons merged(const Polygons& polygons, const Stop& stop);

// The same polygons with vertices added to sides along an axis: wherever the corner of another polygon lies on such a
// side, the side is divided there. So polygons made separately, on the two sides of a line along an axis, share whole
// edges. Equal points must be one.
Polygons stitched(const Polygons& polygons, const Stop& stop);

// Joins parts of a plane that was cut along axes: equal points become one, in the order of x and then y, and sides on
// the border of a part are divided as by stitched(). Within a part neighbours must share whole edges. If it was
// stopped, it is unfinished and must not be used.
Polygons joined(std::span<const Polygons* const> parts, const Stop& stop);

}  // namespace pathstar
