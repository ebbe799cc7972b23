// Corners and centres of the cells of a grid, and rays across the lines between its rows.
//
// Coordinates are doubled: cell x reaches from 2x to 2x + 2, and lines between rows have even coordinates.
#pragma once

#include <cstdint>

namespace pathstar {

// A centre or a corner of a cell.
struct Lattice {
  std::int32_t x;
  std::int32_t y;
  bool operator==(const Lattice&) const = default;
};

inline std::int64_t cross(Lattice from, Lattice a, Lattice b) noexcept {
  return std::int64_t{a.x - from.x} * (b.y - from.y) - std::int64_t{a.y - from.y} * (b.x - from.x);
}

// The point where a ray meets a horizontal line, as an exact fraction; the denominator is positive.
struct Crossing {
  std::int64_t over;
  std::int64_t under;

  static Crossing of(Lattice from, Lattice through, std::int32_t y) noexcept {
    const std::int64_t rise = through.y - from.y, sign = rise < 0 ? -1 : 1;
    return {sign * (from.x * rise + std::int64_t{through.x - from.x} * (y - from.y)), sign * rise};
  }
  // Its comparison with a whole number: negative, 0 or positive.
  std::int64_t versus(std::int32_t x) const noexcept { return over - x * under; }
  double value() const noexcept { return static_cast<double>(over) / static_cast<double>(under); }
};

}  // namespace pathstar
