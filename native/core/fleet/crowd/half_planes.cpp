#include "fleet/crowd/half_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pathstar::fleet {
namespace {

constexpr float kParallel = 1e-5F;

using Planes = std::span<const HalfPlane>;

// What a linear program looks for: the point nearest to a target, or the farthest one in a direction.
enum class Aim { nearest, farthest };

struct Program {
  Aim aim;
  Vec2 target;  // a point, or a direction of length 1
  float limit;  // on the length of the result
};

// Sets `best` to the best point on the border of a half-plane that lies inside those before it. False if there is none.
bool best_on_border(Planes before, const HalfPlane& border, const Program& program, Vec2& best) {
  const float middle = -dot(border.point, border.along);
  const float squared = middle * middle + program.limit * program.limit - dot(border.point, border.point);
  if (squared < 0.0F) return false;
  float begin = middle - std::sqrt(squared), end = middle + std::sqrt(squared);
  for (const HalfPlane& plane : before) {
    const float slope = det(border.along, plane.along);
    const float outside = det(plane.along, border.point - plane.point);
    if (std::fabs(slope) <= kParallel) {
      if (outside < 0.0F) return false;
      continue;
    }
    const float crossing = outside / slope;
    if (slope > 0.0F) {
      end = std::min(end, crossing);
    } else {
      begin = std::max(begin, crossing);
    }
    if (begin > end) return false;
  }
  const float at = program.aim == Aim::farthest ? (dot(program.target, border.along) > 0.0F ? end : begin)
                                                : dot(border.along, program.target - border.point);
  best = border.point + std::clamp(at, begin, end) * border.along;
  return true;
}

// Sets `best` to the best point inside all half-planes and returns their number. If there is none, returns how many of
// the first ones it could satisfy, with the best point inside these.
std::size_t solve_program(Planes planes, const Program& program, Vec2& best) {
  best = program.target;
  if (program.aim == Aim::farthest) {
    best = program.limit * best;
  } else if (const float far = length(best); far > program.limit) {
    best = (program.limit / far) * best;
  }
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (planes[i].excess(best) > 0.0F && !best_on_border(planes.first(i), planes[i], program, best)) return i;
  }
  return planes.size();
}

// The half-plane of the velocities that violate `other` no more than `worst`. False if all of them do.
bool no_worse_than(const HalfPlane& worst, const HalfPlane& other, HalfPlane& result) {
  const float slope = det(worst.along, other.along);
  if (std::fabs(slope) <= kParallel) {
    if (dot(worst.along, other.along) > 0.0F) return false;
    result.point = 0.5F * (worst.point + other.point);
  } else {
    result.point = worst.point + (det(other.along, worst.point - other.point) / slope) * worst.along;
  }
  const Vec2 between = other.along - worst.along;
  result.along = (1.0F / length(between)) * between;
  return true;
}

// Moves `best` to where the greatest violation of a half-plane is least; those before `first` are satisfied.
void break_least(Planes planes, std::size_t walls, std::size_t first, float limit, Vec2& best) {
  std::array<HalfPlane, kMostHalfPlanes> kept;
  std::copy_n(planes.begin(), walls, kept.begin());
  float worst = 0.0F;
  for (std::size_t i = std::max(first, walls); i < planes.size(); ++i) {
    if (planes[i].excess(best) <= worst) continue;
    std::size_t count = walls;
    for (std::size_t j = walls; j < i; ++j) count += no_worse_than(planes[i], planes[j], kept[count]) ? 1 : 0;
    const Vec2 inward{-planes[i].along.y, planes[i].along.x};
    Vec2 found;
    // It fails only by rounding: the old point already satisfies all that is kept.
    if (solve_program({kept.data(), count}, {Aim::farthest, inward, limit}, found) == count) best = found;
    worst = planes[i].excess(best);
  }
}

}  // namespace

Vec2 nearest_velocity(std::span<const HalfPlane> planes, std::size_t walls, Vec2 wish, float limit) {
  Vec2 best;
  const std::size_t satisfied = solve_program(planes, {Aim::nearest, wish, limit}, best);
  if (satisfied < planes.size()) break_least(planes, walls, satisfied, limit, best);
  return best;
}

}  // namespace pathstar::fleet
