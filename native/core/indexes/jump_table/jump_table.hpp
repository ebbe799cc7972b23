// The jump table: for each cell where a run of jump point search may stop, all the cells where it stops next.
//
// What a search on a grid without costs finds by scanning rows, columns and diagonals does not depend on start and
// goal, so it is computed once. An arc is a diagonal run followed by a straight one (with 4 directions: a run up or
// down followed by one sideways); either may be empty. The arcs of a cell are contiguous, in compass order of their
// first direction. So the arcs that a canonical path may take after arriving in some direction are contiguous, too.
// Reference: Harabor and Grastien 2014, Improving jump point search (JPS+).
// Differs from the paper: only cells where runs stop have a row, which names all stops reached with one turn, instead
// of eight distances for every cell of the grid.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/progress.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"

namespace pathstar {

// The number of a row of the table, which stands for one cell. A separate type, so that it cannot be taken for a node
// or for the rank of a jump point in the bitmaps.
struct TableRow {
  std::uint32_t number;

  auto operator<=>(const TableRow&) const = default;
};
static_assert(sizeof(TableRow) == sizeof(std::uint32_t));

struct JumpArc {
  TableRow to;             // the row of the cell where the run stops
  std::uint16_t straight;  // steps
  std::uint16_t slope;     // steps along a line of a cross bitmap: a diagonal, or a column with 4 directions
};
static_assert(sizeof(JumpArc) == 8);

inline constexpr int kWays = 8;      // north, north-east and so on, clockwise
inline constexpr int kArrivals = 9;  // directions as a 3 x 3 square; the middle one means none

struct alignas(64) JumpCell {
  // A range of a cell's arcs, which wraps around after the last one.
  struct Arcs {
    std::uint16_t begin;
    std::uint16_t end;
  };

  std::uint16_t x;  // in the bitmaps: the grid's plus 1
  std::uint16_t y;
  std::uint32_t first;             // the number of its first arc
  Arcs after[kArrivals];           // the arcs to follow, by the direction of arrival
  std::uint16_t count;             // the number of its arcs
  std::uint16_t reach[kWays / 2];  // the lengths of its slanted runs, by half the number of their direction
  std::uint8_t ways[kArrivals];    // one bit for each direction to follow, by the direction of arrival
  std::uint8_t spare;
};
static_assert(sizeof(JumpCell) == 64);

// The number of a direction.
constexpr int compass(int dx, int dy) noexcept {
  constexpr int kRound[kArrivals] = {7, 0, 1, 6, -1, 2, 5, 4, 3};
  return kRound[4 + dx + 3 * dy];
}

struct JumpTables {
  std::span<const JumpCell> cells;
  std::span<const JumpArc> arcs;
  // The row of each jump point in the order of the bitmaps. Empty if the table has the same order.
  std::span<const TableRow> rows = {};

  const JumpCell& operator[](TableRow row) const noexcept { return cells[row.number]; }
};

// Throws std::invalid_argument unless these are rows for the grid's jump points, in their order, and all arcs lead from
// one of them to another. It does not check whether arcs are missing.
void check_jump_tables(const JumpTables& tables, const Grid& grid, const JumpBitmaps& bitmaps);

struct JumpTable {
  std::vector<JumpCell> cells;
  std::vector<JumpArc> arcs;

  JumpTables tables() const noexcept { return {cells, arcs}; }
};

// For a grid that fits JumpView, and its bitmaps. The outcome is too_large for a table of more than `most_bytes`, and
// too_many for more than 32,767 arcs of one cell.
Outcome make_jump_table(const Grid& grid, const JumpBitmaps& bitmaps, std::uint64_t most_bytes, unsigned threads,
                        const Progress& progress, JumpTable& made);

}  // namespace pathstar
