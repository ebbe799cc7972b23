#include "smooth/lines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "spaces/sight/line_of_sight.hpp"

namespace pathstar {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

double distance(Point a, Point b) noexcept { return std::hypot(a.x - b.x, a.y - b.y); }

double distance_to_segment(Point p, Point a, Point b) noexcept {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double along = square > 0.0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
  return distance(p, {a.x + along * dx, a.y + along * dy});
}

double distance_to_square(Point p, double x, double y) noexcept {
  return std::hypot(std::max(std::abs(p.x - x) - 0.5, 0.0), std::max(std::abs(p.y - y) - 0.5, 0.0));
}

// The position of a line and a square relative to each other.
struct Apart {
  double by;    // the widest gap along x, along y and across the line: negative where they overlap, 0 where they touch
  double side;  // the side of the line on which the centre lies
};

Apart apart(Point a, Point b, double x, double y) noexcept {
  const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
  const double across = dx * (y - a.y) - dy * (x - a.x);
  const double beside = std::max({std::min(a.x, b.x) - (x + 0.5), (x - 0.5) - std::max(a.x, b.x),
                                  std::min(a.y, b.y) - (y + 0.5), (y - 0.5) - std::max(a.y, b.y)});
  if (length == 0.0) return {beside, 0.0};
  return {std::max(beside, (std::abs(across) - (std::abs(dx) + std::abs(dy)) / 2) / length), across};
}

double gap(Point a, Point b, double x, double y) noexcept {
  if (apart(a, b, x, y).by <= 0.0) return 0.0;
  double least = std::min(distance_to_square(a, x, y), distance_to_square(b, x, y));
  for (const double dx : {-0.5, 0.5}) {
    for (const double dy : {-0.5, 0.5}) least = std::min(least, distance_to_segment({x + dx, y + dy}, a, b));
  }
  return least;
}

// The part of [low, high] in which start + part * by lies strictly between two bounds; empty if low >= high.
void clip(double start, double by, double from, double to, double& low, double& high) noexcept {
  if (by == 0.0) {
    if (start <= from || start >= to) high = low;
    return;
  }
  const double first = (from - start) / by, last = (to - start) / by;
  low = std::max(low, std::min(first, last));
  high = std::min(high, std::max(first, last));
}

}  // namespace

// Calls visit(x, y) for the blocked cells whose squares may come within the reach of the line, as long as it returns
// true. Returns whether it always did.
template <class Visit>
bool StraightLines::each_wall(Point a, Point b, double reach, Visit&& visit) const {
  const auto first = [](double at) { return static_cast<std::int64_t>(std::ceil(at)); };
  const auto last = [](double at) { return static_cast<std::int64_t>(std::floor(at)); };
  const std::int64_t width = ground_->width(), height = ground_->height();
  const double wide = reach + 0.5 + kTouch;
  if (a.y > b.y) std::swap(a, b);
  const double slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0.0;
  const std::int64_t end = std::min(last(b.y + wide), height - 1);
  for (std::int64_t y = std::max(first(a.y - wide), std::int64_t{0}); y <= end; ++y) {
    // The part of the line near enough to this row.
    const double low = std::clamp(static_cast<double>(y) - wide, a.y, b.y);
    const double high = std::clamp(static_cast<double>(y) + wide, a.y, b.y);
    const double from = b.y > a.y ? a.x + (low - a.y) * slope : a.x, to = b.y > a.y ? a.x + (high - a.y) * slope : b.x;
    const std::int64_t right = std::min(last(std::max(from, to) + wide), width - 1);
    for (std::int64_t x = std::max(first(std::min(from, to) - wide), std::int64_t{0}); x <= right; ++x) {
      if (!ground_->walkable(static_cast<Node>(y * width + x)) && !visit(x, y)) return false;
    }
  }
  return true;
}

bool StraightLines::free(Point a, Point b) const {
  if (unit_.radius <= kTouch && unit_.side == 1) return point_fits(a, b);
  const bool fits = unit_.side > 1 ? square_fits(a, b) : clearance(a, b, unit_.radius) >= unit_.radius - kTouch;
  return fits && cost(a, b) < kNever;
}

bool StraightLines::point_fits(Point a, Point b) const {
  const double right = ground_->width() - 0.5, bottom = ground_->height() - 0.5;
  for (const Point end : {a, b}) {
    if (!(end.x >= -0.5 && end.y >= -0.5 && end.x <= right && end.y <= bottom)) return false;
  }
  const Corners corners = ground_->moves().corners;
  if (is_centre(a) && is_centre(b)) {
    const auto whole = [](double at) { return static_cast<std::int64_t>(at); };
    const std::int64_t width = ground_->width();
    return line_is_free(whole(a.y) * width + whole(a.x), whole(b.x - a.x), whole(b.y - a.y), width, corners,
                        [&](std::int64_t cell) { return ground_->walkable(static_cast<Node>(cell)); });
  }
  struct Touched {
    std::int64_t x;
    std::int64_t y;
    bool left;
  };
  std::vector<Touched> touched;
  const bool through = each_wall(a, b, 0.0, [&](std::int64_t x, std::int64_t y) {
    const Apart wall = apart(a, b, static_cast<double>(x), static_cast<double>(y));
    if (wall.by < -kTouch) return false;
    if (wall.by > kTouch) return true;
    touched.push_back({x, y, wall.side < 0.0});
    return corners != Corners::no_cut;
  });
  if (!through || corners == Corners::free) return through;
  for (const Touched& one : touched) {  // two squares on both sides of the line that meet leave no gap
    for (const Touched& other : touched) {
      if (one.left && !other.left && std::abs(one.x - other.x) <= 1 && std::abs(one.y - other.y) <= 1) return false;
    }
  }
  return true;
}

bool StraightLines::square_fits(Point a, Point b) const {
  const double side = unit_.side, right = ground_->width() - side, bottom = ground_->height() - side;
  for (const Point end : {a, b}) {
    if (!(end.x >= -kTouch && end.y >= -kTouch && end.x <= right + kTouch && end.y <= bottom + kTouch)) return false;
  }
  return each_wall(a, b, side, [&](std::int64_t x, std::int64_t y) {
    // The places of the unit's upper left cell at which it overlaps the wall.
    double low = 0.0, high = 1.0;
    const double left = static_cast<double>(x), top = static_cast<double>(y);
    clip(a.x, b.x - a.x, left - side + kTouch, left + 1.0 - kTouch, low, high);
    clip(a.y, b.y - a.y, top - side + kTouch, top + 1.0 - kTouch, low, high);
    return low >= high;
  });
}

double StraightLines::clearance(Point a, Point b, double most) const {
  const double right = ground_->width() - 0.5, bottom = ground_->height() - 0.5;
  double least = kNever;
  for (const Point end : {a, b}) {
    least = std::min({least, end.x + 0.5, end.y + 0.5, right - end.x, bottom - end.y});
  }
  least = std::max(least, 0.0);
  for (double reach = std::min(1.0, most);; reach *= 2.0) {
    each_wall(a, b, std::min(reach, least), [&](std::int64_t x, std::int64_t y) {
      least = std::min(least, gap(a, b, static_cast<double>(x), static_cast<double>(y)));
      return least > 0.0;
    });
    if (reach >= std::min(least, most)) return least;
  }
}

double StraightLines::cell_cost(Point at) const {
  const double width = grid_->width(), height = grid_->height();
  const auto of_cell = [&](double x, double y) {
    if (!(x >= 0.0 && y >= 0.0 && x < width && y < height)) return kNever;
    const auto node = static_cast<Node>(y * width + x);
    if (!grid_->walkable(node)) return kNever;
    return grid_->costs()[node];
  };
  const double x = at.x + 0.5, y = at.y + 0.5;
  const bool between_columns = std::abs(x - std::round(x)) < kTouch,
             between_rows = std::abs(y - std::round(y)) < kTouch;
  if (!between_columns && !between_rows) return of_cell(std::floor(x), std::floor(y));
  const double before =
      between_columns ? of_cell(std::round(x) - 1, std::floor(y)) : of_cell(std::floor(x), std::round(y) - 1);
  const double behind = between_columns ? of_cell(std::round(x), std::floor(y)) : of_cell(std::floor(x), std::round(y));
  if (before == kNever || behind == kNever) return std::min(before, behind);
  return (before + behind) / 2;
}

// Between two crossings of borders a line stays in one cell. Measured in parts of the way that make all crossings whole
// numbers, nothing is rounded.
double StraightLines::cost_between_centres(Point a, Point b, double most) const {
  const auto across = static_cast<std::int64_t>(b.x - a.x), down = static_cast<std::int64_t>(b.y - a.y);
  const std::int64_t columns = std::max(std::abs(across), std::int64_t{1});
  const std::int64_t rows = std::max(std::abs(down), std::int64_t{1});
  const std::int64_t right = across < 0 ? -1 : 1, below = (down < 0 ? -1 : 1) * std::int64_t{grid_->width()};
  const std::int64_t end = 2 * columns * rows;
  const double per_part = distance(a, b) * grid_->moves().straight / static_cast<double>(end);
  const double parts_cost_most = most / per_part, least = grid_->min_cost();
  std::int64_t next_column = across == 0 ? end : rows, next_row = down == 0 ? end : columns;
  auto cell = static_cast<std::int64_t>(a.y) * grid_->width() + static_cast<std::int64_t>(a.x);
  double sum = 0.0;
  for (std::int64_t at = 0; at < end;) {
    const std::int64_t next = std::min({next_column, next_row, end});
    if (!grid_->walkable(static_cast<Node>(cell))) return kNever;
    sum += static_cast<double>(next - at) * grid_->costs()[static_cast<Node>(cell)];
    if (sum + static_cast<double>(end - next) * least > parts_cost_most) return kNever;
    if (next == next_column) {
      cell += right;
      next_column += 2 * rows;
    }
    if (next == next_row) {
      cell += below;
      next_row += 2 * columns;
    }
    at = next;
  }
  return sum * per_part;
}

double StraightLines::cost(Point a, Point b, double most) const {
  const double length = distance(a, b);
  if (length == 0.0 || !grid_->has_cost()) return length * grid_->moves().straight;
  const auto is_cell = [this](Point at) {
    return is_centre(at) && at.x >= 0.0 && at.y >= 0.0 && at.x < grid_->width() && at.y < grid_->height();
  };
  if (is_cell(a) && is_cell(b)) return cost_between_centres(a, b, most);
  std::vector<double> parts{0.0, 1.0};  // of the way, between which it stays in one cell
  const auto add_borders = [&](double from, double to) {
    const double low = std::min(from, to), high = std::max(from, to);
    for (double border = std::floor(low + 0.5) + 0.5; border < high; border += 1.0) {
      if (border > low) parts.push_back((border - from) / (to - from));
    }
  };
  add_borders(a.x, b.x);
  add_borders(a.y, b.y);
  std::sort(parts.begin(), parts.end());
  double sum = 0.0;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const double part = parts[i] - parts[i - 1], middle = (parts[i] + parts[i - 1]) / 2;
    if (part * length <= kTouch) continue;
    sum += part * cell_cost({a.x + (b.x - a.x) * middle, a.y + (b.y - a.y) * middle});
  }
  return sum * length * grid_->moves().straight;
}

}  // namespace pathstar
