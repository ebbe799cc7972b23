// Writes a polyline down as the result of a search.
#pragma once

#include <vector>

#include "paths/result.hpp"
#include "smooth/lines.hpp"

namespace pathstar {

// The points lie on centres and corners of cells; those where the line goes straight on are left out.
inline void write_line(const std::vector<Point>& points, double cost, PathResult& result) {
  const auto goes_on = [](Point a, Point b, Point c) {
    return (b.x - a.x) * (c.y - b.y) == (b.y - a.y) * (c.x - b.x) &&
           (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) >= 0.0;
  };
  std::vector<Point> kept;
  for (const Point& point : points) {
    if (!kept.empty() && kept.back().x == point.x && kept.back().y == point.y) continue;
    if (kept.size() > 1 && goes_on(kept[kept.size() - 2], kept.back(), point)) kept.pop_back();
    kept.push_back(point);
  }
  result.cost = cost;
  result.length = kept.size();
  for (const Point& point : kept) result.line.insert(result.line.end(), {point.x, point.y});
}

}  // namespace pathstar
