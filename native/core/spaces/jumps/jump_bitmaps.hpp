// The precomputed data of jump point search: bitmaps of a grid's rows, columns and diagonals.
//
// Building them takes a few nanoseconds per cell, and they take 4 bytes per cell (up to 35 on a map only a few cells
// wide or high); an edit touches the lines through the edited cells. The cells at which a run may stop are numbered, so
// that a search's records lie close together. Coordinates are those of the bitmaps: the grid's plus 1, for the border.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/cells/moves.hpp"
#include "spaces/jumps/cross_bitmap.hpp"
#include "spaces/jumps/line_bitmap.hpp"
#include "spaces/jumps/slot_numbers.hpp"
#include "spaces/jumps/touched_words.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Grid;

class JumpBitmaps {
 public:
  // Not to be used if it was stopped.
  explicit JumpBitmaps(const Grid& grid, const Stop& stop = never_stop);

  bool operator==(const JumpBitmaps&) const = default;

  // To be called after edits of these nodes; nodes may be repeated.
  void update(const Grid& grid, std::span<const Node> edited);

  const LineBitmap& rows() const noexcept { return rows_; }
  const LineBitmap& columns() const noexcept { return columns_; }  // not with 4 directions

  // Diagonals that rise to the east, and those that fall; with 4 directions the columns instead of both.
  const CrossBitmap& rising() const noexcept { return cross_[0]; }
  const CrossBitmap& falling() const noexcept { return cross_.back(); }

  // The numbers of the cells at which a run may stop.
  SlotNumbers::Reader numbers() const noexcept { return numbers_.read(); }
  std::uint32_t slots() const noexcept { return numbers_.count(); }

 private:
  JumpBitmaps(const Grid& grid, std::span<const Word> walls, const Stop& stop);

  // The data for steps along the lines of the cross bitmaps from the cells of one word of the rows: the fields from
  // kBlocked on. Under no_cut a wall blocks both diagonals of a square of four cells; a bit for its left side is
  // enough.
  template <Corners corners>
  using SlantedValues = std::array<Word, corners == Corners::no_cut ? 1 : 6>;

  bool diagonals() const noexcept { return moves_.directions == 8; }
  Corners rule() const noexcept { return diagonals() ? moves_.corners : Corners::no_cut; }

  // Along the lines of a cross bitmap to smaller y.
  int across(std::size_t bitmap) const noexcept { return !diagonals() ? 0 : bitmap == 0 ? 1 : -1; }

  // For the cells of one word of the rows.
  Word blocked(std::size_t word, std::size_t bitmap) const noexcept;
  Word stops(std::size_t word, std::size_t bitmap, int dy) const noexcept;
  template <class WordOf>
  std::vector<Word> table(const WordOf& word_of) const;

  bool fill_cross(const Stop& stop);  // false if it was stopped
  void fill_specials();
  void find_flips(const Grid& grid, std::span<const Node> edited);
  void turn_flips(bool by_squares);
  void turn_cells(const WordCells& flips);
  void turn_squares();
  void turn_square(std::span<const WordCells> words);
  template <class Place>
  void flip_cross(CrossField field, Word cells, const Place& place, CrossFlips& flips);
  void settle_rows(CrossFlips& flips);
  void settle_columns(CrossFlips& flips);
  template <Corners corners>
  void settle();
  template <Corners corners>
  SlantedValues<corners> slanted_values(const WordCells& touched, unsigned sides) const noexcept;
  template <Corners corners>
  void settle_slanted(std::size_t word, const SlantedValues<corners>& changed, CrossFlips& flips);
  template <Corners corners>
  void settle_specials(const WordCells& touched, const SlantedValues<corners>& now);

  Moves moves_;
  std::uint32_t width_;  // with the border
  std::uint32_t height_;
  LineBitmap rows_;
  LineBitmap columns_;
  std::vector<CrossBitmap> cross_;
  SlotNumbers numbers_;
  TouchedWords row_flips_;  // by an edit: cells with changed walls
  TouchedWords column_flips_;
  TouchedWords touched_rows_;  // cells at most 1 from such
  TouchedWords touched_columns_;
  LineChanges row_changes_;
  LineChanges column_changes_;
};

}  // namespace pathstar
