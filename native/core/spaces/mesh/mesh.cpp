#include "spaces/mesh/mesh.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace pathstar {

Mesh::Mesh(std::vector<Point> points, std::span<const std::uint32_t> corners, std::span<const std::int64_t> offsets,
           std::vector<double> costs, const Stop& stop)
    : points_(std::move(points)) {
  if (std::any_of(costs.begin(), costs.end(), [](double cost) { return cost != 1.0; })) {
    min_cost_ = *std::min_element(costs.begin(), costs.end());
    costs_ = std::move(costs);
  }
  Pause pause(stop);
  static_cast<void>(add_polygons(corners, offsets, pause) && link_twins(pause) && split_vertices(pause) &&
                    link_walls(pause) && label_components(pause) && link_ways(pause) && find_dead_ends(pause) &&
                    fill_buckets(pause));
}

bool Mesh::add_polygons(std::span<const std::uint32_t> corners, std::span<const std::int64_t> offsets, Pause& pause) {
  edges_.reserve(corners.size());
  first_.reserve(offsets.size());
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const auto begin = static_cast<std::size_t>(offsets[i]), end = static_cast<std::size_t>(offsets[i + 1]);
    if (pause(end - begin)) return false;
    add_polygon(corners.subspan(begin, end - begin));
    check_polygon(static_cast<Face>(i));
  }
  return true;
}

void Mesh::add_polygon(std::span<const std::uint32_t> corners) {
  const Face face = faces();
  if (corners.size() < 3) throw MeshError(face, "it has fewer than 3 corners");
  for (const Vertex corner : corners) edges_.push_back({corner, kNone, kNone, face, kNone, false});
  first_.push_back(static_cast<EdgeId>(edges_.size()));
  int turn = 0;  // of a convex polygon, every corner turns the same way, or not at all
  for (EdgeId edge = begin(face); edge != end(face) && turn == 0; ++edge) {
    turn = orientation(point(origin(previous(edge))), point(origin(edge)), point(origin(next(edge))));
  }
  if (turn < 0) std::reverse(edges_.begin() + begin(face), edges_.end());
  for (EdgeId edge = begin(face); edge != end(face); ++edge) edges_[edge].target = origin(next(edge));
}

void Mesh::check_polygon(Face face) const {
  int lowest_points = 0;  // a closed line that only turns left and goes round several times has several
  bool turns = false;
  for (EdgeId edge = begin(face); edge != end(face); ++edge) {
    const Point &before = point(origin(previous(edge))), &here = point(origin(edge)), &after = point(target(edge));
    if (here == after) throw MeshError(face, "two corners in a row are the same point");
    const int turn = orientation(before, here, after);
    if (turn < 0) throw MeshError(face, "it is not convex");
    const bool back =
        turn == 0 && (here.x - before.x) * (after.x - here.x) + (here.y - before.y) * (after.y - here.y) < 0;
    if (back) throw MeshError(face, "its border turns back on itself");
    turns = turns || turn > 0;
    const auto below = [](const Point& a, const Point& b) { return a.y < b.y || (a.y == b.y && a.x < b.x); };
    lowest_points += below(here, before) && below(here, after);
  }
  if (!turns) throw MeshError(face, "it has no area");
  if (lowest_points != 1) throw MeshError(face, "its border crosses itself");
}

// Groups the edges by their lower vertex, and sorts each group by the other one, so that twins are adjacent.
bool Mesh::link_twins(Pause& pause) {
  std::vector<std::uint32_t> ends(points_.size() + 1, 0);  // after a vertex's group, at first in the place of the next
  for (EdgeId edge = 0; edge < edges_.size(); ++edge) {
    if (pause()) return false;
    ++ends[std::min(origin(edge), target(edge)) + 1];
  }
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  std::vector<std::pair<Vertex, EdgeId>> sides(edges_.size());
  for (EdgeId edge = 0; edge < edges_.size(); ++edge) {
    if (pause()) return false;
    const Vertex from = origin(edge), to = target(edge);
    sides[ends[std::min(from, to)]++] = {std::max(from, to), edge};
  }
  std::uint32_t begin = 0;
  for (Vertex low = 0; low < points_.size(); begin = ends[low++]) {
    if (pause(ends[low] - begin)) return false;
    std::sort(sides.begin() + begin, sides.begin() + ends[low]);
    for (std::uint32_t i = begin + 1; i < ends[low]; ++i) {
      if (sides[i - 1].first == sides[i].first) pair_up(sides[i - 1].second, sides[i].second);
    }
  }
  return true;
}

// Makes two edges between the same vertices twins.
void Mesh::pair_up(EdgeId one, EdgeId other) {
  const bool third = edges_[one].twin != kNone;
  if (third || origin(one) == origin(other)) {
    throw MeshError(edges_[other].face, "it lies on the same side of an edge as another polygon");
  }
  edges_[one].twin = other;
  edges_[other].twin = one;
}

// Gives each fan of polygons around a vertex a separate vertex.
bool Mesh::split_vertices(Pause& pause) {
  std::vector<bool> used(points_.size(), false);
  std::vector<bool> turned(edges_.size(), false);
  walls_.resize(points_.size());
  for (EdgeId start = 0; start < edges_.size(); ++start) {
    if (pause()) return false;
    if (turned[start]) continue;
    EdgeId first = start;  // the most clockwise edge of its fan, or itself if there are polygons all around
    while (edges_[first].twin != kNone) {
      first = next(edges_[first].twin);
      if (first == start) break;
    }
    Vertex vertex = origin(first);
    if (used[vertex]) {
      vertex = vertices();
      points_.push_back(Point(points_[origin(first)]));
      walls_.emplace_back();
    } else {
      used[vertex] = true;
    }
    EdgeId edge = first;
    do {
      turned[edge] = true;
      edges_[edge].origin = vertex;
      edge = edges_[previous(edge)].twin;
    } while (edge != kNone && edge != first);
  }
  return true;
}

bool Mesh::link_walls(Pause& pause) {
  for (EdgeId edge = 0; edge < edges_.size(); ++edge) {
    if (pause()) return false;
    edges_[edge].target = origin(next(edge));
    if (edges_[edge].twin != kNone) continue;
    walls_[origin(edge)].clockwise = target(edge);
    walls_[target(edge)].counterclockwise = origin(edge);
  }
  return true;
}

bool Mesh::label_components(Pause& pause) {
  components_.assign(faces(), kNone);
  std::vector<Face> waiting;
  for (Face seed = 0; seed < faces(); ++seed) {
    if (components_[seed] != kNone) continue;
    components_[seed] = component_count_;
    waiting.push_back(seed);
    while (!waiting.empty()) {
      const Face face = waiting.back();
      waiting.pop_back();
      if (pause(end(face) - begin(face))) return false;
      for (EdgeId edge = begin(face); edge != end(face); ++edge) {
        if (edges_[edge].twin == kNone) continue;
        const Face beside = edges_[edges_[edge].twin].face;
        if (components_[beside] != kNone) continue;
        components_[beside] = component_count_;
        waiting.push_back(beside);
      }
    }
    ++component_count_;
  }
  return true;
}

bool Mesh::link_ways(Pause& pause) {
  for (Face face = 0; face < faces(); ++face) {
    if (pause(end(face) - begin(face))) return false;
    EdgeId way = kNone;
    for (EdgeId edge = begin(face); edge != end(face) && way == kNone; ++edge) {
      if (edges_[edge].twin != kNone) way = edge;
    }
    for (EdgeId edge = end(face); edge-- > begin(face);) {
      edges_[edge].next_way = way;
      if (edges_[edge].twin != kNone) way = edge;
    }
  }
  return true;
}

// Removes the polygons that are left with one way out, until there are none.
bool Mesh::find_dead_ends(Pause& pause) {
  ways_out_.assign(faces(), kNone);
  std::vector<std::uint32_t> ways(faces(), 0);
  for (const HalfEdge& edge : edges_) {
    if (pause()) return false;
    ways[edge.face] += edge.twin != kNone;
  }
  std::vector<Face> waiting;
  for (Face face = 0; face < faces(); ++face) {
    if (pause()) return false;
    if (ways[face] == 1) waiting.push_back(face);
  }
  while (!waiting.empty()) {
    if (pause()) return false;
    const Face face = waiting.back();
    waiting.pop_back();
    if (ways[face] != 1) continue;  // all around it is removed
    EdgeId way = begin(face);
    while (edges_[way].twin == kNone || edges_[way].enters_dead_end) ++way;
    ways_out_[face] = way;
    edges_[edges_[way].twin].enters_dead_end = true;
    ways[face] = 0;
    if (--ways[beyond(way)] == 1) waiting.push_back(beyond(way));
  }
  return true;
}

bool Mesh::contains(Face face, const Point& place) const noexcept {
  for (EdgeId edge = begin(face); edge != end(face); ++edge) {
    if (orientation(point(origin(edge)), point(target(edge)), place) < 0) return false;
  }
  return true;
}

}  // namespace pathstar
