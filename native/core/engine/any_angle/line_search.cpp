#include "engine/any_angle/line_search.hpp"

#include <ranges>

namespace pathstar {
namespace {

bool goes_on(const Point& a, const Point& b, const Point& c) noexcept {
  return (b.x - a.x) * (c.y - b.y) == (b.y - a.y) * (c.x - b.x) &&
         (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) >= 0.0;
}

// Leaves out points that come twice, and those where the line goes straight on.
std::vector<Point> turning_points(const std::vector<Point>& back) {
  std::vector<Point> kept;
  for (const Point& point : back | std::views::reverse) {
    if (!kept.empty() && kept.back() == point) continue;
    if (kept.size() > 1 && goes_on(kept[kept.size() - 2], kept.back(), point)) kept.pop_back();
    kept.push_back(point);
  }
  return kept;
}

}  // namespace

Status LineSearch::step(std::uint64_t budget) {
  while (status_ == Status::running && budget != 0) {
    if (open_is_empty()) {
      status_ = Status::no_path;
    } else if (expand_next()) {
      --budget;
    }
  }
  return status_;
}

PathResult LineSearch::result() const {
  PathResult result;
  result.status = status_;
  result.stats = stats_;
  if (status_ != Status::found) return result;
  const std::vector<Point> line = turning_points(line_back());
  result.cost = cost();
  result.length = line.size();
  for (const Point& point : line) result.line.insert(result.line.end(), {point.x, point.y});
  return result;
}

}  // namespace pathstar
