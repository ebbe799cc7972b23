// The jump table: from each cell at which a run of jump point search may stop, all the cells at which it stops next.
//
// What a search on a grid without costs finds by scanning rows, columns and diagonals does not depend on start and
// goal; so it is written down once. An arc is a diagonal run and then a straight one (with 4 directions: a run up or
// down and then one to the side), either may be empty. The arcs of a cell lie together in the order of the compass,
// by the direction in which they set out. So those that a canonical path may take after it arrived in some direction
// lie together, too.
// Reference: Harabor and Grastien 2014, Improving jump point search (JPS+).
// Differs from the paper: only cells at which runs stop have a row, and it names all stops that are reached by one
// turn, in place of eight distances for every cell of the grid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/progress.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"

namespace pathstar {

struct JumpArc {
  std::uint32_t to;        // number of the cell where the run stops
  std::uint16_t straight;  // steps
  std::uint16_t slope;     // the same along a line of a cross bitmap: a diagonal, or a column with 4 directions
};

inline constexpr int kWays = 8;      // north, north-east and so on around the compass
inline constexpr int kArrivals = 9;  // directions as rows of three; the fifth stands for none

struct alignas(64) JumpCell {
  // Some of a cell's arcs, by their number there. Those that go on beyond the last are the first ones.
  struct Arcs {
    std::uint16_t begin;
    std::uint16_t end;
  };

  std::uint16_t x;  // of the bitmaps: the grid's plus 1
  std::uint16_t y;
  std::uint32_t first;             // number of its first arc
  Arcs after[kArrivals];           // which of them go on, by the direction of arrival
  std::uint16_t count;             // of all its arcs
  std::uint16_t reach[kWays / 2];  // how long the slanted runs from it are, by half the number of their way
  std::uint8_t ways[kArrivals];    // one bit for each way that goes on, by the direction of arrival
  std::uint8_t spare;
};
static_assert(sizeof(JumpCell) == 64);

// The number of a way.
constexpr int compass(int dx, int dy) noexcept {
  constexpr int kRound[kArrivals] = {7, 0, 1, 6, -1, 2, 5, 4, 3};
  return kRound[4 + dx + 3 * dy];
}

struct JumpTables {
  std::span<const JumpCell> cells;
  std::span<const JumpArc> arcs;
  // By the order of the bitmaps: which cell of the table a jump point is. Empty where the table has the same order.
  std::span<const std::uint32_t> numbers = {};
};

// Raises std::invalid_argument if these are not rows for the grid's jump points, in their order, or if arcs lead
// elsewhere than from one of them to another. Whether arcs are missing is not checked.
void check_jump_tables(const JumpTables& tables, const Grid& grid, const JumpBitmaps& bitmaps);

struct JumpTable {
  std::vector<JumpCell> cells;
  std::vector<JumpArc> arcs;

  JumpTables tables() const noexcept { return {cells, arcs}; }
};

// For a grid that JumpView fits, and its bitmaps. Too large is a table of more than `most_bytes`, too many arcs are
// more than 32,767 of one cell.
Outcome make_jump_table(const Grid& grid, const JumpBitmaps& bitmaps, std::uint64_t most_bytes, unsigned threads,
                        const Progress& progress, JumpTable& made);

}  // namespace pathstar
