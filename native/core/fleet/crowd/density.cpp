#include "fleet/crowd/density.hpp"

#include <algorithm>
#include <cmath>

namespace pathstar::fleet {
namespace {

constexpr float kFree = 0.4F;     // share of the area: below this, units walk freely
constexpr float kFull = 0.85F;    // above this it is too dense; discs cover at most 0.91
constexpr float kSteep = 0.5F;    // where it is denser by this much ahead, units creep
constexpr float kCreep = 0.05F;   // share of its speed that a unit keeps there
constexpr float kPush = 1.5F;     // in speeds, per share of the area in excess of kFull
constexpr float kCrowded = 0.6F;  // where it is this dense, units near their target settle
constexpr double kSlow = 0.5;     // and so do those at a pace below this
constexpr double kWander = 0.2;   // drift to one side where it is dense, so that no two units stay on one spot
constexpr double kPi = 3.14159265358979324;

}  // namespace

Density::Corner Density::corner_of(double x, double y) const noexcept {
  const double left = std::floor(x), top = std::floor(y);
  // The border shifts all cells by one.
  return {static_cast<std::size_t>(top + 1.0) * (width_ + 2) + static_cast<std::size_t>(left + 1.0),
          static_cast<float>(x - left), static_cast<float>(y - top)};
}

void Density::fill(const CrowdUnits& units, const CrowdRules&) {
  size_ = units.radii.size();
  share_.assign(std::size_t{width_ + 2} * (height_ + 2), 0.0F);
  for (std::size_t row = 0; row < size_; ++row) {
    const double x = units.positions[2 * row], y = units.positions[2 * row + 1];
    if (std::isnan(x)) continue;
    const auto area = static_cast<float>(kPi * units.radii[row] * units.radii[row]);
    const Corner corner = corner_of(x, y);
    float* const upper = share_.data() + corner.cell;
    float* const lower = upper + width_ + 2;
    upper[0] += area * (1.0F - corner.right) * (1.0F - corner.below);
    upper[1] += area * corner.right * (1.0F - corner.below);
    lower[0] += area * (1.0F - corner.right) * corner.below;
    lower[1] += area * corner.right * corner.below;
  }
}

float Density::at(double x, double y) const noexcept {
  const Corner corner = corner_of(std::clamp(x, -0.5, width_ - 0.5), std::clamp(y, -0.5, height_ - 0.5));
  const float* const upper = share_.data() + corner.cell;
  const float* const lower = upper + width_ + 2;
  return (1.0F - corner.below) * ((1.0F - corner.right) * upper[0] + corner.right * upper[1]) +
         corner.below * ((1.0F - corner.right) * lower[0] + corner.right * lower[1]);
}

Vec2 Density::push(double x, double y) const noexcept {
  const Corner corner = corner_of(x, y);
  const auto over = [&](std::size_t cell) { return std::max(share_[corner.cell + cell] - kFull, 0.0F); };
  const std::size_t lower = width_ + 2;
  return {(1.0F - corner.below) * (over(0) - over(1)) + corner.below * (over(lower) - over(lower + 1)),
          (1.0F - corner.right) * (over(0) - over(lower)) + corner.right * (over(1) - over(lower + 1))};
}

void Density::move(std::size_t row, const CrowdWalls& walls, const CrowdUnits& units, const CrowdRules& rules) const {
  const Spot from{units.positions[2 * row], units.positions[2 * row + 1]};
  if (std::isnan(from.x)) return;
  const double speed = units.speeds[row];
  const double wish_x = units.wishes[2 * row], wish_y = units.wishes[2 * row + 1];
  const double far = std::max(std::hypot(wish_x, wish_y), 1e-9);
  // A crowd of even density walks on; only a denser one ahead slows it down.
  const float denser = at(from.x + wish_x / far, from.y + wish_y / far) - std::max(at(from.x, from.y), kFree);
  const double pace = std::clamp(1.0F - denser / kSteep, kCreep, 1.0F);
  const Vec2 away = push(from.x, from.y);
  const double aside = kWander * (1.0 - pace) * (2.0 * spread(static_cast<std::uint32_t>(row), rules.seed) - 1.0);
  double x = pace * wish_x - aside * wish_y + kPush * speed * double{away.x};
  double y = pace * wish_y + aside * wish_x + kPush * speed * double{away.y};
  if (const double fast = std::hypot(x, y); fast > speed) x *= speed / fast, y *= speed / fast;
  const Spot to = walls.slide(from, units.radii[row], x * rules.dt, y * rules.dt);
  units.positions[2 * row] = to.x, units.positions[2 * row + 1] = to.y;
  units.velocities[2 * row] = (to.x - from.x) / rules.dt, units.velocities[2 * row + 1] = (to.y - from.y) / rules.dt;
  if (units.near_target[row] != 0 && (pace < kSlow || at(to.x, to.y) >= kCrowded)) units.settled[row] = 1;
}

}  // namespace pathstar::fleet
