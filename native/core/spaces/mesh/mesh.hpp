// Convex polygons that share edges, and their adjacency.
//
// Each polygon is a run of half-edges, counterclockwise with y up, so its inside lies to the left of each. A half-edge
// knows its twin, the half-edge of the polygon on its other side; without a twin it is a wall. Vertices may lie on a
// straight side: a side shared with several neighbours is several edges.
//
// A dead end is a polygon with one way out, if no polygon behind it has another one. Only a path from or to a place in
// it or behind it leads through it.
//
// If walls meet in a point, the polygons around that point form several fans that no path can pass between. Each fan
// gets a separate vertex, so a vertex has one wall on either side, or none at all.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "spaces/mesh/orientation.hpp"
#include "spaces/slices.hpp"

namespace pathstar {

using Vertex = std::uint32_t;
using Face = std::uint32_t;
using EdgeId = std::uint32_t;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

// A list of polygons that is not a mesh; the message says why, and `face` which polygon.
struct MeshError : std::invalid_argument {
  MeshError(Face face_, const std::string& what) : std::invalid_argument(what), face(face_) {}
  Face face;
};

struct HalfEdge {
  Vertex origin;
  Vertex target;
  EdgeId twin;           // kNone: a wall
  Face face;             // to its left
  EdgeId next_way;       // the next edge of the polygon with a twin, counterclockwise; kNone if there is none
  bool enters_dead_end;  // the polygon on its other side is a dead end, and this edge is its way out
};

// The next vertices along the walls on both sides of a vertex; kNone inside the mesh.
struct Walls {
  Vertex clockwise = kNone;         // the polygons around the vertex lie counterclockwise from it...
  Vertex counterclockwise = kNone;  // ...up to this one
};

class Mesh {
 public:
  // `corners` holds the vertices of all polygons, those of polygon i from offsets[i] up to offsets[i + 1]. Clockwise
  // polygons are reversed. `costs` holds the cost of a unit of length in each polygon, above 0; empty: 1 everywhere.
  // Throws MeshError for a polygon that is not convex or has no area, and for an edge with two polygons on one side. If
  // it was stopped, it is unfinished and must not be used.
  Mesh(std::vector<Point> points, std::span<const std::uint32_t> corners, std::span<const std::int64_t> offsets,
       std::vector<double> costs = {}, const Stop& stop = never_stop);

  std::uint32_t faces() const noexcept { return static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint32_t vertices() const noexcept { return static_cast<std::uint32_t>(points_.size()); }
  const Point& point(Vertex vertex) const noexcept { return points_[vertex]; }
  const HalfEdge& edge(EdgeId edge) const noexcept { return edges_[edge]; }
  const Walls& walls(Vertex vertex) const noexcept { return walls_[vertex]; }

  EdgeId begin(Face face) const noexcept { return first_[face]; }
  EdgeId end(Face face) const noexcept { return first_[face + 1]; }
  EdgeId next(EdgeId edge) const noexcept {
    const Face face = edges_[edge].face;
    return edge + 1 == first_[face + 1] ? first_[face] : edge + 1;
  }
  EdgeId previous(EdgeId edge) const noexcept {
    const Face face = edges_[edge].face;
    return edge == first_[face] ? first_[face + 1] - 1 : edge - 1;
  }
  Vertex origin(EdgeId edge) const noexcept { return edges_[edge].origin; }
  Vertex target(EdgeId edge) const noexcept { return edges_[edge].target; }
  // The polygon on the other side of an edge that is no wall.
  Face beyond(EdgeId edge) const noexcept { return edges_[edges_[edge].twin].face; }
  // The way out of a dead end; kNone for any other polygon.
  EdgeId way_out(Face face) const noexcept { return ways_out_[face]; }
  // Visits a polygon, and from a dead end those on the way out of it, as long as `visit` returns true.
  template <class Visit>
  void follow_out(Face face, const Visit& visit) const {
    while (visit(face) && ways_out_[face] != kNone) face = beyond(ways_out_[face]);
  }

  // The cost of a unit of length in a polygon, and the least of these; on an edge the cheaper side counts.
  double cost(Face face) const noexcept { return costs_.empty() ? 1.0 : costs_[face]; }
  double min_cost() const noexcept { return min_cost_; }
  // Whether some ground costs something other than 1.
  bool is_weighted() const noexcept { return !costs_.empty(); }

  // The connected part of the mesh with a polygon, numbered from 0.
  std::uint32_t component(Face face) const noexcept { return components_[face]; }
  std::uint32_t components() const noexcept { return component_count_; }

  // Whether a point lies in a polygon or on its border.
  bool contains(Face face, const Point& place) const noexcept;
  // The polygons that contain a point, a few where they meet; none off the mesh.
  std::vector<Face> faces_at(const Point& place) const {
    std::vector<Face> found;
    find_faces_at(place, found);
    return found;
  }
  // The same in a vector, replacing its content.
  void find_faces_at(const Point& place, std::vector<Face>& found) const;
  // The point of the mesh that is nearest to a place: the place itself on the mesh.
  Point nearest(const Point& place) const;

  const std::vector<Point>& points() const noexcept { return points_; }
  std::span<const HalfEdge> edges() const noexcept { return edges_; }

 private:
  // Squares over the mesh, each with the polygons that intersect it.
  struct Buckets {
    Point low;
    double side = 1.0;
    std::int64_t columns = 1;
    std::int64_t rows = 1;
    std::vector<std::uint32_t> first;
    std::vector<Face> faces;

    std::int64_t column(double x) const noexcept;
    std::int64_t row(double y) const noexcept;
    std::span<const Face> at(std::int64_t column, std::int64_t row) const noexcept;
  };

  // These return false if they were stopped.
  bool add_polygons(std::span<const std::uint32_t> corners, std::span<const std::int64_t> offsets, Pause& pause);
  bool link_twins(Pause& pause);
  void pair_up(EdgeId one, EdgeId other);
  bool split_vertices(Pause& pause);
  bool link_walls(Pause& pause);
  bool label_components(Pause& pause);
  bool link_ways(Pause& pause);
  bool find_dead_ends(Pause& pause);
  bool lay_out_buckets(Pause& pause);
  bool fill_buckets(Pause& pause);
  void add_polygon(std::span<const std::uint32_t> corners);
  void check_polygon(Face face) const;
  template <class Visit>
  void each_bucket(Face face, const Visit& visit) const;
  Point nearest_on(Face face, const Point& place) const noexcept;

  std::vector<Point> points_;
  std::vector<EdgeId> first_{0};
  std::vector<HalfEdge> edges_;
  std::vector<Walls> walls_;
  std::vector<EdgeId> ways_out_;
  std::vector<double> costs_;  // empty if all are 1
  double min_cost_ = 1.0;
  std::vector<std::uint32_t> components_;
  std::uint32_t component_count_ = 0;
  Buckets buckets_;
};

// The line of sight from `from` towards `to`: a straight walk on the mesh that may touch walls and slide along them,
// but not slip between two that touch.
struct SightLine {
  bool clear = false;  // it reaches `to`
  Point end;           // where it meets a wall; rounded
};
SightLine look(const Mesh& mesh, const Point& from, const Point& to);

// The cost of a straight line on the mesh: its length in each polygon times the polygon's cost, and along an edge the
// cheaper side's. Infinite if the line leaves the mesh.
double line_cost(const Mesh& mesh, const Point& from, const Point& to);

}  // namespace pathstar
