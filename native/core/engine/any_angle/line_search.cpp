#include "engine/any_angle/line_search.hpp"

#include <cstddef>
#include <ranges>

namespace pathstar {
namespace {

bool goes_on(const LinePoint& a, const LinePoint& b, const LinePoint& c) noexcept {
  double along = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if ((b[i] - a[i]) * (c[j] - b[j]) != (b[j] - a[j]) * (c[i] - b[i])) return false;
    along += (b[i] - a[i]) * (c[i] - b[i]);
  }
  return along >= 0.0;
}

// Removes repeated points, and points at which the line goes straight on.
std::vector<LinePoint> turning_points(const std::vector<LinePoint>& back) {
  std::vector<LinePoint> kept;
  for (const LinePoint& point : back | std::views::reverse) {
    if (!kept.empty() && kept.back() == point) continue;
    if (kept.size() > 1 && goes_on(kept[kept.size() - 2], kept.back(), point)) kept.pop_back();
    kept.push_back(point);
  }
  return kept;
}

}  // namespace

Status LineSearch::step(std::uint64_t budget) {
  while (status_ == Status::running && budget != 0) {
    if (expand_next()) --budget;
  }
  return status_;
}

PathResult LineSearch::result() const {
  PathResult result;
  result.status = status_;
  result.stats = stats_;
  if (status_ != Status::found) return result;
  const std::vector<LinePoint> line = turning_points(line_back());
  result.cost = cost();
  result.length = line.size();
  result.columns = columns_;
  for (const LinePoint& point : line) {
    result.line.insert(result.line.end(), point.begin(), point.begin() + static_cast<std::ptrdiff_t>(columns_));
  }
  return result;
}

}  // namespace pathstar
