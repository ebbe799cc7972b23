#include <algorithm>
#include <numeric>
#include <utility>

#include "spaces/mesh/polygons.hpp"
#include "spaces/sorting.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kWall = ~std::uint32_t{0};

// Half-edges as linked rings, one ring for each polygon.
class Rings {
 public:
  explicit Rings(const Polygons& polygons) : points_(polygons.points), size_(polygons.corners.size()) {}

  // To be called first. False if it was stopped.
  bool make(const Polygons& polygons, const Stop& stop) {
    if (!append(origin_, std::span(polygons.corners), stop)) return false;
    for (std::vector<std::uint32_t>* each : {&next_, &previous_}) each->reserve(size_);
    cost_.reserve(size_);
    gone_.resize(size_, false);
    Pause pause(stop);
    for (std::size_t i = 0; i + 1 < polygons.offsets.size(); ++i) {
      const auto first = static_cast<std::uint32_t>(polygons.offsets[i]);
      const auto end = static_cast<std::uint32_t>(polygons.offsets[i + 1]);
      if (pause(end - first)) return false;
      cost_.resize(end, polygons.costs.empty() ? 1.0 : polygons.costs[i]);
      for (std::uint32_t edge = first; edge < end; ++edge) {
        next_.push_back(edge + 1 == end ? first : edge + 1);
        previous_.push_back(edge == first ? end - 1 : edge - 1);
      }
    }
    return link_twins(stop);
  }

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(size_); }
  double length(std::uint32_t edge) const noexcept { return distance(from(edge), from(next_[edge])); }
  // Whether an edge lies between two polygons that may be merged.
  bool is_shared(std::uint32_t edge) const noexcept {
    return !gone_[edge] && twin_[edge] != kWall && cost_[edge] == cost_[twin_[edge]];
  }
  std::uint32_t twin(std::uint32_t edge) const noexcept { return twin_[edge]; }

  // Removes the border of an edge, between two polygons with a convex union.
  void remove(std::uint32_t edge) {
    std::uint32_t first = edge, last = edge;
    while (twin_[previous_[first]] != kWall && twin_[previous_[first]] == next_[twin_[first]]) first = previous_[first];
    while (twin_[next_[last]] != kWall && twin_[next_[last]] == previous_[twin_[last]]) last = next_[last];
    const std::uint32_t in_a = previous_[first], out_b = next_[twin_[first]];
    const std::uint32_t in_b = previous_[twin_[last]], out_a = next_[last];
    if (!turns_left(in_a, out_b) || !turns_left(in_b, out_a)) return;
    for (std::uint32_t each = first;; each = next_[each]) {
      gone_[each] = gone_[twin_[each]] = true;
      if (each == last) break;
    }
    join(in_a, out_b);
    join(in_b, out_a);
  }

  // Removes the vertices in the middle of a side that lie between two neighbours or two walls of the same polygons.
  void straighten(std::uint32_t edge) {
    while (!gone_[edge]) {
      const std::uint32_t after = next_[edge], back = twin_[edge], back_after = twin_[after];
      if (orientation(from(edge), from(after), from(next_[after])) != 0) return;
      if ((back == kWall) != (back_after == kWall) || (back != kWall && next_[back_after] != back)) return;
      drop(edge, after);
      if (back == kWall) continue;
      drop(back_after, back);
      twin_[edge] = back_after;
      twin_[back_after] = edge;
    }
  }

  // Unfinished if it was stopped.
  Polygons polygons(Pause& pause) const {
    Polygons made;
    std::vector<std::uint32_t> numbers(points_.size(), kWall);
    std::vector<bool> written(size(), false);
    for (std::uint32_t edge = 0; edge < size(); ++edge) {
      if (pause()) return {};
      if (gone_[edge] || written[edge]) continue;
      for (std::uint32_t each = edge; !written[each]; each = next_[each]) {
        written[each] = true;
        std::uint32_t& number = numbers[origin_[each]];
        if (number == kWall) {
          number = static_cast<std::uint32_t>(made.points.size());
          made.points.push_back(from(each));
        }
        made.corners.push_back(number);
      }
      made.close();
      made.costs.push_back(cost_[edge]);
    }
    return made;
  }

 private:
  const Point& from(std::uint32_t edge) const noexcept { return points_[origin_[edge]]; }

  bool link_twins(const Stop& stop) {
    Pause pause(stop);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> sides;
    sides.reserve(size());
    twin_.reserve(size());
    for (std::uint32_t edge = 0; edge < size(); ++edge) {
      if (pause()) return false;
      const auto [low, high] = std::minmax(origin_[edge], origin_[next_[edge]]);
      sides.emplace_back(std::uint64_t{low} << 32 | high, edge);
      twin_.push_back(kWall);
    }
    if (!sort_unless_stopped(sides, stop)) return false;
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
      if (pause()) return false;
      if (sides[i].first != sides[i + 1].first) continue;
      twin_[sides[i].second] = sides[i + 1].second;
      twin_[sides[i + 1].second] = sides[i].second;
    }
    return true;
  }

  // Whether the corner between two edges that would be joined is convex or straight.
  bool turns_left(std::uint32_t in, std::uint32_t out) const noexcept {
    const Point &before = from(in), &here = from(out), &after = from(next_[out]);
    const int turn = orientation(before, here, after);
    if (turn != 0) return turn > 0;
    return (here.x - before.x) * (after.x - here.x) + (here.y - before.y) * (after.y - here.y) > 0.0;
  }

  void join(std::uint32_t in, std::uint32_t out) noexcept {
    next_[in] = out;
    previous_[out] = in;
  }

  // Extends an edge to the end of the next one.
  void drop(std::uint32_t edge, std::uint32_t after) noexcept {
    join(edge, next_[after]);
    gone_[after] = true;
  }

  const std::vector<Point>& points_;
  std::size_t size_;
  std::vector<std::uint32_t> origin_, next_, previous_, twin_;
  std::vector<double> cost_;  // of the polygon to which an edge belongs
  std::vector<bool> gone_;
};

}  // namespace

Polygons merged(const Polygons& polygons, const Stop& stop) {
  Pause pause(stop);
  Rings rings(polygons);
  if (!rings.make(polygons, stop)) return {};
  std::vector<std::pair<double, std::uint32_t>> longest;
  for (std::uint32_t edge = 0; edge < rings.size(); ++edge) {
    if (pause()) return {};
    if (rings.is_shared(edge) && edge < rings.twin(edge)) longest.emplace_back(-rings.length(edge), edge);
  }
  if (!sort_unless_stopped(longest, stop)) return {};
  for (const auto& [length, edge] : longest) {
    if (pause()) return {};
    if (rings.is_shared(edge)) rings.remove(edge);
  }
  for (std::uint32_t edge = 0; edge < rings.size(); ++edge) {
    if (pause()) return {};
    rings.straighten(edge);
  }
  return rings.polygons(pause);
}

}  // namespace pathstar
