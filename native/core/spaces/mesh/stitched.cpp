#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "spaces/mesh/polygons.hpp"

namespace pathstar {
namespace {

bool is_left_of(const Point& a, const Point& b) noexcept { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Points in the order of one coordinate, and of the other one if that is equal.
class Along {
 public:
  // `some`: the numbers of the points that may divide a side.
  Along(const std::vector<Point>& points, bool upright, std::vector<std::uint32_t> some)
      : points_(points), upright_(upright), order_(std::move(some)) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return less(a, b); };
    if (!std::is_sorted(order_.begin(), order_.end(), before)) std::sort(order_.begin(), order_.end(), before);
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
    return upright_ ? is_left_of(p, q) : is_left_of({p.y, p.x}, {q.y, q.x});
  }

  const std::vector<Point>& points_;
  bool upright_;  // sides along y: equal x
  std::vector<std::uint32_t> order_;
};

// The least box around points.
struct Extent {
  explicit Extent(const std::vector<Point>& points) noexcept {
    if (points.empty()) return;
    low = high = points.front();
    for (const Point& each : points) {
      low = {std::min(low.x, each.x), std::min(low.y, each.y)};
      high = {std::max(high.x, each.x), std::max(high.y, each.y)};
    }
  }
  bool ends_at_x(double x) const noexcept { return x == low.x || x == high.x; }
  bool ends_at_y(double y) const noexcept { return y == low.y || y == high.y; }

  Point low, high;
};

// The polygons under construction, with divided sides.
class Divided {
 public:
  // `upright` and `level`: the numbers of the points that may divide a side along y and along x.
  Divided(std::vector<Point> points, std::vector<std::uint32_t> upright, std::vector<std::uint32_t> level)
      : made_{std::move(points)},
        upright_(made_.points, true, std::move(upright)),
        level_(made_.points, false, std::move(level)) {}
  Divided(const Divided&) = delete;

  // Adds a side of the polygon under way. It may be divided if its end is at the border of the extent.
  void add_side(std::uint32_t from, std::uint32_t to, const Extent* within) {
    const Point &a = made_.points[from], &b = made_.points[to];
    made_.corners.push_back(from);
    if (a.x == b.x) {
      if (within == nullptr || within->ends_at_x(a.x)) upright_.append_between(from, to, made_.corners);
    } else if (a.y == b.y && (within == nullptr || within->ends_at_y(a.y))) {
      level_.append_between(from, to, made_.corners);
    }
  }

  // Adds polygons whose points have the numbers numbers[0], numbers[1]... here. False if it was stopped.
  bool add(const Polygons& polygons, const std::uint32_t* numbers, const Extent* within, Pause& pause) {
    for (std::size_t i = 0; i + 1 < polygons.offsets.size(); ++i) {
      const auto begin = static_cast<std::size_t>(polygons.offsets[i]);
      const auto end = static_cast<std::size_t>(polygons.offsets[i + 1]);
      if (pause(end - begin)) return false;
      for (std::size_t corner = begin; corner < end; ++corner) {
        const std::size_t next = corner + 1 == end ? begin : corner + 1;
        add_side(numbers[polygons.corners[corner]], numbers[polygons.corners[next]], within);
      }
      made_.close();
    }
    made_.costs.insert(made_.costs.end(), polygons.costs.begin(), polygons.costs.end());
    return true;
  }

  Polygons take() noexcept { return std::move(made_); }

 private:
  Polygons made_;
  Along upright_, level_;
};

// Gives all points of some parts a number: `numbers` holds those of the first part's points, then the second's.
struct Numbered {
  std::vector<Point> points;
  std::vector<std::uint32_t> numbers;

  explicit Numbered(std::span<const Polygons* const> parts) {
    struct Row {
      Point place;
      std::uint32_t row;
    };
    std::vector<Row> rows;
    for (const Polygons* part : parts) {
      for (const Point& each : part->points) {  // -0.0 becomes 0.0
        rows.push_back({{each.x + 0.0, each.y + 0.0}, static_cast<std::uint32_t>(rows.size())});
      }
    }
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return is_left_of(a.place, b.place); });
    numbers.resize(rows.size());
    for (const Row& each : rows) {
      if (points.empty() || points.back() != each.place) points.push_back(each.place);
      numbers[each.row] = static_cast<std::uint32_t>(points.size() - 1);
    }
  }
};

std::vector<std::uint32_t> rows_of(const std::vector<bool>& is_there) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < is_there.size(); ++row) {
    if (is_there[row]) rows.push_back(row);
  }
  return rows;
}

}  // namespace

Polygons stitched(const Polygons& polygons, const Stop& stop) {
  Pause pause(stop);
  std::vector<std::uint32_t> all(polygons.points.size());
  std::iota(all.begin(), all.end(), 0);
  Divided divided(polygons.points, all, all);
  return divided.add(polygons, all.data(), nullptr, pause) ? divided.take() : Polygons{};
}

Polygons joined(std::span<const Polygons* const> parts, const Stop& stop) {
  Numbered all(parts);
  std::vector<Extent> extents;
  std::vector<bool> at_x(all.points.size(), false), at_y(all.points.size(), false);
  std::size_t row = 0;
  for (const Polygons* part : parts) {
    const Extent& extent = extents.emplace_back(part->points);
    for (const Point& each : part->points) {
      const std::uint32_t number = all.numbers[row++];
      if (extent.ends_at_x(each.x)) at_x[number] = true;
      if (extent.ends_at_y(each.y)) at_y[number] = true;
    }
  }
  Divided divided(std::move(all.points), rows_of(at_x), rows_of(at_y));
  Pause pause(stop);
  const std::uint32_t* numbers = all.numbers.data();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!divided.add(*parts[i], numbers, &extents[i], pause)) return {};
    numbers += parts[i]->points.size();
  }
  return divided.take();
}

}  // namespace pathstar
