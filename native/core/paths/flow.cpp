#include "paths/flow.hpp"

#include <cmath>
#include <limits>

#include "paths/cell_steps.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {
namespace {

constexpr double kReach = 0.5;     // how far one may move before one asks again
constexpr double kFaint = 1e-3;    // a mean so short says nothing
constexpr double kAtPoint = 1e-9;  // as good as there

struct Vector {
  double x = 0.0;
  double y = 0.0;

  double squared() const noexcept { return x * x + y * y; }
  Vector unit() const noexcept {
    const double length = std::sqrt(squared());
    return length < kAtPoint ? Vector{} : Vector{x / length, y / length};
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
      : grid_(grid), numbers_(numbers.data()), costs_(costs.data()) {}

  bool contains(const Vector& at) const noexcept {
    return at.x >= -0.5 && at.y >= -0.5 && at.x < grid_.width() - 0.5 && at.y < grid_.height() - 0.5;
  }

  Vector at(const Vector& point) const noexcept {
    const Square here{static_cast<std::int32_t>(point.x + 0.5), static_cast<std::int32_t>(point.y + 0.5)};
    const Node middle = node(here);
    const std::uint8_t number = numbers_[middle];
    if (number >= kUnnumberedStep) [[unlikely]]
      return reached(middle) ? towards(point, here.x, here.y) : Vector{};
    if (agree_around(point, here, number)) return kSteps.unit[number];
    const Vector mean = mean_around(point, here, number);
    if (const double squared = mean.squared(); squared > kFaint * kFaint) [[likely]] {
      const double by = 1.0 / std::sqrt(squared);
      const Vector smooth{mean.x * by, mean.y * by};
      if (stays_on_ways(point, here, smooth)) [[likely]]
        return smooth;
    }
    return to_next_square(point, here, number);
  }

 private:
  Node node(const Square& square) const noexcept {
    return static_cast<Node>(square.y) * grid_.width() + static_cast<Node>(square.x);
  }
  bool reached(Node node) const noexcept { return costs_[node] < std::numeric_limits<double>::infinity(); }
  static Vector towards(const Vector& point, double x, double y) noexcept { return {x - point.x, y - point.y}; }

  // Whether a step leads by (dx, dy) where these steps are legal.
  static unsigned leads(unsigned legal, std::int32_t dx, std::int32_t dy) noexcept {
    return legal >> kSteps.number[dy + 1][dx + 1] & 1;
  }

  // Whether all four squares around lead by the same step, which may be taken from anywhere in them.
  bool agree_around(const Vector& point, const Square& here, std::uint8_t number) const noexcept {
    const std::int32_t dx = point.x < here.x ? -1 : 1, dy = point.y < here.y ? -1 : 1;
    const Node middle = node(here), beside = node({here.x, here.y + dy});
    if ((number >= kStraightDirections && grid_.moves().corners != Corners::no_cut) ||
        leads(grid_.legal(middle), dx, dy) == 0) {
      return false;
    }
    const unsigned differ = (numbers_[middle + static_cast<Node>(dx)] ^ number) | (numbers_[beside] ^ number) |
                            (numbers_[beside + static_cast<Node>(dx)] ^ number);
    return differ == 0;
  }

  Vector mean_around(const Vector& point, const Square& here, std::uint8_t number) const noexcept {
    const double off_x = point.x - here.x, off_y = point.y - here.y;
    const std::int32_t dx = off_x < 0.0 ? -1 : 1, dy = off_y < 0.0 ? -1 : 1;
    const double across = std::abs(off_x), down = std::abs(off_y);
    const unsigned legal = grid_.legal(node(here));
    const Vector& own = kSteps.unit[number];
    const double weight = (1.0 - across) * (1.0 - down);
    Vector sum{weight * own.x, weight * own.y};
    const auto add = [&](std::int32_t by_x, std::int32_t by_y, double share) {
      if (leads(legal, by_x, by_y) == 0) return;
      const Vector direction = direction_of({here.x + by_x, here.y + by_y}, point);
      sum.x += share * direction.x;
      sum.y += share * direction.y;
    };
    add(dx, 0, across * (1.0 - down));
    add(0, dy, (1.0 - across) * down);
    add(dx, dy, across * down);
    return sum;
  }

  Vector direction_of(const Square& square, const Vector& point) const noexcept {
    const Node at = node(square);
    const std::uint8_t number = numbers_[at];
    if (number < kUnnumberedStep) [[likely]]
      return kSteps.unit[number];
    return reached(at) ? towards(point, square.x, square.y).unit() : Vector{};
  }

  // The straight way, where the mean says nothing or leads off the ways.
  PATHSTAR_NOINLINE Vector to_next_square(const Vector& point, const Square& here, std::uint8_t number) const noexcept {
    const Direction step = kDirections[number];
    const Vector straight = towards(point, here.x + step.dx, here.y + step.dy).unit();
    if (stays_on_ways(point, here, straight)) return straight;
    // Past a blocked square beside a diagonal step one gets at the corner alone.
    const Vector corner = towards(point, here.x + 0.5 * step.dx, here.y + 0.5 * step.dy).unit();
    return corner.squared() == 0.0 ? kSteps.unit[number] : corner;
  }

  // Whether half a square by a vector of length 1 leads over steps alone: over none, one, or two, of which the first
  // crosses the border that comes first.
  bool stays_on_ways(const Vector& point, const Square& here, const Vector& by) const noexcept {
    const std::int32_t dx = by.x > 0 ? 1 : -1, dy = by.y > 0 ? 1 : -1;
    const double speed_x = std::abs(by.x), speed_y = std::abs(by.y);
    const double to_side = 0.5 - dx * (point.x - here.x), to_level = 0.5 - dy * (point.y - here.y);
    const bool over_side = to_side <= kReach * speed_x, over_level = to_level <= kReach * speed_y;
    if (!over_side && !over_level) return true;
    const unsigned legal = grid_.legal(node(here));
    if (!over_level) return leads(legal, dx, 0) != 0;
    if (!over_side) return leads(legal, 0, dy) != 0;
    if (to_side * speed_y <= to_level * speed_x) {
      return leads(legal, dx, 0) != 0 && leads(grid_.legal(node({here.x + dx, here.y})), 0, dy) != 0;
    }
    return leads(legal, 0, dy) != 0 && leads(grid_.legal(node({here.x, here.y + dy})), dx, 0) != 0;
  }

  const Grid& grid_;
  const std::uint8_t* numbers_;
  const double* costs_;
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
