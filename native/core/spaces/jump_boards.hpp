// All that jump point search knows of a grid ahead of a query: bit boards of its rows, columns and diagonals.
//
// Building them takes a few nanoseconds per cell, and they take 4 bytes per cell; an edit touches the words around the
// cells edited, and others only where what it changes reaches them. The cells at which a run may stop are numbered, so that a search's records lie close together.
// Coordinates are those of the boards: the grid's plus 1, for the border.
#pragma once

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
  struct Way {  // a direction along the lines of a cross board, and the fields that tell of it
    int dx, dy;
    int board;
    CrossField blocked, stop;
  };
  static const Way kDiagonals[4];
  static const Way kColumns[2];

  bool diagonals() const noexcept { return moves_.directions == 8; }
  Corners rule() const noexcept { return diagonals() ? moves_.corners : Corners::no_cut; }
  std::vector<Word> row_words(Word (JumpBoards::*word)(std::uint32_t, std::uint32_t, const Way&) const,
                              const Way& way) const;

  // The walls of 64 cells of row y, seen from the cells at (-dx, -dy).
  Word wall(std::uint32_t y, std::uint32_t word, int dx, int dy) const noexcept;
  Word blocked(std::uint32_t y, std::uint32_t word, const Way& way) const noexcept;
  Word stops(std::uint32_t y, std::uint32_t word, const Way& way) const noexcept;

  void fill_cross();
  void fill_specials();
  void touch(std::uint32_t x, std::uint32_t y, bool wall);
  void settle_rows();
  void settle_columns();
  void settle_cells(std::uint32_t y, std::uint32_t word, Word cells) noexcept;
  void flip(CrossField field, std::uint32_t x, std::uint32_t y) noexcept;
  void rank(std::uint32_t y) noexcept;
  void add_up(std::uint32_t y, std::uint32_t count) noexcept;

  Moves moves_;
  std::uint32_t width_;  // with the border
  std::uint32_t height_;
  LineBoard rows_;
  LineBoard columns_;
  std::vector<CrossBoard> cross_;
  std::vector<std::uint32_t> row_count_;  // per row: its special cells
  std::vector<std::uint32_t> row_base_;   // per row: how many special cells come before it
  Touched touched_rows_;                  // by an edit: cells at most 1 from an edited one, by rows
  Touched touched_columns_;
};

}  // namespace pathstar
