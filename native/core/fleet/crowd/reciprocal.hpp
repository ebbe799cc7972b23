// ORCA, optimal reciprocal collision avoidance: each unit takes half of the effort to avoid each other one.
//
// For each neighbour a unit may only take velocities in a half-plane; if both do so, they do not touch within the
// horizon. Of those velocities it takes the one nearest to what it wishes. O(n k) for n units and k neighbours; units
// are independent of each other in a step, so the result does not depend on the number of threads.
//
// Use it for up to some ten thousands of units that move freely between cells. It resolves no dead-locks in corridors:
// units that have to take turns need a World.
//
// Reference: van den Berg, Guy, Lin and Manocha 2011, Reciprocal n-body collision avoidance. Differs from the paper:
// walls are those of a grid, and hold whatever happens; units of higher priority do not give way; neighbours behind
// walls do not count; units that have come near enough to where others of their group stand settle beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fleet/crowd/bins.hpp"
#include "fleet/crowd/half_planes.hpp"
#include "fleet/crowd/units.hpp"
#include "fleet/crowd/walls.hpp"

namespace pathstar::fleet {

class Reciprocal {
 public:
  // Copies what one step needs to know of the units.
  void fill(const CrowdUnits& units, const CrowdRules& rules);

  std::size_t size() const noexcept { return bins_.size(); }

  // Moves the unit of a rank, which changes its own row alone.
  void move(std::size_t rank, const CrowdWalls& walls, const CrowdUnits& units, const CrowdRules& rules) const;

 private:
  struct Body {
    Vec2 velocity;
    float radius;
    std::int32_t priority;
    std::int32_t target;
    bool settled;
    bool post;
  };

  Vec2 between(std::size_t from, std::size_t to) const noexcept;
  bool half_plane(std::size_t rank, std::size_t other, Vec2 apart, const CrowdRules& rules, HalfPlane& plane) const;
  bool touches_settled(std::size_t rank, const Neighbours& around) const;

  Bins bins_;
  std::vector<Body> bodies_;  // by rank
  float fastest_ = 0.0F, widest_ = 0.0F;
};

}  // namespace pathstar::fleet
