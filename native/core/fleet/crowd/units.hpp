// The units of a crowd, as arrays with a row for each, and the rules of a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pathstar::fleet {

// Rows whose position is NaN are units that were removed.
struct CrowdUnits {
  std::span<double> positions;     // rows of x and y; whole numbers are the centres of cells
  std::span<double> velocities;    // rows of x and y, of the last step
  std::span<const double> wishes;  // rows of x and y: the velocities that the units would like to have
  std::span<const double> radii;
  std::span<const double> speeds;  // maxima; 0 for a post, which others go round
  std::span<const std::int32_t> priorities;
  std::span<const std::int32_t> targets;      // -1 for none
  std::span<const std::uint8_t> near_target;  // whether a unit may settle where others of its target have
  std::span<std::uint8_t> settled;
};

struct CrowdRules {
  double dt;
  double horizon;       // for how long no two units may touch
  double wall_horizon;  // for how long none may touch a wall
  std::size_t neighbours;
  std::uint32_t seed;
  unsigned threads;
};

// A pseudorandom number from 0 to 1 for a unit.
inline double spread(std::uint32_t row, std::uint32_t seed) noexcept {
  std::uint64_t mixed = (std::uint64_t{row} << 32 | seed) * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9U;
  return static_cast<double>((mixed ^ mixed >> 32) >> 11) / 9007199254740992.0;
}

}  // namespace pathstar::fleet
