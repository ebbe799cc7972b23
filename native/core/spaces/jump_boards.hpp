// All that jump point search knows of a grid ahead of a query: bit boards of its rows, columns and diagonals.
//
// Building them takes a few nanoseconds per cell, and they take 4 bytes per cell (up to 35 on a map that is only a few
// cells wide or high); an edit touches the lines through the cells edited. The cells at which a run may stop are
// numbered, so that a search's records lie close together. Coordinates are those of the boards: the grid's plus 1, for
// the border.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/cross_board.hpp"
#include "spaces/line_board.hpp"
#include "spaces/moves.hpp"
#include "spaces/touched.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Grid;

class JumpBoards {
 public:
  explicit JumpBoards(const Grid& grid);

  bool operator==(const JumpBoards&) const = default;

  // After an edit of these nodes; a node may come more than once.
  void update(const Grid& grid, std::span<const Node> edited);

  const LineBoard& rows() const noexcept { return rows_; }
  const LineBoard& columns() const noexcept { return columns_; }  // not with 4 directions

  // Diagonals that rise to the east, those that fall; with 4 directions the columns in place of both.
  const CrossBoard& rising() const noexcept { return cross_[0]; }
  const CrossBoard& falling() const noexcept { return cross_.back(); }

  // Cells at which a run may stop are numbered row by row: first those of the rows before, and how many there are.
  const std::vector<std::uint32_t>& row_base() const noexcept { return row_base_; }
  std::uint32_t slots() const noexcept { return row_base_.back(); }

 private:
  JumpBoards(const Grid& grid, std::span<const Word> walls);

  struct Way {  // a direction along the lines of a cross board, and the fields that tell of it
    int dx, dy;
    int board;
    CrossField blocked, stop;
  };
  static const Way kDiagonals[4];
  static const Way kColumns[2];

  bool diagonals() const noexcept { return moves_.directions == 8; }
  Corners rule() const noexcept { return diagonals() ? moves_.corners : Corners::no_cut; }
  std::vector<Word> table(Word (JumpBoards::*word)(std::size_t, const Way&) const, const Way& way) const;

  // Of the cells of one word of the rows.
  Word blocked(std::size_t word, const Way& way) const noexcept;
  Word stops(std::size_t word, const Way& way) const noexcept;

  void fill_cross();
  void fill_specials();
  void flip(CrossField field, std::uint32_t x, std::uint32_t y) noexcept;
  void touch(std::uint32_t x, std::uint32_t y, bool wall);
  void settle_rows();
  void settle_columns();
  void settle_cells(std::size_t word, Word cells) noexcept;
  void rank_touched();
  std::uint32_t last_beside(std::uint32_t y) const noexcept;
  void rank(std::uint32_t y) noexcept;

  Moves moves_;
  std::uint32_t width_;  // with the border
  std::uint32_t height_;
  LineBoard rows_;
  LineBoard columns_;
  std::vector<CrossBoard> cross_;
  // Rows that share a word count as one.
  std::vector<std::uint32_t> row_count_;  // per row: its special cells; where some count as one, at the last of them
  std::vector<std::uint32_t> row_base_;   // per row: how many special cells come before it
  Touched touched_rows_;                  // by an edit: cells at most 1 from an edited one, by rows
  Touched touched_columns_;
};

}  // namespace pathstar
