// The diagonals (or, with 4 directions, the columns) of a grid as bits: how far a run may go along them, and where it
// should turn.
//
// Jump point search runs along a diagonal and looks along row and column from each of its cells. Here one bit per cell
// and side says in advance whether that look would find a stop before a wall. So a run passes 64 cells at a time and
// turns only where it finds something.
//
// Position p of a line is the cell in row p. Diagonals are kept as the columns of a sheared grid, wrapped around at the
// width; two diagonals that share a line have the border between them. As on a LineBitmap, short lines share blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/compiler.hpp"
#include "spaces/large_pages.hpp"

namespace pathstar {

// The data of a cell, in the order of CrossBlock's words.
enum CrossField : std::uint8_t {
  kLiveEast,  // a run to the east meets a stop before a wall
  kLiveWest,
  kLiveNorth,
  kLiveSouth,
  kBlocked,  // the line cannot be followed between here and the row above, in either direction
  kStopUp,   // a run along the line to smaller y has a forced neighbour here
  kStopDown,
};

struct alignas(64) CrossBlock {
  Word field[7] = {0, 0, 0, 0, kAllOnes, 0, 0};

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

// The bits of cross bitmaps that an edit changes. They lie far apart, so each is prefetched when it is added, and
// changed after many others have been.
class CrossFlips {
  struct Flip {
    Word* word;
    Word bit;
  };

 public:
  // Adds bits: two for each of 64 cells, at most.
  class Writer {
   public:
    explicit PATHSTAR_INLINE Writer(CrossFlips& flips) noexcept : flips_(flips) {
      if (flips.count_ > flips.flips_.size() - 2 * kWordBits) flips.apply();
      next_ = flips.flips_.data() + flips.count_;
    }
    PATHSTAR_INLINE ~Writer() { flips_.count_ = static_cast<std::size_t>(next_ - flips_.flips_.data()); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    PATHSTAR_INLINE void add(Word& word, std::size_t position) noexcept {
      prefetch(&word, 0);
      *next_++ = {&word, bit_at(position)};
    }

   private:
    CrossFlips& flips_;
    Flip* next_;
  };

  // Changes the bits that were added and have not been changed yet.
  PATHSTAR_NOINLINE void apply() noexcept {
    for (std::size_t i = 0; i < count_; ++i) *flips_[i].word ^= flips_[i].bit;
    count_ = 0;
  }

 private:
  std::array<Flip, 512> flips_;
  std::size_t count_ = 0;
};

class CrossBitmap {
 public:
  // The sizes include the border. shear: 1 for lines of constant x + y, -1 for constant x - y, 0 for columns.
  CrossBitmap(std::uint32_t width, std::uint32_t rows, int shear);

  bool operator==(const CrossBitmap&) const = default;

  CrossLines read() const noexcept { return {blocks_.data(), shift_.data(), lines_, stride_}; }

  // Sets one field of all cells from a table of rows (bits.hpp).
  void fill(CrossField field, std::span<const Word> rows);

  // Adds the bit of a cell to the bits to change.
  PATHSTAR_INLINE void flip(CrossField field, std::uint32_t x, std::uint32_t y, CrossFlips::Writer& flips) noexcept {
    const std::uint32_t line = x + shift_[y];
    const std::size_t bit = std::size_t{line < lines_ ? line : line - lines_} * stride_ + y;
    flips.add(blocks_[bit / kWordBits].field[field], bit);
  }

 private:
  std::uint32_t lines_;   // the number of bits of a row in a table
  std::uint32_t stride_;  // of a line
  std::uint32_t rows_;
  std::vector<std::uint32_t> shift_;  // per row: the line of its first cell
  LargeArray<CrossBlock> blocks_;
};

}  // namespace pathstar
