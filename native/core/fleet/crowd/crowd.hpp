// Steps of a crowd: units that move freely over a grid, and keep clear of walls and of each other.
#pragma once

#include <cstdint>
#include <span>

#include "engine/driver/poll.hpp"
#include "fleet/crowd/density.hpp"
#include "fleet/crowd/reciprocal.hpp"
#include "fleet/crowd/units.hpp"
#include "fleet/crowd/walls.hpp"

namespace pathstar::fleet {

// How units avoid each other.
enum class Avoidance : std::uint8_t { reciprocal, density };

class Crowd {
 public:
  // walkable: width * height bytes, row by row, non-zero = walkable.
  Crowd(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> walkable)
      : walls_(width, height, walkable), density_(width, height) {}

  const CrowdWalls& walls() const noexcept { return walls_; }

  // Moves all units, on `rules.threads` threads; the result does not depend on their number. If the poll stopped the
  // step, the result is incomplete.
  void step(const CrowdUnits& units, const CrowdRules& rules, Avoidance avoidance, const Poll& poll);

 private:
  CrowdWalls walls_;
  Reciprocal reciprocal_;
  Density density_;
};

}  // namespace pathstar::fleet
