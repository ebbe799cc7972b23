// The steps from a cell of a raster: 4, 8, 16 or 32 directions, and the weights of the cells that a step crosses.
//
// A straight line from centre to centre crosses cells; a step pays for each of them by its share of the line. The cells
// lie symmetrically about the middle of the line, so their shares come in pairs:
//
//   to a neighbour            (first + last) / 2
//   a knight's step (1, 2)    (first + last + both between) / 4
//   (1, 3)                    (first + last + 2 (both between)) / 6
//   (2, 3)                    (2 (first + last) + outer pair + 3 (inner pair)) / 12
//
// A step and its reverse add the same pairs in the same order, so their costs are equal to the last bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "spaces/compiler.hpp"

namespace pathstar::rasters {

// Local cells: a square of kSide cells, with kHalo more on each side. The widest step reaches over three cells. Costs,
// heights and results of 128 x 128 cells take 300 kB and stay in the second cache.
inline constexpr int kSide = 128;
inline constexpr int kHalo = 3;
inline constexpr int kStride = kSide + 2 * kHalo + 2;
inline constexpr int kRows = kSide + 2 * kHalo;
inline constexpr int kLocalCells = kStride * kRows;

struct Move {
  int dy, dx;
};

// Clockwise from east: first the neighbours, then the knight's steps, then the rest. A direction's code is its number
// in this list, from 1; 0 is a source. The lowest code wins ties.
inline constexpr int kMostMoves = 32;
inline constexpr std::array<Move, kMostMoves> kMoves{{
    {0, 1},   {1, 1},   {1, 0},   {1, -1},  {0, -1},  {-1, -1}, {-1, 0}, {-1, 1},  // neighbours
    {1, 2},   {2, 1},   {2, -1},  {1, -2},  {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2},  // knight's steps
    {1, 3},   {2, 3},   {3, 2},   {3, 1},   {3, -1},  {3, -2},  {2, -3}, {1, -3},  // over three columns or rows
    {-1, -3}, {-2, -3}, {-3, -2}, {-3, -1}, {-3, 1},  {-3, 2},  {-2, 3}, {-1, 3},
}};

// With four directions, every other neighbour.
constexpr bool has_move(int directions, int move) {
  return directions == 4 ? move < 8 && move % 2 == 0 : move < directions;
}

constexpr int moves_in(int directions) { return directions == 4 ? 8 : directions; }

// The reach of the longest step, in rows or columns.
constexpr int reach_of(int directions) { return directions == 32 ? 3 : directions == 16 ? 2 : 1; }

constexpr int local_offset(int dy, int dx) { return dy * kStride + dx; }

// The local offsets of all moves.
inline constexpr std::array<int, kMostMoves> kOffsets = [] {
  std::array<int, kMostMoves> offsets{};
  for (std::size_t k = 0; k < kMoves.size(); ++k) offsets[k] = local_offset(kMoves[k].dy, kMoves[k].dx);
  return offsets;
}();

// The divisor of the sum of a step's cells.
constexpr double shares_of(int move) {
  if (move < 8) return 2;
  if (move < 16) return 4;
  const Move m = kMoves[static_cast<std::size_t>(move)];
  return m.dy * m.dy == 1 || m.dx * m.dx == 1 ? 6 : 12;
}

// The offsets of the cells between the ends of a move, as pairs.
struct Between {
  std::array<int, 2> inner{}, outer{};
};

constexpr Between between(int move) {
  const Move m = kMoves[static_cast<std::size_t>(move)];
  const int sy = m.dy > 0 ? 1 : -1, sx = m.dx > 0 ? 1 : -1;
  const bool wide = m.dx * m.dx > m.dy * m.dy;
  const int along = wide ? local_offset(0, sx) : local_offset(sy, 0);
  const int last = local_offset(m.dy, m.dx);
  if (shares_of(move) == 12) {
    const int diagonal = local_offset(sy, sx);
    return {{diagonal, last - diagonal}, {along, last - along}};
  }
  return {{along, last - along}, {}};
}

// The offsets of the two cells beside the corner on a move's line; 0 for moves that pass through no corner.
struct BesideCorner {
  int first = 0, second = 0;
};

constexpr BesideCorner beside_corner(int move) {
  const Move m = kMoves[static_cast<std::size_t>(move)];
  const int sy = m.dy > 0 ? 1 : -1, sx = m.dx > 0 ? 1 : -1;
  if (m.dy * m.dx == 0 || shares_of(move) == 4 || shares_of(move) == 12) return {};
  if (shares_of(move) == 2) return {local_offset(0, sx), local_offset(sy, 0)};
  const int along = m.dx * m.dx > m.dy * m.dy ? local_offset(0, sx) : local_offset(sy, 0);
  return {2 * along, local_offset(m.dy, m.dx) - 2 * along};
}

// The weighted sum of the cells of move K from the local cell `cells[0]`; to be multiplied by length / shares_of(K).
template <int K, class Value>
PATHSTAR_INLINE double sum_of_cells(const Value* cells) {
  constexpr Move m = kMoves[K];
  constexpr Between mid = between(K);
  constexpr int last = local_offset(m.dy, m.dx);
  const double ends = static_cast<double>(cells[0]) + static_cast<double>(cells[last]);
  if constexpr (K < 8) {
    return ends;
  } else {
    const double inner = static_cast<double>(cells[mid.inner[0]]) + static_cast<double>(cells[mid.inner[1]]);
    if constexpr (K < 16) return ends + inner;
    if constexpr (shares_of(K) == 6) return ends + 2.0 * inner;
    const double outer = static_cast<double>(cells[mid.outer[0]]) + static_cast<double>(cells[mid.outer[1]]);
    return 2.0 * ends + outer + 3.0 * inner;
  }
}

// Calls body(std::integral_constant<int, K>) for each move.
template <int Directions, class Body>
PATHSTAR_INLINE void for_moves(Body&& body) {
  [&]<int... K>(std::integer_sequence<int, K...>) {
    ((has_move(Directions, K) ? (body(std::integral_constant<int, K>{}), 0) : 0), ...);
  }(std::make_integer_sequence<int, moves_in(Directions)>{});
}

}  // namespace pathstar::rasters
