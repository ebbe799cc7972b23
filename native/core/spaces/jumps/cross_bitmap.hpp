// The diagonals (or, with 4 directions, the columns) of a grid as bits: how far a run may go along them, and where a
// turn is worth it.
//
// Jump point search runs along a diagonal and looks along row and column from each of its cells. Here one bit per cell
// and side says in advance whether that look would find a stop before a wall. So a run passes 64 cells at a time and
// turns only where there is something to find.
//
// Position p of a line is the cell in row p. Diagonals are kept as the columns of a sheared grid, wrapped around at the
// width; two diagonals that share a line have the border between them. As on a LineBitmap, short lines share blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/bits.hpp"

namespace pathstar {

// What is known of a cell, in the order of CrossBlock's words.
enum CrossField : std::uint8_t {
  kLiveEast,  // a run to the east meets a stop before a wall
  kLiveWest,
  kLiveNorth,
  kLiveSouth,
  kBlockedUp,  // the line cannot be followed from here to smaller y
  kBlockedDown,
  kStopUp,  // a run along the line to smaller y has a forced neighbour here
  kStopDown,
};

struct alignas(64) CrossBlock {
  Word field[8] = {0, 0, 0, 0, kAllOnes, kAllOnes, 0, 0};

  bool operator==(const CrossBlock&) const = default;
};

// The lines of a cross bitmap, read-only.
class CrossLines {
 public:
  CrossLines() = default;
  CrossLines(const CrossBlock* blocks, const std::uint32_t* shift, std::uint32_t lines, std::uint32_t stride) noexcept
      : blocks_(blocks), shift_(shift), lines_(lines), stride_(stride) {}

  // The number of the bit of row 0 on the line through a cell; that of row y is y more.
  std::size_t first(std::uint32_t x, std::uint32_t y) const noexcept {
    const std::uint32_t line = x + shift_[y];
    return std::size_t{line < lines_ ? line : line - lines_} * stride_;
  }
  const CrossBlock* block(std::size_t bit) const noexcept { return blocks_ + bit / kWordBits; }

 private:
  const CrossBlock* blocks_ = nullptr;
  const std::uint32_t* shift_ = nullptr;
  std::uint32_t lines_ = 0;
  std::uint32_t stride_ = 0;
};

class CrossBitmap {
 public:
  // The sizes include the border. shear: 1 for lines of constant x + y, -1 for constant x - y, 0 for columns.
  CrossBitmap(std::uint32_t width, std::uint32_t rows, int shear);

  bool operator==(const CrossBitmap&) const = default;

  CrossLines read() const noexcept { return {blocks_.data(), shift_.data(), lines_, stride_}; }

  // Sets one field of all cells from a table of rows (bits.hpp).
  void fill(CrossField field, std::span<const Word> rows);

  // What is known of steps along the lines from the cells of a row, a bit for each, and of stops where there are any:
  // the fields from kBlockedUp on.
  template <bool with_stops>
  struct Slanted {
    static constexpr std::size_t kFields = with_stops ? 4 : 2;
    Word fields[kFields] = {};

    Slanted operator^(const Slanted& other) const noexcept {
      Slanted changed;
      for (std::size_t i = 0; i < kFields; ++i) changed.fields[i] = fields[i] ^ other.fields[i];
      return changed;
    }
    Word any() const noexcept {
      Word cells = 0;
      for (const Word field : fields) cells |= field;
      return cells;
    }
  };
  // Changes it where `changed` says so, whose bits from `shift` on are the cells from (x, y) on, as those of `cells`.
  template <bool with_stops>
  void flip_row(std::uint32_t x, std::uint32_t y, Word cells, const Slanted<with_stops>& changed,
                std::uint32_t shift) noexcept;
  // Changes a field of such cells, of a row or of a column.
  void flip_row(CrossField field, std::uint32_t x, std::uint32_t y, Word cells) noexcept;
  void flip_column(CrossField field, std::uint32_t x, std::uint32_t y, Word cells) noexcept;

 private:
  template <class Visit>
  void each_of_row(std::uint32_t x, std::uint32_t y, Word cells, const Visit& visit) noexcept;

  std::uint32_t lines_;   // as many as a row takes bits in a table
  std::uint32_t stride_;  // of a line
  std::uint32_t rows_;
  std::vector<std::uint32_t> shift_;  // per row: the line of its first cell
  std::vector<CrossBlock> blocks_;
};

}  // namespace pathstar
