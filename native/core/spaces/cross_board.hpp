// The diagonals (or, with 4 directions, the columns) of a grid as bits: how far one may go along them, and where a turn
// leads somewhere.
//
// Jump point search runs along a diagonal and looks along row and column from each of its cells. Here one bit per cell
// and side says beforehand whether that look would find a stop before a wall. So a run passes 64 cells at a time and
// turns only where there is something to find.
//
// Position p of a line is the cell in row p. Diagonals are kept as the columns of a sheared grid, wrapped around at the
// width; two diagonals that share a line have the border between them.
#pragma once

#include <cstdint>
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

// The lines of a cross board, for those who only read.
class CrossLines {
 public:
  CrossLines() = default;
  CrossLines(const CrossBlock* blocks, const std::uint32_t* shift, std::uint32_t lines, std::uint32_t words) noexcept
      : blocks_(blocks), shift_(shift), lines_(lines), words_(words) {}

  // The blocks of the line through a cell; block y / 64 holds the cell.
  const CrossBlock* line(std::uint32_t x, std::uint32_t y) const noexcept {
    return blocks_ + std::size_t{number(x, y)} * words_;
  }
  std::uint32_t number(std::uint32_t x, std::uint32_t y) const noexcept {
    const std::uint32_t line = x + shift_[y];
    return line < lines_ ? line : line - lines_;
  }

 private:
  const CrossBlock* blocks_ = nullptr;
  const std::uint32_t* shift_ = nullptr;
  std::uint32_t lines_ = 0;
  std::uint32_t words_ = 0;
};

class CrossBoard {
 public:
  // The sizes include the border. shear: 1 for lines of constant x + y, -1 for constant x - y, 0 for columns.
  CrossBoard(std::uint32_t words_per_row, std::uint32_t rows, int shear);

  bool operator==(const CrossBoard&) const = default;

  CrossLines read() const noexcept { return {blocks_.data(), shift_.data(), lines_, words_}; }

  // Takes one field over for all cells, given as rows of words.
  void fill(CrossField field, const std::vector<Word>& rows);
  void set(CrossField field, std::uint32_t x, std::uint32_t y, bool value) noexcept;
  void flip(CrossField field, std::uint32_t x, std::uint32_t y) noexcept { at(x, y).field[field] ^= bit_at(y); }

 private:
  CrossBlock& at(std::uint32_t x, std::uint32_t y) noexcept {
    return blocks_[std::size_t{read().number(x, y)} * words_ + y / kWordBits];
  }

  std::uint32_t lines_;  // the width, rounded up to whole words
  std::uint32_t words_;  // per line
  std::uint32_t rows_;
  std::vector<std::uint32_t> shift_;  // per row: the line of its first cell
  std::vector<CrossBlock> blocks_;
};

}  // namespace pathstar
