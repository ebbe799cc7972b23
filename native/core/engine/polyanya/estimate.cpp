// The least cost of a way to the goal.
#include <algorithm>
#include <cmath>

#include "engine/polyanya/base.hpp"

namespace pathstar {
namespace {

// Twice the area of a triangle, rounded; positive if it goes counterclockwise.
double cross_product(const Point& a, const Point& b, const Point& c) noexcept {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The largest error of costs by rounding, as a share of costs and coordinates.
constexpr double kRounding = 1e-12;
// Below this sine of the angle between a bound and an edge, their intersection is not used.
constexpr double kFlat = 1e-6;

double size_of(const Point& place) noexcept { return std::max(std::abs(place.x), std::abs(place.y)); }

double distance_to_segment(const Point& place, const Point& a, const Point& b) noexcept {
  const double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
  const double along = (place.x - a.x) * x + (place.y - a.y) * y;
  if (!(along > 0.0)) return distance(place, a);
  if (along >= square) return distance(place, b);
  return std::abs(cross_product(a, b, place)) / std::sqrt(square);
}

Point mirrored(const Point& place, const Point& a, const Point& b) noexcept {
  const double x = b.x - a.x, y = b.y - a.y;
  const double share = 2.0 * cross_product(a, b, place) / (x * x + y * y);
  return {place.x + share * y, place.y - share * x};
}

}  // namespace

// By shortcut, the least cost from its beginning to the goal by straight lines and shortcuts, by rounds of the
// algorithm of Bellman and Ford.
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

// The distance to the goal without walls.
double PolyanyaBase::estimate_from(const Point& place) const noexcept {
  double least = distance(place, goal_);
  for (std::size_t i = 0; i < rests_.size(); ++i) {
    least = std::min(least, distance(place, links_.link(links_.shortcuts()[i]).from) + rests_[i]);
  }
  return least;
}

// The distance from the root to the goal through the interval, without walls behind it.
double PolyanyaBase::estimate(const MeshInterval& interval) const noexcept {
  double least = estimate_to(goal_, interval);
  for (std::size_t i = 0; i < rests_.size(); ++i) {
    least = std::min(least, estimate_to(links_.link(links_.shortcuts()[i]).from, interval) + rests_[i]);
  }
  return least;
}

// The same from the root to the goal, if the search may have reached it, or to the end of a link.
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

double PolyanyaBase::least_of(const MeshInterval& interval) const noexcept {
  const Point& root = at(work_.roots[interval.root].vertex);
  const double g = work_.roots[interval.root].g;
  if (interval.edge == kLinkEnd) return g;
  const Point right = outer_end(interval.right, mesh_.target(interval.edge), interval.edge);
  const Point left = outer_end(interval.left, mesh_.origin(interval.edge), interval.edge);
  const double rounding = kRounding * (g + size_of(root));
  return std::max(g, g + distance_to_segment(root, left, right) - rounding);
}

// If the way from an end of the edge to the far end of the interval costs less, so does the way to each place between.
bool PolyanyaBase::is_beaten(const MeshInterval& interval, const std::vector<double>& seen) const noexcept {
  const Vertex to_right = mesh_.target(interval.edge), to_left = mesh_.origin(interval.edge);
  const Point& root = at(work_.roots[interval.root].vertex);
  const double g = work_.roots[interval.root].g;
  const auto beats = [&](Vertex corner, const Point& far_end) {
    const double cost = g + distance(root, far_end);
    return seen[corner] + distance(at(corner), far_end) < cost - kRounding * (cost + size_of(far_end));
  };
  return beats(to_right, outer_end(interval.left, to_left, interval.edge)) ||
         beats(to_left, outer_end(interval.right, to_right, interval.edge));
}

// The end of an interval, or a place beyond it if rounding would move the end far along the edge.
Point PolyanyaBase::outer_end(const Bound& bound, Vertex vertex, EdgeId edge) const noexcept {
  if (bound.ends_at(vertex)) return at(vertex);
  const Point &from = at(bound.from), &to = at(bound.to), &a = at(mesh_.origin(edge)), &b = at(mesh_.target(edge));
  const double sine = (to.x - from.x) * (b.y - a.y) - (to.y - from.y) * (b.x - a.x);
  const bool is_flat = std::abs(sine) < kFlat * distance(from, to) * distance(a, b);
  return is_flat ? at(vertex) : place_of(bound, vertex, edge);
}

// The intersection of a bound with an edge that it crosses, rounded.
Point PolyanyaBase::crossing_of(const Bound& bound, EdgeId edge) const noexcept {
  const Point &a = at(mesh_.origin(edge)), &b = at(mesh_.target(edge)), &from = at(bound.from), &to = at(bound.to);
  const double before = std::abs(cross_product(from, to, a));
  const double after = std::abs(cross_product(from, to, b));
  const double share = before + after > 0.0 ? before / (before + after) : 0.0;
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

}  // namespace pathstar
