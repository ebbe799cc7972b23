#include "paths/flow.hpp"

#include <cmath>
#include <limits>

#include "paths/cell_steps.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/types.hpp"

namespace pathstar {
namespace {

constexpr double kReach = 0.5;     // how far one may move before one asks again
constexpr double kFaint = 1e-3;    // a mean so short says nothing
constexpr double kAtPoint = 1e-9;  // as good as there

struct Vector {
  double x = 0.0;
  double y = 0.0;

  double length() const noexcept { return std::sqrt(x * x + y * y); }
  Vector unit() const noexcept {
    const double by = length();
    return by < kAtPoint ? Vector{} : Vector{x / by, y / by};
  }
};

struct Square {
  std::int32_t x;
  std::int32_t y;
};

// The number of the step by (dx, dy), each from -1 to 1; not both 0.
constexpr int step_by(std::int32_t dx, std::int32_t dy) noexcept {
  for (int d = 0; d < 8; ++d) {
    if (kDirections[d].dx == dx && kDirections[d].dy == dy) return d;
  }
  return -1;
}

struct StepTable {
  int number[3][3] = {};
  Vector unit[8] = {};
};

constexpr StepTable kSteps = [] {
  constexpr double kHalfRoot = 0.70710678118654752;
  StepTable table;
  for (std::int32_t dy = -1; dy <= 1; ++dy) {
    for (std::int32_t dx = -1; dx <= 1; ++dx) table.number[dy + 1][dx + 1] = step_by(dx, dy);
  }
  for (int d = 0; d < 8; ++d) {
    const double length = d < kStraightDirections ? 1.0 : kHalfRoot;
    table.unit[d] = {length * kDirections[d].dx, length * kDirections[d].dy};
  }
  return table;
}();

class Flow {
 public:
  Flow(const Grid& grid, std::span<const std::uint8_t> numbers, std::span<const double> costs)
      : grid_(grid), numbers_(numbers), costs_(costs) {}

  bool contains(const Vector& at) const noexcept {
    return at.x >= -0.5 && at.y >= -0.5 && at.x < grid_.width() - 0.5 && at.y < grid_.height() - 0.5;
  }

  Vector at(const Vector& point) const noexcept {
    const Square here{static_cast<std::int32_t>(std::floor(point.x + 0.5)),
                      static_cast<std::int32_t>(std::floor(point.y + 0.5))};
    const std::uint8_t number = numbers_[node(here)];
    if (number >= kUnnumberedStep) return reached(here) ? towards(point, here.x, here.y) : Vector{};
    const Vector mean = mean_around(point, here);
    if (const Vector smooth = mean.unit(); mean.length() > kFaint && stays_on_ways(point, here, smooth)) return smooth;
    const Direction step = kDirections[number];
    const Vector straight = towards(point, here.x + step.dx, here.y + step.dy).unit();
    if (stays_on_ways(point, here, straight)) return straight;
    // Past a blocked square beside a diagonal step one gets at the corner alone.
    const Vector corner = towards(point, here.x + 0.5 * step.dx, here.y + 0.5 * step.dy);
    return corner.length() < kAtPoint ? kSteps.unit[number] : corner.unit();
  }

 private:
  Node node(const Square& square) const noexcept {
    return static_cast<Node>(square.y) * grid_.width() + static_cast<Node>(square.x);
  }
  bool reached(const Square& square) const noexcept {
    return costs_[node(square)] < std::numeric_limits<double>::infinity();
  }
  static Vector towards(const Vector& point, double x, double y) noexcept { return {x - point.x, y - point.y}; }

  // Whether a step leads from a square by (dx, dy).
  bool leads(const Square& from, std::int32_t dx, std::int32_t dy) const noexcept {
    return (grid_.legal(node(from)) >> kSteps.number[dy + 1][dx + 1] & 1) != 0;
  }

  Vector mean_around(const Vector& point, const Square& here) const noexcept {
    const double left = std::floor(point.x), top = std::floor(point.y);
    const double across = point.x - left, down = point.y - top;
    Vector sum;
    for (int corner = 0; corner < 4; ++corner) {
      const int right = corner & 1, below = corner >> 1;
      const Square square{static_cast<std::int32_t>(left) + right, static_cast<std::int32_t>(top) + below};
      const std::int32_t dx = square.x - here.x, dy = square.y - here.y;
      if ((dx != 0 || dy != 0) && !leads(here, dx, dy)) continue;
      const double weight = (right != 0 ? across : 1.0 - across) * (below != 0 ? down : 1.0 - down);
      const Vector direction = direction_of(square, point);
      sum.x += weight * direction.x;
      sum.y += weight * direction.y;
    }
    return sum;
  }

  Vector direction_of(const Square& square, const Vector& point) const noexcept {
    const std::uint8_t number = numbers_[node(square)];
    if (number < kUnnumberedStep) return kSteps.unit[number];
    return reached(square) ? towards(point, square.x, square.y).unit() : Vector{};
  }

  bool stays_on_ways(const Vector& point, const Square& here, const Vector& by) const noexcept {
    const double to_side = time_to_border(point.x - here.x, by.x), to_level = time_to_border(point.y - here.y, by.y);
    const std::int32_t dx = by.x > 0 ? 1 : -1, dy = by.y > 0 ? 1 : -1;
    if (to_side <= to_level) {
      if (to_side > kReach) return true;
      return leads(here, dx, 0) && (to_level > kReach || leads({here.x + dx, here.y}, 0, dy));
    }
    if (to_level > kReach) return true;
    return leads(here, 0, dy) && (to_side > kReach || leads({here.x, here.y + dy}, dx, 0));
  }

  // How far one moves until one leaves a square, along one axis; `at`: from its centre.
  static double time_to_border(double at, double by) noexcept {
    if (by == 0.0) return std::numeric_limits<double>::infinity();
    return ((by > 0 ? 0.5 : -0.5) - at) / by;
  }

  const Grid& grid_;
  std::span<const std::uint8_t> numbers_;
  std::span<const double> costs_;
};

}  // namespace

std::size_t flow(const Grid& grid, std::span<const std::uint8_t> numbers, std::span<const double> costs,
                 std::span<const double> points, double* out) {
  const Flow flow(grid, numbers, costs);
  const std::size_t rows = points.size() / 2;
  for (std::size_t row = 0; row < rows; ++row) {
    const Vector point{points[2 * row], points[2 * row + 1]};
    if (!flow.contains(point)) return row;
    const Vector direction = flow.at(point);
    out[2 * row] = direction.x;
    out[2 * row + 1] = direction.y;
  }
  return rows;
}

}  // namespace pathstar
