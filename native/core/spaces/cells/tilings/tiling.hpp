// The layout of a regular grid's cells on the plane. Everything that depends on the tiling is in this file.
//
// A tiling has cells of one or two parities, from which the same step leads to different columns and rows: in hexagonal
// layouts parity 1 means a shifted row or column, among triangles a triangle that points down.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "spaces/bits.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {

// In the hexagonal layouts every second row (r) or column (q) is shifted by half a cell to the right or down: the odd
// ones or the even ones. Triangles point up and down in turn, along rows and along columns; the first one points up.
enum class Tiling : std::uint8_t { square, odd_r, even_r, odd_q, even_q, triangle };

struct NamedTiling {
  const char* name;
  Tiling tiling;
};
inline constexpr NamedTiling kTilings[] = {{"square", Tiling::square}, {"odd_r", Tiling::odd_r},
                                           {"even_r", Tiling::even_r}, {"odd_q", Tiling::odd_q},
                                           {"even_q", Tiling::even_q}, {"triangle", Tiling::triangle}};

struct Offset {
  std::int32_t dx = 0;
  std::int32_t dy = 0;
  std::int32_t dz = 0;

  bool operator==(const Offset&) const = default;
  std::int32_t operator[](int axis) const noexcept { return axis == 0 ? dx : axis == 1 ? dy : dz; }
};

constexpr bool shoves_rows(Tiling tiling) noexcept { return tiling == Tiling::odd_r || tiling == Tiling::even_r; }
constexpr bool shoves_odd(Tiling tiling) noexcept { return tiling == Tiling::odd_r || tiling == Tiling::odd_q; }

constexpr int parity_in(Tiling tiling, const Offset& cell) noexcept {
  if (tiling == Tiling::square) return 0;
  if (tiling == Tiling::triangle) return (cell.dx + cell.dy) & 1;
  return (shoves_rows(tiling) ? cell.dy : cell.dx) & 1;
}

// The cells with parity 1 among 64 cells of a row from one on, as bits.
constexpr Word odd_cells(Tiling tiling, const Offset& first) noexcept {
  constexpr Word kEverySecond = 0x5555555555555555;
  const bool odd = parity_in(tiling, first) != 0;
  if (tiling == Tiling::square || shoves_rows(tiling)) return odd ? kAllOnes : 0;
  return odd ? kEverySecond : ~kEverySecond;
}

// A step's offset in columns and rows, from a cell of a parity. Among hexagons dx and dy of a step are axial: along the
// rows and along one of the slanted axes. Among triangles a step over the base has dy = 1, whichever way the base lies.
constexpr Offset offset_in(Tiling tiling, const Offset& by, int parity) noexcept {
  if (tiling == Tiling::square) return by;
  if (tiling == Tiling::triangle) return {by.dx, parity == 0 ? by.dy : -by.dy, by.dz};
  const std::int32_t along = shoves_rows(tiling) ? by.dy : by.dx;  // across the alternately shifted rows or columns
  const std::int32_t after = (parity + along) & 1;
  const std::int32_t shove = (along + (shoves_odd(tiling) ? parity - after : after - parity)) / 2;
  return shoves_rows(tiling) ? Offset{by.dx + shove, by.dy, by.dz} : Offset{by.dx, by.dy + shove, by.dz};
}

// The offset from a cell of a parity to the cell from which a step leads to it.
constexpr Offset offset_back(Tiling tiling, const Offset& by, int parity) noexcept {
  const std::int32_t dy = tiling == Tiling::triangle ? by.dy : -by.dy;  // back over the same base
  return offset_in(tiling, {-by.dx, dy, -by.dz}, parity);
}

// The place of a cell in the coordinates of distances: axial ones among hexagons; among triangles z is the parity.
PATHSTAR_INLINE Offset coordinates_in(Tiling tiling, const Offset& cell) noexcept {
  if (tiling == Tiling::square) return cell;
  if (tiling == Tiling::triangle) return {cell.dx, cell.dy, parity_in(tiling, cell)};
  const int shove = shoves_odd(tiling) ? -1 : 1;
  if (shoves_rows(tiling)) return {cell.dx - (cell.dy + shove * (cell.dy & 1)) / 2, cell.dy, 0};
  return {cell.dx, cell.dy - (cell.dx + shove * (cell.dx & 1)) / 2, 0};
}

// How these coordinates differ between a cell and the same one beyond joined borders, x columns and y rows away.
constexpr Offset way_round(Tiling tiling, std::int32_t x, std::int32_t y) noexcept {
  if (tiling == Tiling::square || tiling == Tiling::triangle) return {x, y, 0};
  return shoves_rows(tiling) ? Offset{x - y / 2, y, 0} : Offset{x, y - x / 2, 0};
}

// The number of steps between two hexagons on open ground, or the length of the straight line in steps.
PATHSTAR_INLINE double hexagons_apart(std::int32_t dq, std::int32_t dr, bool straight) noexcept {
  if (straight) {
    return std::sqrt(static_cast<double>(dq) * dq + static_cast<double>(dr) * dr + static_cast<double>(dq) * dr);
  }
  return std::max({std::abs(dq), std::abs(dr), std::abs(dq + dr)});
}

// The same for triangles, from one of a parity to one that lies dx columns and dy rows further. A way crosses as many
// bases as there are rows in between, and a side before each base except the first, and another side before that if the
// first triangle has its base on the far side.
PATHSTAR_INLINE double triangles_apart(std::int32_t dx, std::int32_t dy, int parity, bool straight) noexcept {
  const std::int32_t across = std::abs(dx), bases = std::abs(dy);
  const int other = (parity + across + bases) & 1;
  if (straight) {  // centres lie half a step above or below the middle of their row
    const double down = 1.5 * dy + 0.5 * (parity - other);
    return std::sqrt(0.75 * across * across + down * down);
  }
  if (across >= bases) return across + bases;
  const bool even = ((bases - across) & 1) == 0;
  const bool base_ahead = (dy > 0) == (parity == 0);
  return even ? 2 * bases : base_ahead ? 2 * bases - 1 : 2 * bases + 1;
}

// The same for any tiling except squares, from the coordinates of one cell and the difference to the other.
PATHSTAR_INLINE double cells_apart(Tiling tiling, int parity, const Offset& way, bool straight) noexcept {
  if (tiling == Tiling::triangle) return triangles_apart(way.dx, way.dy, parity, straight);
  return hexagons_apart(way.dx, way.dy, straight);
}

}  // namespace pathstar
