// The place of a point on a mesh.
#include <algorithm>
#include <cmath>
#include <limits>

#include "spaces/mesh/mesh.hpp"

namespace pathstar {
namespace {

constexpr double kBucketsPerFace = 2.0;
constexpr double kMargin = 1e-6;  // of a bucket: a polygon's shadow in a row of buckets is rounded

struct Box {
  Point low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Point high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void add(const Point& place) noexcept {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  }
};

Point nearest_on_segment(const Point& a, const Point& b, const Point& place) noexcept {
  const double x = b.x - a.x, y = b.y - a.y;
  const double share = ((place.x - a.x) * x + (place.y - a.y) * y) / (x * x + y * y);
  if (!(share > 0.0)) return a;
  if (share >= 1.0) return b;
  return {a.x + share * x, a.y + share * y};
}

std::int64_t clamped(double at, std::int64_t count) noexcept {
  return static_cast<std::int64_t>(std::clamp(std::floor(at), 0.0, static_cast<double>(count - 1)));
}

}  // namespace

std::int64_t Mesh::Buckets::column(double x) const noexcept { return clamped((x - low.x) / side, columns); }
std::int64_t Mesh::Buckets::row(double y) const noexcept { return clamped((y - low.y) / side, rows); }
std::span<const Face> Mesh::Buckets::at(std::int64_t column, std::int64_t row) const noexcept {
  const auto bucket = static_cast<std::size_t>(row * columns + column);
  return std::span(faces).subspan(first[bucket], first[bucket + 1] - first[bucket]);
}

// Visits the buckets that a polygon intersects, row by row, and at most a few beside it.
template <class Visit>
void Mesh::each_bucket(Face face, const Visit& visit) const {
  Box box;
  for (EdgeId edge = begin(face); edge != end(face); ++edge) box.add(point(origin(edge)));
  const double margin = kMargin * buckets_.side;
  for (std::int64_t row = buckets_.row(box.low.y - margin); row <= buckets_.row(box.high.y + margin); ++row) {
    const double top = buckets_.low.y + static_cast<double>(row) * buckets_.side - margin;
    const double bottom = top + buckets_.side + 2 * margin;
    Box inside;
    for (EdgeId edge = begin(face); edge != end(face); ++edge) {
      const Point &a = point(origin(edge)), &b = point(target(edge));
      if (std::max(a.y, b.y) < top || std::min(a.y, b.y) > bottom) continue;
      for (const double y : {std::clamp(a.y, top, bottom), std::clamp(b.y, top, bottom)}) {
        inside.add({a.y == b.y ? a.x : a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y});
        if (a.y == b.y) inside.add(b);
      }
    }
    if (inside.low.x > inside.high.x) continue;
    const std::int64_t last = buckets_.column(inside.high.x + margin);
    for (std::int64_t column = buckets_.column(inside.low.x - margin); column <= last; ++column) {
      visit(static_cast<std::size_t>(row * buckets_.columns + column));
    }
  }
}

bool Mesh::lay_out_buckets(Pause& pause) {
  Box box;
  for (const Point& place : points_) {
    if (pause()) return false;
    box.add(place);
  }
  if (faces() == 0) box.low = box.high = {0.0, 0.0};
  const double width = box.high.x - box.low.x, height = box.high.y - box.low.y;
  const double wanted = std::max(1.0, kBucketsPerFace * faces());
  buckets_.low = box.low;
  buckets_.side = std::max(
      {std::sqrt(width * (height / wanted)), std::max(width, height) / wanted, std::numeric_limits<double>::min()});
  buckets_.columns = static_cast<std::int64_t>(width / buckets_.side) + 1;
  buckets_.rows = static_cast<std::int64_t>(height / buckets_.side) + 1;
  buckets_.first.assign(static_cast<std::size_t>(buckets_.columns * buckets_.rows) + 1, 0);
  return true;
}

bool Mesh::fill_buckets(Pause& pause) {
  if (!lay_out_buckets(pause)) return false;
  std::vector<std::uint32_t> reached, counts;  // the buckets of each polygon in turn, and their number
  counts.reserve(faces());
  for (Face face = 0; face < faces(); ++face) {
    const std::size_t before = reached.size();
    each_bucket(face, [&](std::size_t bucket) {
      ++buckets_.first[bucket + 1];
      reached.push_back(static_cast<std::uint32_t>(bucket));
    });
    counts.push_back(static_cast<std::uint32_t>(reached.size() - before));
    if (pause(counts.back())) return false;
  }
  for (std::size_t i = 1; i < buckets_.first.size(); ++i) {
    if (pause()) return false;
    buckets_.first[i] += buckets_.first[i - 1];
  }
  buckets_.faces.resize(buckets_.first.back());
  std::vector<std::uint32_t> filled(buckets_.first.begin(), buckets_.first.end() - 1);
  auto bucket = reached.begin();
  for (Face face = 0; face < faces(); ++face) {
    for (const auto end = bucket + counts[face]; bucket != end; ++bucket) buckets_.faces[filled[*bucket]++] = face;
    if (pause(counts[face])) return false;
  }
  return true;
}

void Mesh::find_faces_at(const Point& place, std::vector<Face>& found) const {
  found.clear();
  for (const Face face : buckets_.at(buckets_.column(place.x), buckets_.row(place.y))) {
    if (contains(face, place)) found.push_back(face);
  }
}

// The nearest point of a polygon's border that lies in the polygon by the exact test. The rounded foot of a
// perpendicular may lie slightly outside; then it moves inwards, by the least share that is enough.
Point Mesh::nearest_on(Face face, const Point& place) const noexcept {
  Point best = point(origin(begin(face))), centre{0.0, 0.0};
  const double count = end(face) - begin(face);
  for (EdgeId edge = begin(face); edge != end(face); ++edge) {
    const Point near = nearest_on_segment(point(origin(edge)), point(target(edge)), place);
    if (distance(near, place) < distance(best, place)) best = near;
    centre.x += point(origin(edge)).x / count;
    centre.y += point(origin(edge)).y / count;
  }
  const Point foot = best;
  for (double share = 1e-16; share < 1.0 && !contains(face, best); share *= 2) {
    best = {foot.x + share * (centre.x - foot.x), foot.y + share * (centre.y - foot.y)};
  }
  return contains(face, best) ? best : point(origin(begin(face)));
}

Point Mesh::nearest(const Point& place) const {
  if (!faces_at(place).empty()) return place;
  const std::int64_t column = buckets_.column(place.x), row = buckets_.row(place.y);
  Point best = place;
  double least = std::numeric_limits<double>::infinity();
  const std::int64_t rings = std::max(buckets_.columns, buckets_.rows);
  for (std::int64_t ring = 0; ring < rings; ++ring) {
    if (least <= static_cast<double>(ring - 1) * buckets_.side) break;  // the rest is farther away
    for (std::int64_t y = std::max<std::int64_t>(0, row - ring); y <= std::min(buckets_.rows - 1, row + ring); ++y) {
      const bool whole = y == row - ring || y == row + ring;
      for (std::int64_t x = column - ring; x <= column + ring; x += whole || ring == 0 ? 1 : 2 * ring) {
        if (x < 0 || x >= buckets_.columns) continue;
        for (const Face face : buckets_.at(x, y)) {
          const Point near = nearest_on(face, place);
          if (distance(near, place) < least) {
            least = distance(near, place);
            best = near;
          }
        }
      }
    }
  }
  return best;
}

}  // namespace pathstar
