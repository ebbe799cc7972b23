// The walls of a grid, for moving discs: which velocities they allow, and how far a disc gets.
//
// The cell (x, y) is the square of side 1 around the point (x, y). Outside the grid all is wall.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fleet/crowd/half_planes.hpp"

namespace pathstar::fleet {

// A point in the coordinates of the grid.
struct Spot {
  double x;
  double y;
};

class CrowdWalls {
 public:
  // walkable: width * height bytes, row by row, non-zero = walkable.
  CrowdWalls(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> walkable);

  static constexpr std::size_t kMostPlanes = 16;

  // Writes the half-planes of the velocities with which a disc touches no wall for `horizon`, and returns how many
  // there are: one for each wall straight ahead, and one for each corner. Only velocities up to `limit` count.
  std::size_t planes(Spot at, double radius, double horizon, double limit,
                     std::span<HalfPlane, kMostPlanes> result) const;

  // Returns where a disc ends that moves by (dx, dy) and slides along walls. It never gets deeper into a wall; it stays
  // where it is if an edit has put its centre inside one.
  Spot slide(Spot at, double radius, double dx, double dy) const;

  // How deep a disc is in a wall; 0 if it is in none.
  double depth(Spot at, double radius) const;

  // Whether no wall lies between two points.
  bool sees(Spot from, Spot to) const;

  bool contains(Spot at) const noexcept;

 private:
  // No straight path within the map is longer.
  double across() const noexcept { return static_cast<double>(width_ + height_); }
  bool wall(std::int64_t x, std::int64_t y) const noexcept { return room(x, y) == 0; }
  // How many cells away, in 8 directions, the nearest wall is; 0 for a wall itself.
  std::uint8_t room(std::int64_t x, std::int64_t y) const noexcept;
  std::uint8_t room_at(Spot at) const noexcept;
  // Pushes a disc out of the wall that it is deepest in, and returns how deep it was.
  double push_out(Spot& at, double radius) const;

  std::int64_t width_, height_;
  std::vector<std::uint8_t> room_;
};

}  // namespace pathstar::fleet
