// The side of a line on which a point lies, exactly for any float64 coordinates.
//
// A rounding error here would lose a path that grazes a corner, or send one through a wall, so nothing in a mesh is
// compared with a tolerance. The quick formula decides nearly always; where its rounding could matter, products are
// split into a rounded part and its error, and in the last resort the whole sum is kept without rounding.
// Reference: Shewchuk 1997, Adaptive precision floating-point arithmetic and fast robust geometric predicates.
#pragma once

#include <cmath>

#include "spaces/compiler.hpp"
#include "spaces/point.hpp"

namespace pathstar {

inline double distance(const Point& a, const Point& b) noexcept {
  const double x = b.x - a.x, y = b.y - a.y;
  return std::sqrt(x * x + y * y);
}

// The slow part of orientation(), for points that are collinear or nearly so.
int orientation_exact(const Point& a, const Point& b, const Point& c) noexcept;

// 1 if c lies to the left of the line from a to b, where left is counterclockwise with y up; -1 to the right; 0 on it.
PATHSTAR_INLINE int orientation(const Point& a, const Point& b, const Point& c) noexcept {
  constexpr double kErrorBound = 3.3306690738754716e-16;  // (3 + 16 eps) eps, eps = 2^-53
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double difference = left - right;
  const double bound = kErrorBound * (std::abs(left) + std::abs(right));
  if (difference > bound) return 1;
  if (difference < -bound) return -1;
  return orientation_exact(a, b, c);
}

}  // namespace pathstar
