// The rows (or columns) of a grid as bits: walls, and where a straight run of jump point search stops.
//
// A bitmap has `lines` lines of `length` cells within a border of walls, so line 0, the last line and both ends of each
// are blocked, and no scan needs to check bounds. One block holds all data of 64 cells of a line; it fills one cache
// line, so most scans cost one memory access. Lines of at most 32 cells share blocks: all lines together are one row of
// bits, in which each line begins `stride` bits after the previous one.
//
// A cell is a stop of forward runs for the line before it (`forward[0]`) or after it (`forward[1]`) if a neighbour on
// that side is forced: the best way to it leads through this cell. Which neighbours are forced depends on the corner
// rule:
//   no_cut, 4 directions   the cell diagonally behind is blocked and the one beside is free: the turn was not possible
//                          one cell earlier (Harabor and Grastien 2012)
//   no_squeeze             the cell beside is blocked, both the one diagonally ahead and the one ahead are free
//   free                   the cell beside is blocked and the one diagonally ahead is free (Harabor and Grastien 2011)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/cells/columns.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/compiler.hpp"
#include "spaces/jumps/touched_words.hpp"
#include "spaces/large_pages.hpp"

namespace pathstar {

struct alignas(64) LineBlock {
  Word wall = kAllOnes;
  Word forward[2] = {0, 0};   // stops of runs along the line, for the line before and the line after
  Word backward[2] = {0, 0};  // the same for runs against it
  Word special = 0;           // rows only: numbered cells
  std::uint32_t rank = 0;     // rows only: the number of special cells in its segment before these
  bool live_after = false;    // whether the cell after these is a stop of forward runs, or a run from it meets one
  bool live_before = false;   // the same for the cell before these and runs backward
  Word crossing = 0;          // rows only: stops of runs along the columns

  bool operator==(const LineBlock&) const = default;
};

// All stops of a block's cells.
constexpr Word stops(const LineBlock& block) noexcept {
  return block.forward[0] | block.forward[1] | block.backward[0] | block.backward[1];
}

// A word with changed walls or stops, and the old ones.
struct StaleWord {
  std::size_t word;
  Word wall;
  Word stops;  // of runs in one direction
};

// An edit of a line bitmap: the old state and the changed cells.
class LineChanges {
 public:
  // The memory of the last edit does not count for equality.
  bool operator==(const LineChanges&) const noexcept { return true; }

  // Call before an edit; `words`: the number of words in the bitmap.
  void begin(std::size_t words) {
    if (walls.size() < words) {
      walls.resize(words);
      stale_forward.resize(words);
      stale_backward.resize(words);
    }
    stops.clear();
    forward.clear();
    backward.clear();
  }

  std::vector<Word> walls;  // of each word, before the edit
  std::vector<StaleWord> stale_forward;
  std::vector<StaleWord> stale_backward;
  WordList stops;     // the cells that became or ceased to be stops
  WordList forward;   // the cells for which this changed: runs forward from them meet a stop
  WordList backward;  // the same for runs backward
};

// The walls one position before a word's cells, at them, and one position after them.
struct LineWalls {
  Word walls[3];

  // The walls at the cells this many positions further on.
  PATHSTAR_INLINE Word operator()(int positions) const noexcept { return walls[positions + 1]; }
};

// The walls of a word's cells and of the cells around them, at most 1 line and 1 position away.
struct WallsAround {
  LineWalls lines[3];

  // The walls at the cells this many lines and positions further on.
  PATHSTAR_INLINE Word operator()(int line, int positions) const noexcept { return lines[line + 1](positions); }
};

// The end of a run: the cell where it stopped, and whether that is a wall; both in one register.
class Met {
 public:
  Met(std::int32_t position, bool wall) noexcept : code_(wall ? ~position : position) {}
  bool wall() const noexcept { return code_ < 0; }
  std::int32_t position() const noexcept { return code_ < 0 ? ~code_ : code_; }

 private:
  std::int32_t code_;
};

// The lines of a bitmap, read-only: small enough to be kept with its user.
class Lines {
 public:
  Lines() = default;
  Lines(const LineBlock* blocks, std::uint32_t stride) noexcept : blocks_(blocks), stride_(stride) {}

  // The word of the table that holds a cell.
  std::size_t word(std::uint32_t line, std::uint32_t position) const noexcept {
    return number(line, position) / kWordBits;
  }
  const LineBlock& block(std::size_t word) const noexcept { return blocks_[word]; }
  const LineBlock& block(std::uint32_t line, std::uint32_t position) const noexcept {
    return blocks_[word(line, position)];
  }

  // The bit of its block that stands for a cell.
  Word bit(std::uint32_t line, std::uint32_t position) const noexcept { return bit_at(number(line, position)); }

  // Up to 64 cells of a line from a position that is a multiple of 64, as the lowest bits: the special ones, and those
  // that are walls or lie beyond the line.
  Word specials(std::uint32_t line, std::uint32_t position) const noexcept {
    return block(line, position).special >> (number(line, position) % kWordBits) & line_mask(stride_);
  }
  Word walls(std::uint32_t line, std::uint32_t position) const noexcept {
    return block(line, position).wall >> (number(line, position) % kWordBits) | ~line_mask(stride_);
  }

  // The next stop or wall after (before) a cell.
  PATHSTAR_INLINE Met run_forward(std::uint32_t line, std::uint32_t position) const noexcept {
    const std::size_t from = number(line, position + 1);
    const LineBlock* at = blocks_ + from / kWordBits;
    Word met = (at->wall | at->forward[0] | at->forward[1]) & bits_from(from);
    std::int32_t base = first_of_block(from, line);
    while (met == 0) {
      base += kWordBits;
      ++at;
      met = at->wall | at->forward[0] | at->forward[1];
    }
    const int bit = lowest(met);
    return {base + bit, (at->wall >> bit & 1) != 0};
  }
  PATHSTAR_INLINE Met run_backward(std::uint32_t line, std::uint32_t position) const noexcept {
    const std::size_t from = number(line, position - 1);
    const LineBlock* at = blocks_ + from / kWordBits;
    Word met = (at->wall | at->backward[0] | at->backward[1]) & bits_to(from);
    std::int32_t base = first_of_block(from, line);
    while (met == 0) {
      base -= kWordBits;
      --at;
      met = at->wall | at->backward[0] | at->backward[1];
    }
    const int bit = highest(met);
    return {base + bit, (at->wall >> bit & 1) != 0};
  }

 private:
  std::size_t number(std::uint32_t line, std::uint32_t position) const noexcept {
    return std::size_t{line} * stride_ + position;
  }
  // The position in a line at which the block of a bit begins; below 0 if the block holds earlier lines, too.
  std::int32_t first_of_block(std::size_t bit, std::uint32_t line) const noexcept {
    return static_cast<std::int32_t>((bit & ~std::size_t{kWordBits - 1}) - number(line, 0));
  }

  const LineBlock* blocks_ = nullptr;
  std::uint32_t stride_ = 0;
};

struct WordRange {
  std::size_t begin;
  std::size_t end;
};

class LineBitmap {
 public:
  // walls: a table of lines (bits.hpp), with the border; bits beyond the lines' ends are walls.
  LineBitmap(std::uint32_t lines, std::uint32_t length, std::span<const Word> walls);

  bool operator==(const LineBitmap&) const = default;

  Lines read() const noexcept { return {first_block(), stride_}; }
  std::uint32_t lines() const noexcept { return lines_; }
  std::uint32_t stride() const noexcept { return stride_; }

  // The words of the table: all of them, those of the lines within the border, and those of one line. If lines share a
  // word, all words count as within the border.
  std::size_t words() const noexcept { return words_for(lines_, stride_); }
  WordRange inner_words() const noexcept;
  WordRange words_of(std::uint32_t line) const noexcept;

  LineBlock& block(std::size_t word) noexcept { return blocks_[word + 1]; }
  const LineBlock& block(std::size_t word) const noexcept { return blocks_[word + 1]; }
  std::size_t word_of(std::uint32_t line, std::uint32_t position) const noexcept {
    return (std::size_t{line} * stride_ + position) / kWordBits;
  }

  // Calls visit(line, position, cells) for the cells of a word, line by line: `cells` from a position on.
  template <class Visit>
  PATHSTAR_INLINE void each_part(std::size_t word, Word cells, Visit&& visit) const {
    if (stride_ >= kWordBits) {
      const auto number = static_cast<std::uint32_t>(word);
      const std::uint32_t line = words_in_lines_.y(number);
      if (cells != 0) visit(line, words_in_lines_.x(number, line) * kWordBits, cells);
      return;
    }
    auto line = static_cast<std::uint32_t>(word * (kWordBits / stride_));
    for (std::uint32_t shift = 0; shift < kWordBits; shift += stride_, ++line) {
      if (const Word part = cells >> shift & line_mask(stride_)) visit(line, 0u, part);
    }
  }

  // Calls visit(line, position) for each of them.
  template <class Visit>
  PATHSTAR_INLINE void each_cell(std::size_t word, Word cells, Visit&& visit) const {
    each_part(word, cells, [&](std::uint32_t line, std::uint32_t first, Word part) {
      for (; part != 0; part &= part - 1) visit(line, first + static_cast<std::uint32_t>(lowest(part)));
    });
  }

  // The walls of the line `line` lines after a word's cells, -1 to 1. Only those of `cells` are right: if they are not
  // at the word's ends, its neighbours in the line are not read.
  PATHSTAR_INLINE LineWalls walls_beside(std::size_t word, Word cells, int line) const noexcept {
    constexpr Word kEnds = Word{1} << 63 | 1;
    if (stride_ < kWordBits) return shared_walls_beside(word, line);
    const LineBlock* const at =
        first_block() + static_cast<std::ptrdiff_t>(word) + line * static_cast<std::ptrdiff_t>(words_in_lines_.width());
    LineWalls walls{{at->wall << 1, at->wall, at->wall >> 1}};
    if ((cells & kEnds) != 0) {
      walls.walls[0] |= at[-1].wall >> 63;
      walls.walls[2] |= at[1].wall << 63;
    }
    return walls;
  }
  PATHSTAR_INLINE WallsAround walls_around(std::size_t word, Word cells) const noexcept {
    return {{walls_beside(word, cells, -1), walls_beside(word, cells, 0), walls_beside(word, cells, 1)}};
  }

  PATHSTAR_INLINE void ask_for(std::size_t word) const noexcept { prefetch(first_block(), word); }

  // Whether runs forward (backward) from the cells meet a stop before a wall: tables of lines.
  std::vector<Word> live_forward() const;
  std::vector<Word> live_backward() const;

  // Computes stops and live cells from the walls, for some words.
  void settle(WordRange words, Corners corners);

  // The same after walls changed, if only the stops of some cells can have changed; their words in rising order. Live
  // cells are followed as far as they differ. Adds the changes to `changes`, with which prepare() was called before.
  void settle(const TouchedWords& touched, Corners corners, LineChanges& changes);
  // To be called before the walls change.
  void prepare(const TouchedWords& touched, LineChanges& changes) const;

 private:
  const LineBlock* first_block() const noexcept { return blocks_.data() + 1; }
  LineWalls shared_walls_beside(std::size_t word, int line) const noexcept;
  template <Corners corners>
  void settle_touched(const TouchedWords& touched, LineChanges& changes);
  template <Corners corners>
  void settle_stops(const WordCells& touched, unsigned sides) noexcept;
  void follow_forward(std::span<const StaleWord> stale, WordList& changed);
  void follow_backward(std::span<const StaleWord> stale, WordList& changed);

  std::uint32_t lines_;
  std::uint32_t stride_;
  Columns words_in_lines_;        // if lines take whole words
  LargeArray<LineBlock> blocks_;  // with one more at either end, of walls
};

}  // namespace pathstar
