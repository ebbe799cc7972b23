// ORCA, optimal reciprocal collision avoidance: of any two units, each does half of the avoiding.
//
// For each neighbour, a half-plane of velocities is allowed; if both units keep to theirs, they do not touch within the
// horizon. A unit takes the allowed velocity nearest to the one that it wants. O(n k) for n units and k neighbours. In
// a step, units are independent of each other, so the result does not depend on the number of threads.
//
// Use it for up to some tens of thousands of units that move freely between cells. It resolves no deadlocks in
// corridors: units that have to take turns need a World.
//
// Reference: van den Berg, Guy, Lin and Manocha 2011, Reciprocal n-body collision avoidance. Differs from the paper:
// walls are those of a grid, and always hold; units of higher priority do not give way; neighbours behind walls do not
// count; units near their target settle beside others that have settled there.
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
  // Copies what a step needs to know about the units.
  void fill(const CrowdUnits& units, const CrowdRules& rules);

  std::size_t size() const noexcept { return bins_.size(); }

  // Moves the unit with a rank; changes only its row.
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
