#include "paths/flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "paths/cell_steps.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/moves.hpp"

namespace pathstar {
namespace {

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

Vector step_of(FlowSquare square) noexcept { return {(square & 3) - 1.0, (square >> 2 & 3) - 1.0}; }
bool is_source(FlowSquare square) noexcept { return (square & kFlowStep) == kFlowSource; }

// One point, worked out step by step: the cases that the loops over many points leave out.
struct FlowPoint {
  const FlowSquare* own;  // the square that it lies in
  std::ptrdiff_t width;   // of the map
  double off_x;           // from the centre of that square
  double off_y;

  Vector direction() const noexcept {
    if (is_source(*own)) return towards(0.0, 0.0);
    if ((*own & kFlowStep) == kNoFlow) return {};
    const Vector mean = mean_around();
    if (const double squared = mean.squared(); squared > kFaint * kFaint) {
      const double scale = 1.0 / std::sqrt(squared);
      const Vector smooth{mean.x * scale, mean.y * scale};
      if (stays_on_ways(smooth)) return smooth;
    }
    return to_next_square();
  }

 private:
  Vector towards(double x, double y) const noexcept { return {x - off_x, y - off_y}; }

  // Whether a step leads from a square by (dx, dy).
  bool leads(const FlowSquare* from, std::ptrdiff_t dx, std::ptrdiff_t dy) const noexcept {
    const FlowSquare* const corner = from + std::min<std::ptrdiff_t>(dx, 0) + std::min<std::ptrdiff_t>(dy, 0) * width;
    const int bit = dy == 0 ? kRightward : dx == 0 ? kDownward : dx == dy ? kFalling : kRising;
    return (*corner >> bit & 1) != 0;
  }

  Vector mean_around() const noexcept {
    const std::ptrdiff_t dx = off_x < 0.0 ? -1 : 1, dy = off_y < 0.0 ? -1 : 1;
    const double across = std::abs(off_x), down = std::abs(off_y);
    const Vector here = step_of(*own).unit();
    const double share = (1.0 - across) * (1.0 - down);
    Vector sum{share * here.x, share * here.y};
    const auto add = [&](std::ptrdiff_t by_x, std::ptrdiff_t by_y, double weight) {
      if (!leads(own, by_x, by_y)) return;
      const FlowSquare square = own[by_y * width + by_x];
      const Vector direction =
          (is_source(square) ? towards(static_cast<double>(by_x), static_cast<double>(by_y)) : step_of(square)).unit();
      sum.x += weight * direction.x;
      sum.y += weight * direction.y;
    };
    add(dx, 0, across * (1.0 - down));
    add(0, dy, (1.0 - across) * down);
    add(dx, dy, across * down);
    return sum;
  }

  // The straight way, for when the mean is too short or leads off the ways.
  Vector to_next_square() const noexcept {
    const Vector step = step_of(*own);
    const Vector straight = towards(step.x, step.y).unit();
    if (stays_on_ways(straight)) return straight;
    // Past a blocked square beside a diagonal step, only the corner itself is open.
    const Vector corner = towards(0.5 * step.x, 0.5 * step.y).unit();
    return corner.squared() == 0.0 ? step.unit() : corner;
  }

  // Whether half a square along a vector of length 1 leads only over steps: none, one or two, the first over the border
  // that comes first.
  bool stays_on_ways(const Vector& by) const noexcept {
    const std::ptrdiff_t dx = by.x > 0.0 ? 1 : -1, dy = by.y > 0.0 ? 1 : -1;
    const double speed_x = std::abs(by.x), speed_y = std::abs(by.y);
    const double to_side = 0.5 - (by.x > 0.0 ? off_x : -off_x), to_level = 0.5 - (by.y > 0.0 ? off_y : -off_y);
    const bool over_side = to_side <= kReach * speed_x, over_level = to_level <= kReach * speed_y;
    if (!over_level) return !over_side || leads(own, dx, 0);
    if (!over_side) return leads(own, 0, dy);
    if (to_side * speed_y <= to_level * speed_x) return leads(own, dx, 0) && leads(own + dx, 0, dy);
    return leads(own, 0, dy) && leads(own + dy * width, dx, 0);
  }
};

std::size_t beyond(std::uint32_t width) noexcept { return std::size_t{width} + 1; }

constexpr std::array<FlowSquare, kDirections.size()> kSteps = [] {
  std::array<FlowSquare, kDirections.size()> steps{};
  for (std::size_t d = 0; d < steps.size(); ++d) {
    steps[d] = static_cast<FlowSquare>((kDirections[d].dx + 1) | (kDirections[d].dy + 1) << 2);
  }
  return steps;
}();

FlowSquare square_of(std::uint8_t number, double cost, unsigned legal, unsigned legal_below) noexcept {
  const unsigned stays = cost < std::numeric_limits<double>::infinity() ? kFlowSource : kNoFlow;
  const unsigned step = number < kUnnumberedStep ? kSteps[number & 7] : stays;
  const unsigned straight = (legal >> 2 & 3) << kRightward, falling = (legal >> 7 & 1) << kFalling;
  const unsigned rising = (legal_below >> 5 & 1) << kRising;
  return static_cast<FlowSquare>(step | straight | falling | rising);
}

}  // namespace

Flow::Flow(const Grid& grid, std::span<const std::uint8_t> numbers, std::span<const double> costs)
    : width_(grid.width()), height_(grid.height()), squares_(grid.size() + 2 * beyond(grid.width()), kNoFlow) {
  FlowSquare* const first = squares_.data() + beyond(width_);
  const std::uint8_t* const legal = grid.legal_data();
  const std::size_t last_row = grid.size() - width_;
  for (std::size_t node = 0; node < last_row; ++node) {
    first[node] = square_of(numbers[node], costs[node], legal[node], legal[node + width_]);
  }
  for (std::size_t node = last_row; node < grid.size(); ++node) {
    first[node] = square_of(numbers[node], costs[node], legal[node], 0);
  }
}

std::size_t Flow::directions(std::span<const double> points, double* out) const {
  const FlowSquare* const first = squares_.data() + beyond(width_);
  const std::size_t rows = points.size() / 2;
  FlowBatch batch;
  for (std::size_t row = 0, count = 0; row < rows; row += count) {
    count = std::min(FlowBatch::kRows, rows - row);
    while (!locate(points.data() + 2 * row, count, width_, height_, batch)) {
      if (count == 1) return row;
      count = 1;
    }
    look_around(first, width_, count, batch);
    double* const directions = out + 2 * row;
    if (!mean_directions(count, batch, directions)) continue;
    for (std::size_t i = 0; i < count; ++i) {
      if (batch.unsure[i] == 0) continue;
      const std::ptrdiff_t right = batch.at[i] >> 3 & 1, down = batch.at[i] >> 4;
      const FlowSquare* const own = first + batch.corner[i] + right + down * width_;
      const Vector by = FlowPoint{own, width_, batch.off_x[i], batch.off_y[i]}.direction();
      directions[2 * i] = by.x;
      directions[2 * i + 1] = by.y;
    }
  }
  return rows;
}

}  // namespace pathstar
