#include <algorithm>
#include <cstddef>

#include "spaces/mesh/polygons.hpp"

namespace pathstar {
namespace {

// The points in the order of one coordinate, and of the other one where that is equal.
class Along {
 public:
  Along(const std::vector<Point>& points, bool upright) : points_(points), upright_(upright), order_(points.size()) {
    for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return less(a, b); });
  }

  // Appends the points strictly between the ends of a side, in its direction.
  void append_between(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& corners) const {
    const bool rises = less(from, to);
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return less(a, b); };
    const auto first = std::upper_bound(order_.begin(), order_.end(), rises ? from : to, before);
    const auto last = std::lower_bound(first, order_.end(), rises ? to : from, before);
    const auto at = corners.insert(corners.end(), first, last);
    if (!rises) std::reverse(at, corners.end());
  }

 private:
  bool less(std::uint32_t a, std::uint32_t b) const noexcept {
    const Point &p = points_[a], &q = points_[b];
    return upright_ ? p.x < q.x || (p.x == q.x && p.y < q.y) : p.y < q.y || (p.y == q.y && p.x < q.x);
  }

  const std::vector<Point>& points_;
  bool upright_;  // sides along y: equal x
  std::vector<std::uint32_t> order_;
};

}  // namespace

Polygons stitched(const Polygons& polygons, const Stop& stop) {
  Pause pause(stop);
  const Along upright(polygons.points, true), level(polygons.points, false);
  Polygons made{polygons.points, {}, {0}, polygons.costs};
  for (std::size_t i = 0; i + 1 < polygons.offsets.size(); ++i) {
    const auto begin = static_cast<std::size_t>(polygons.offsets[i]);
    const auto end = static_cast<std::size_t>(polygons.offsets[i + 1]);
    for (std::size_t corner = begin; corner < end; ++corner) {
      if (pause()) return {};
      const std::uint32_t from = polygons.corners[corner];
      const std::uint32_t to = polygons.corners[corner + 1 == end ? begin : corner + 1];
      const Point &a = polygons.points[from], &b = polygons.points[to];
      made.corners.push_back(from);
      if (a.x == b.x) {
        upright.append_between(from, to, made.corners);
      } else if (a.y == b.y) {
        level.append_between(from, to, made.corners);
      }
    }
    made.close();
  }
  return made;
}

}  // namespace pathstar
