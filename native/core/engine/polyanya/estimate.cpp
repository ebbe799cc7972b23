// What a way to the goal costs at least.
#include <algorithm>
#include <cmath>

#include "engine/polyanya/base.hpp"

namespace pathstar {
namespace {

// Twice the area of a triangle, rounded; positive if it goes counterclockwise.
double cross_product(const Point& a, const Point& b, const Point& c) noexcept {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

Point mirrored(const Point& place, const Point& a, const Point& b) noexcept {
  const double x = b.x - a.x, y = b.y - a.y;
  const double share = 2.0 * cross_product(a, b, place) / (x * x + y * y);
  return {place.x + share * y, place.y - share * x};
}

}  // namespace

// By shortcut, the least cost from its beginning to the goal by straight lines and shortcuts: Bellman and Ford's
// rounds.
void PolyanyaBase::estimate_links() {
  const auto shortcuts = links_.shortcuts();
  for (const std::uint32_t link : shortcuts) {
    rests_.push_back(links_.link(link).cost + distance(links_.link(link).to, goal_));
  }
  for (bool improved = true; improved;) {
    improved = false;
    for (std::size_t i = 0; i < shortcuts.size(); ++i) {
      const Link& link = links_.link(shortcuts[i]);
      const double rest = link.cost + estimate_from(link.to);
      improved = improved || rest < rests_[i];
      rests_[i] = std::min(rests_[i], rest);
    }
  }
}

// The distance to the goal, were there no walls.
double PolyanyaBase::estimate_from(const Point& place) const noexcept {
  double least = distance(place, goal_);
  for (std::size_t i = 0; i < rests_.size(); ++i) {
    least = std::min(least, distance(place, links_.link(links_.shortcuts()[i]).from) + rests_[i]);
  }
  return least;
}

// The distance from the root to the goal through the interval, were there no walls behind it.
double PolyanyaBase::estimate(const MeshInterval& interval) const noexcept {
  double least = estimate_to(goal_, interval);
  for (std::size_t i = 0; i < rests_.size(); ++i) {
    least = std::min(least, estimate_to(links_.link(links_.shortcuts()[i]).from, interval) + rests_[i]);
  }
  return least;
}

// The same from the root to the goal, where the search may have reached it, or the end of a link.
double PolyanyaBase::rest_of(const MeshInterval& interval) const noexcept {
  const Point& root = at(work_.roots[interval.root].vertex);
  if (interval.edge == kNone) return distance(root, goal_);
  return interval.edge == kLinkEnd ? estimate_from(root) : estimate(interval);
}

double PolyanyaBase::estimate_to(const Point& place, const MeshInterval& interval) const noexcept {
  const Point& root = at(work_.roots[interval.root].vertex);
  const Vertex to_right = mesh_.target(interval.edge), to_left = mesh_.origin(interval.edge);
  const Point right = place_of(interval.right, to_right, interval.edge);
  const Point left = place_of(interval.left, to_left, interval.edge);
  const Point &a = at(to_left), &b = at(to_right);
  const Point behind = cross_product(a, b, place) < 0.0 ? mirrored(place, a, b) : place;
  if (cross_product(root, right, behind) < 0.0) return distance(root, right) + distance(right, behind);
  if (cross_product(root, left, behind) > 0.0) return distance(root, left) + distance(left, behind);
  return distance(root, behind);
}

// Where an interval ends, rounded: at the vertex, or where its bound meets the edge, whose ends lie on both sides of
// it.
Point PolyanyaBase::place_of(const Bound& bound, Vertex vertex, EdgeId edge) const noexcept {
  if (bound.ends_at(vertex)) return at(vertex);
  const Point &a = at(mesh_.origin(edge)), &b = at(mesh_.target(edge));
  const double before = std::abs(cross_product(at(bound.from), at(bound.to), a));
  const double after = std::abs(cross_product(at(bound.from), at(bound.to), b));
  const double share = before + after > 0.0 ? before / (before + after) : 0.0;
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

}  // namespace pathstar
