// The allowed velocity that is nearest to a wanted one, where each obstacle allows half of the plane.
//
// An incremental linear program in two dimensions: expected linear time in the number of half-planes. If they have no
// point in common, walls still hold, and the greatest violation of the others is as small as possible.
//
// Reference: van den Berg, Guy, Lin and Manocha 2011, Reciprocal n-body collision avoidance. Differs from the paper
// only in its numbers: they are floats, so lines closer to parallel than 1e-5 count as parallel.
#pragma once

#include <cstddef>
#include <span>

#include "fleet/crowd/vec2.hpp"

namespace pathstar::fleet {

// The points to the left of a line; `along` has length 1.
struct HalfPlane {
  Vec2 point;
  Vec2 along;

  // How far outside a velocity is; negative inside.
  float excess(Vec2 velocity) const noexcept { return det(along, point - velocity); }
};

constexpr std::size_t kMostHalfPlanes = 40;

// Returns the velocity of length up to `limit` nearest to `wish`. The first `walls` half-planes always hold. There are
// at most kMostHalfPlanes.
Vec2 nearest_velocity(std::span<const HalfPlane> planes, std::size_t walls, Vec2 wish, float limit);

}  // namespace pathstar::fleet
