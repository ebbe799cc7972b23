// Walks straight from polygon to polygon.
//
// The line leaves each polygon either through the inside of an edge or through a vertex. At a vertex it continues in
// the polygon of the same fan whose corner contains the rest of the line, if there is one. All choices are exact.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "spaces/mesh/mesh.hpp"

namespace pathstar {
namespace {

class Walk {
 public:
  Walk(const Mesh& mesh, const Point& from, const Point& to)
      : mesh_(mesh), from_(from), to_(to), reached_(from), passed_(along(from)) {}

  // Walks on from a polygon that contains the point reached so far. Returns whether it arrives.
  bool from_face(Face face) {
    for (;;) {
      if (mesh_.contains(face, to_)) {
        pass(face, to_);
        return true;
      }
      const Exit exit = exit_of(face);
      if (exit.vertex != kNone) {
        pass(face, mesh_.point(exit.vertex));
        passed_ = along(reached_);
        const std::optional<Face> following = beyond(exit);
        if (!following) return false;
        face = *following;
      } else {
        if (exit.edge == kNone) return false;
        pass(face, crossing(exit.edge));
        if (mesh_.edge(exit.edge).twin == kNone) return false;
        face = mesh_.edge(mesh_.edge(exit.edge).twin).face;
      }
    }
  }
  const Point& reached() const noexcept { return reached_; }
  // The cost of the line up to there.
  double cost() const noexcept { return cost_; }

 private:
  // The exit of the line from a polygon: at a vertex, the origin of `edge`, or else through `edge`.
  struct Exit {
    Vertex vertex = kNone;
    EdgeId edge = kNone;
  };

  int side(const Point& place) const noexcept { return orientation(from_, to_, place); }

  // The position of a point along the line, for comparisons.
  double along(const Point& place) const noexcept {
    const double x = to_.x - from_.x, y = to_.y - from_.y;
    return std::abs(x) > std::abs(y) ? std::copysign(1.0, x) * place.x : std::copysign(1.0, y) * place.y;
  }

  // Moves on to a point of a polygon.
  void pass(Face face, const Point& place) noexcept {
    const double whole = distance(reached_, place);
    cost_ += mesh_.is_weighted() ? whole * mesh_.cost(face) - saved_along_edges(face, place) : whole;
    reached_ = place;
  }

  // The saving where the line runs along edges of a polygon with a cheaper other side.
  double saved_along_edges(Face face, const Point& place) const noexcept {
    double saved = 0.0;
    for (EdgeId edge = mesh_.begin(face); edge != mesh_.end(face); ++edge) {
      const EdgeId twin = mesh_.edge(edge).twin;
      const Point &a = mesh_.point(mesh_.origin(edge)), &b = mesh_.point(mesh_.target(edge));
      if (twin == kNone || side(a) != 0 || side(b) != 0) continue;
      const double begin = std::max(along(reached_), std::min(along(a), along(b)));
      const double end = std::min(along(place), std::max(along(a), along(b)));
      const double cheaper = mesh_.cost(face) - mesh_.cost(mesh_.edge(twin).face);
      if (end <= begin || cheaper <= 0.0) continue;
      saved += cheaper * distance(a, b) * (end - begin) / std::abs(along(b) - along(a));
    }
    return saved;
  }

  Exit exit_of(Face face) const noexcept {
    Exit exit;
    double farthest = passed_;
    for (EdgeId edge = mesh_.begin(face); edge != mesh_.end(face); ++edge) {
      const Point& a = mesh_.point(mesh_.origin(edge));
      const int side_a = side(a);
      if (side_a < 0 && side(mesh_.point(mesh_.target(edge))) > 0) return {kNone, edge};
      if (side_a == 0 && along(a) > farthest) {
        farthest = along(a);
        exit = {mesh_.origin(edge), edge};
      }
    }
    return exit;
  }

  // The polygon around a vertex whose corner contains the rest of the line.
  std::optional<Face> beyond(const Exit& exit) const noexcept {
    EdgeId edge = exit.edge;
    while (mesh_.edge(edge).twin != kNone) {  // to the most clockwise one, or all the way round
      edge = mesh_.next(mesh_.edge(edge).twin);
      if (edge == exit.edge) break;
    }
    const EdgeId first = edge;
    const Point& corner = mesh_.point(exit.vertex);
    do {
      const EdgeId before = mesh_.previous(edge);
      if (orientation(corner, mesh_.point(mesh_.target(edge)), to_) >= 0 &&
          orientation(corner, to_, mesh_.point(mesh_.origin(before))) >= 0) {
        return mesh_.edge(edge).face;
      }
      edge = mesh_.edge(before).twin;
    } while (edge != kNone && edge != first);
    return std::nullopt;
  }

  Point crossing(EdgeId edge) const noexcept {
    const Point &a = mesh_.point(mesh_.origin(edge)), &b = mesh_.point(mesh_.target(edge));
    const double x = to_.x - from_.x, y = to_.y - from_.y;
    const double across_a = std::abs(x * (a.y - from_.y) - y * (a.x - from_.x));
    const double across_b = std::abs(x * (b.y - from_.y) - y * (b.x - from_.x));
    const double share = across_a + across_b > 0.0 ? across_a / (across_a + across_b) : 0.0;
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
  }

  const Mesh& mesh_;
  Point from_, to_, reached_;
  double passed_;  // the position along the line of the start, or of the last vertex on the way
  double cost_ = 0.0;
};

}  // namespace

SightLine look(const Mesh& mesh, const Point& from, const Point& to) {
  SightLine farthest{from == to && !mesh.faces_at(from).empty(), from};
  if (farthest.clear) return farthest;
  for (const Face face : mesh.faces_at(from)) {
    Walk walk(mesh, from, to);
    if (walk.from_face(face)) return {true, to};
    if (distance(from, walk.reached()) > distance(from, farthest.end)) farthest.end = walk.reached();
  }
  return farthest;
}

double line_cost(const Mesh& mesh, const Point& from, const Point& to) {
  double least = std::numeric_limits<double>::infinity();
  for (const Face face : mesh.faces_at(from)) {
    Walk walk(mesh, from, to);
    if (from == to) return 0.0;
    if (walk.from_face(face)) least = std::min(least, walk.cost());
  }
  return least;
}

}  // namespace pathstar
