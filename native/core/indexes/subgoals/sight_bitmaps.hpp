// A grid as bits, to find the subgoals visible from any cell 64 cells at a time.
//
// A subgoal is a cell beside a convex corner of a wall, where a cheapest path may turn: under no_cut a cell with both
// sides of the corner open, under the other rules a cell from which a diagonal step cuts the corner. Three tables, in
// coordinates of the grid plus 1 (a border of walls makes every run end):
//   rows, columns   one LineWords for each 64 cells of a line
//   diagonals       one DiagonalWords for each 64 cells of a diagonal; position p of a line is the cell in row p
// Two diagonals that share a line have the border between them.
// The tables are plain arrays, so that they can be part of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/cells/grid.hpp"

namespace pathstar {

struct LineWords {
  Word wall;
  Word subgoal;
};

// Fields of DiagonalWords. Live: a straight run from the cell to that side meets a subgoal before a wall.
enum SightField : std::uint8_t { kSightEast, kSightWest, kSightNorth, kSightSouth, kNoStepUp, kNoStepDown, kSubgoal };

struct alignas(64) DiagonalWords {
  Word field[8];
};

// The sizes of the tables, from the size of the grid.
struct SightShape {
  SightShape(std::uint32_t grid_width, std::uint32_t grid_height) noexcept
      : width(grid_width + 2), height(grid_height + 2), across(words_for(width)), down(words_for(height)) {}

  std::size_t rows() const noexcept { return std::size_t{height} * across; }
  std::size_t columns() const noexcept { return std::size_t{width} * down; }
  std::size_t diagonals() const noexcept { return std::size_t{width} * down * 2; }  // falling ones, then rising ones

  std::uint32_t width;  // with the border
  std::uint32_t height;
  std::uint32_t across;  // words of a row
  std::uint32_t down;    // words of a column, or of a diagonal
};

// The tables, in any memory.
struct SightTables {
  std::span<const LineWords> rows;
  std::span<const LineWords> columns;
  std::span<const DiagonalWords> diagonals;
  std::span<const std::uint32_t> first_subgoal;  // per element of rows: the number of subgoals before it

  bool fit(const SightShape& shape) const noexcept {
    return rows.size() == shape.rows() && columns.size() == shape.columns() && diagonals.size() == shape.diagonals() &&
           first_subgoal.size() == shape.rows();
  }
};

// Makes the tables of a grid.
class SightBitmaps {
 public:
  explicit SightBitmaps(const Grid& grid);

  SightTables tables() const noexcept { return {rows_, columns_, diagonals_, first_subgoal_}; }

 private:
  void mark(std::uint32_t x, std::uint32_t y, bool wall, bool subgoal) noexcept;
  void mark_diagonal(std::uint32_t x, std::uint32_t y, SightField field) noexcept;
  void fill_diagonals(const Grid& grid, std::span<const std::uint8_t> subgoals);
  void count_subgoals();

  SightShape shape_;
  std::vector<LineWords> rows_;
  std::vector<LineWords> columns_;
  std::vector<DiagonalWords> diagonals_;
  std::vector<std::uint32_t> first_subgoal_;
};

// Which cells are subgoals, row by row.
std::vector<std::uint8_t> subgoal_flags(const Grid& grid);

}  // namespace pathstar
