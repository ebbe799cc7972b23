#include "fleet/crowd/reciprocal.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pathstar::fleet {
namespace {

constexpr float kBinRadii = 4.0F;  // how wide a bin is, in mean radii
constexpr float kBeside = 0.25F;   // in radii: a gap this wide still counts as touching
constexpr double kUneven = 1e-3;   // in speeds: a difference between units, so that none mirrors another
constexpr float kAtRest = 1e-6F;
constexpr double kTurn = 6.28318530717958648;

// The smallest change of the relative velocity that avoids the other disc, and the direction along the border.
struct Escape {
  Vec2 change;
  Vec2 along;
};

// Out of a disc around `centre`.
Escape out_of_disc(Vec2 centre, float radius, Vec2 velocity) {
  const Vec2 from = velocity - centre;
  const float far = length(from);
  const Vec2 out = far > kAtRest ? (1.0F / far) * from : Vec2{1.0F, 0.0F};
  return {(radius - far) * out, {out.y, -out.x}};
}

// Out of the velocities that lead to a collision: a cone with a round tip.
Escape escape(Vec2 apart, Vec2 velocity, float radius, float horizon, float dt) {
  const float squared = dot(apart, apart);
  if (squared <= radius * radius) return out_of_disc((1.0F / dt) * apart, radius / dt, velocity);
  const Vec2 from_tip = velocity - (1.0F / horizon) * apart;
  const float ahead = dot(from_tip, apart);
  if (ahead < 0.0F && ahead * ahead > radius * radius * dot(from_tip, from_tip)) {
    return out_of_disc((1.0F / horizon) * apart, radius / horizon, velocity);
  }
  const float leg = std::sqrt(squared - radius * radius);
  const float side = det(apart, from_tip) > 0.0F ? 1.0F : -1.0F;
  const Vec2 along =
      (side / squared) * Vec2{apart.x * leg - side * apart.y * radius, side * apart.x * radius + apart.y * leg};
  return {dot(velocity, along) * along - velocity, along};
}

Vec2 vector_of(std::span<const double> rows, std::size_t row) noexcept {
  return {static_cast<float>(rows[2 * row]), static_cast<float>(rows[2 * row + 1])};
}

}  // namespace

void Reciprocal::fill(const CrowdUnits& units, const CrowdRules&) {
  double sum = 0.0;
  fastest_ = widest_ = 0.0F;
  for (std::size_t row = 0; row < units.radii.size(); ++row) {
    sum += units.radii[row];
    fastest_ = std::max(fastest_, static_cast<float>(units.speeds[row]));
    widest_ = std::max(widest_, static_cast<float>(units.radii[row]));
  }
  const auto mean = static_cast<float>(sum / static_cast<double>(std::max<std::size_t>(units.radii.size(), 1)));
  bins_.fill(units.positions, kBinRadii * mean);
  bodies_.resize(bins_.size());
  for (std::size_t rank = 0; rank < bodies_.size(); ++rank) {
    const std::uint32_t row = bins_.row(rank);
    bodies_[rank] = {vector_of(units.velocities, row),
                     static_cast<float>(units.radii[row]),
                     units.priorities[row],
                     units.targets[row],
                     units.settled[row] != 0,
                     units.speeds[row] <= 0.0};
  }
}

void Reciprocal::move(std::size_t rank, const CrowdWalls& walls, const CrowdUnits& units,
                      const CrowdRules& rules) const {
  const std::uint32_t row = bins_.row(rank);
  const double radius = units.radii[row], speed = units.speeds[row];
  const Spot at{units.positions[2 * row], units.positions[2 * row + 1]};
  const auto reach =
      static_cast<float>(radius) + widest_ + static_cast<float>(rules.horizon) * (static_cast<float>(speed) + fastest_);
  Neighbours around;
  bins_.nearest(static_cast<std::uint32_t>(rank), rules.neighbours, reach, around);
  std::array<HalfPlane, kMostHalfPlanes> planes;
  const std::size_t hard =
      walls.planes(at, radius, rules.wall_horizon, speed,
                   std::span<HalfPlane, CrowdWalls::kMostPlanes>(planes.data(), CrowdWalls::kMostPlanes));
  std::size_t count = hard;
  for (std::size_t i = 0; i < around.count; ++i) {
    const std::uint32_t other = around.rank[i];
    const Vec2 apart = between(rank, other);
    if (!walls.sees(at, {at.x + double{apart.x}, at.y + double{apart.y}})) continue;
    count += half_plane(rank, other, apart, rules, planes[count]) ? 1 : 0;
  }
  Vec2 wish = vector_of(units.wishes, row);
  if (dot(wish, wish) > 0.0F) {
    const double angle = kTurn * spread(row, rules.seed), by = kUneven * speed;
    wish = wish + Vec2{static_cast<float>(by * std::cos(angle)), static_cast<float>(by * std::sin(angle))};
  }
  const Vec2 velocity = nearest_velocity({planes.data(), count}, hard, wish, static_cast<float>(speed));
  const Spot to = walls.slide(at, radius, double{velocity.x} * rules.dt, double{velocity.y} * rules.dt);
  units.positions[2 * row] = to.x, units.positions[2 * row + 1] = to.y;
  units.velocities[2 * row] = (to.x - at.x) / rules.dt, units.velocities[2 * row + 1] = (to.y - at.y) / rules.dt;
  if (units.near_target[row] != 0 && touches_settled(rank, around)) units.settled[row] = 1;
}

Vec2 Reciprocal::between(std::size_t from, std::size_t to) const noexcept {
  return {bins_.x(to) - bins_.x(from), bins_.y(to) - bins_.y(from)};
}

// False if only the other unit gives way.
bool Reciprocal::half_plane(std::size_t rank, std::size_t other, Vec2 apart, const CrowdRules& rules,
                            HalfPlane& plane) const {
  const Body& own = bodies_[rank];
  const Body& theirs = bodies_[other];
  if (own.priority > theirs.priority && !theirs.post) return false;
  const float share = own.priority < theirs.priority || theirs.post ? 1.0F : 0.5F;
  const Escape out = escape(apart, own.velocity - theirs.velocity, own.radius + theirs.radius,
                            static_cast<float>(rules.horizon), static_cast<float>(rules.dt));
  plane = {own.velocity + share * out.change, out.along};
  return true;
}

bool Reciprocal::touches_settled(std::size_t rank, const Neighbours& around) const {
  const Body& own = bodies_[rank];
  for (std::size_t i = 0; i < around.count; ++i) {
    const Body& theirs = bodies_[around.rank[i]];
    const float touch = (1.0F + kBeside) * own.radius + theirs.radius;
    if (theirs.settled && theirs.target == own.target && around.squared[i] <= touch * touch) return true;
  }
  return false;
}

}  // namespace pathstar::fleet
