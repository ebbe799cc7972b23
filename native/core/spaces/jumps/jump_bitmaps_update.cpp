// Updates of the bitmaps of jump point search after edits.
//
// First the cells with changed walls are found, as masks of words: of the rows, and transposed into the columns. Only
// the words of these cells and of their neighbours are updated. In a cross bitmap, each bit of a cell lies in a
// separate line, so it is changed only if it differs.
#include <algorithm>

#include "maps/radix_sort.hpp"
#include "spaces/cells/columns.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"
#include "spaces/jumps/slanted_steps.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kAhead = 16;  // words that are prefetched before their turn

// Lists the cells at most 1 from some cells within the border, word by word in rising order: the words of the previous
// line, of each cell's own, and of the next line are merged.
void touch_whole(const LineBitmap& bitmap, std::span<const WordCells> cells, TouchedWords& touched) {
  constexpr std::size_t kNone = ~std::size_t{0};
  constexpr unsigned kSides[3] = {kAfter, kBothSides, kBefore};  // of a line: the side of its neighbour's cells
  const std::size_t line = bitmap.stride() / kWordBits;
  std::size_t at[3] = {0, 0, 0},
              next[3];  // of each line: the first of `cells` that is not merged yet, and its word there
  const auto look = [&](int of) {
    next[of] = at[of] < cells.size() ? cells[at[of]].word + static_cast<std::size_t>(of) * line : kNone;
  };
  for (const int of : {0, 1, 2}) look(of);
  touched.clear();
  bool carry = false;  // whether the first cell beyond the last word belongs to it
  unsigned sides = 0;  // of the last word
  std::size_t last = 0;
  for (;;) {
    const std::size_t word = std::min({next[0], next[1], next[2]});
    if (carry && word != last + 1) touched.add(last + 1 - line, 1, sides);
    if (word == kNone) return;
    const bool carried = carry && word == last + 1;
    Word mask = 0;
    if (!carried) sides = 0;
    for (const int of : {0, 1, 2}) {
      if (next[of] != word) continue;
      mask |= cells[at[of]++].mask;
      sides |= kSides[of];
      look(of);
    }
    last = word;
    carry = false;
    if (word < 2 * line || word >= bitmap.words()) continue;  // the border
    bitmap.ask_for(word - line);
    if ((mask & 1) != 0) touched.add(word - 1 - line, Word{1} << 63, sides);
    touched.add(word - line, mask | mask << 1 | mask >> 1 | Word{carried}, sides);
    carry = mask >> 63 != 0;
  }
}

// The same where lines share words.
void touch_shared(const LineBitmap& bitmap, std::span<const WordCells> cells, TouchedWords& touched) {
  touched.clear();
  for (const WordCells& one : cells) {
    bitmap.each_part(one.word, one.mask, [&](std::uint32_t line, std::uint32_t, Word part) {
      for (std::size_t at = std::max(line - 1, 1u); at <= std::min(line + 1, bitmap.lines() - 2); ++at) {
        const std::size_t bit = at * bitmap.stride();
        touched.add(bit / kWordBits, (part | part << 1 | part >> 1) << bit % kWordBits);
      }
    });
  }
  touched.sort(bitmap.words());
}

void touch(const LineBitmap& bitmap, const TouchedWords& cells, TouchedWords& touched) {
  const auto list = bitmap.stride() < kWordBits ? touch_shared : touch_whole;
  list(bitmap, cells.words(), touched);
}

}  // namespace

// Computes the bits of the cross bitmaps for the cells of one word of the rows. Under no_cut they differ only if walls
// of the previous line or of their own line do.
template <Corners corners>
PATHSTAR_INLINE JumpBitmaps::SlantedValues<corners> JumpBitmaps::slanted_values(const WordCells& touched,
                                                                                unsigned sides) const noexcept {
  const auto [word, cells] = touched;
  if constexpr (corners == Corners::no_cut) {
    if ((sides & kBefore) == 0) return {0};
    const LineWalls above = rows_.walls_beside(word, cells, -1), own = rows_.walls_beside(word, cells, 0);
    const auto walls = [&](int line, int positions) { return line == 0 ? own(positions) : above(positions); };
    return {blocked_steps(corners, diagonals() ? 1 : 0, -1, walls) & cells};
  } else {
    const WallsAround walls = rows_.walls_around(word, cells);
    const auto of = [&](int across) {
      return std::array{blocked_steps(corners, across, -1, walls) & cells,
                        slanted_stops(corners, across, -1, walls) & cells,
                        slanted_stops(corners, -across, 1, walls) & cells};
    };
    const auto rising = of(1), falling = of(-1);
    return {rising[0], rising[1], rising[2], falling[0], falling[1], falling[2]};
  }
}

void JumpBitmaps::update(const Grid& grid, std::span<const Node> edited) {
  find_flips(grid, edited);
  turn_flips(edited.size() >= 4 * row_flips_.words().size());
  touch(rows_, row_flips_, touched_rows_);
  if (diagonals()) touch(columns_, column_flips_, touched_columns_);
  switch (rule()) {
    case Corners::no_cut:
      return settle<Corners::no_cut>();
    case Corners::no_squeeze:
      return settle<Corners::no_squeeze>();
    case Corners::free:
      return settle<Corners::free>();
  }
}

template <Corners corners>
void JumpBitmaps::settle() {
  const std::vector<WordCells>& touched = touched_rows_.words();
  rows_.prepare(touched_rows_, row_changes_);
  if (diagonals()) columns_.prepare(touched_columns_, column_changes_);
  std::vector<SlantedValues<corners>> before;
  before.reserve(touched.size());
  for (std::size_t i = 0; i < touched.size(); ++i) {
    before.push_back(slanted_values<corners>(touched[i], touched_rows_.sides(i)));
  }
  for (const WordCells& flips : row_flips_.words()) rows_.block(flips.word).wall ^= flips.mask;
  for (const WordCells& flips : column_flips_.words()) columns_.block(flips.word).wall ^= flips.mask;
  CrossFlips flips;
  settle_rows(flips);
  if (diagonals()) settle_columns(flips);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i + kAhead < touched.size()) numbers_.ask_for(rows_, touched[i + kAhead].word);
    const SlantedValues<corners> now = slanted_values<corners>(touched[i], touched_rows_.sides(i));
    SlantedValues<corners> changed;
    for (std::size_t at = 0; at < now.size(); ++at) changed[at] = now[at] ^ before[i][at];
    settle_slanted<corners>(touched[i].word, changed, flips);
    settle_specials<corners>(touched[i], now);
  }
  flips.apply();
  numbers_.finish();
}

// Finds the cells whose walls differ from the grid.
void JumpBitmaps::find_flips(const Grid& grid, std::span<const Node> edited) {
  constexpr std::size_t kCellsAhead = 64;  // the same for cells, of which many may lie in one word
  const Columns places(grid.width());
  const std::uint8_t* const walkable = grid.walkable_data();
  row_flips_.clear();
  for (std::size_t i = 0; i < edited.size();) {
    if (i + kCellsAhead < edited.size()) {
      const Node next = edited[i + kCellsAhead];
      const std::uint32_t y = places.y(next);
      rows_.ask_for(rows_.word_of(y + 1, places.x(next, y) + 1));
    }
    const Node first = edited[i];
    const std::uint32_t y = places.y(first) + 1, x = places.x(first, y - 1) + 1;
    const std::size_t at = std::size_t{y} * rows_.stride() + x, word = at / kWordBits;
    const std::size_t end = std::min<std::size_t>(kWordBits - at % kWordBits, width_ - 1 - x);
    Word cells = 0, walls = 0;
    for (; i < edited.size() && edited[i] - first < end; ++i) {  // the next ones that share its word and row
      const std::size_t bit = at + (edited[i] - first);
      cells |= bit_at(bit);
      walls = (walls & ~bit_at(bit)) | Word{walkable[edited[i]] == 0} << bit % kWordBits;
    }
    if (const Word flips = (rows_.block(word).wall ^ walls) & cells) row_flips_.add(word, flips);
  }
  row_flips_.sort(rows_.words());
}

// Transposes them into the columns: cell by cell, or a square of 64 x 64 cells at a time.
void JumpBitmaps::turn_flips(bool by_squares) {
  column_flips_.clear();
  if (!diagonals()) return;
  if (by_squares && rows_.stride() >= kWordBits && columns_.stride() >= kWordBits) {
    turn_squares();
  } else {
    for (const WordCells& flips : row_flips_.words()) turn_cells(flips);
  }
  column_flips_.sort(columns_.words());
}

void JumpBitmaps::turn_cells(const WordCells& flips) {
  rows_.each_cell(flips.word, flips.mask, [&](std::uint32_t y, std::uint32_t x) {
    const std::size_t at = std::size_t{x} * columns_.stride() + y;
    columns_.ask_for(at / kWordBits);
    column_flips_.add(at / kWordBits, bit_at(at));
  });
}

void JumpBitmaps::turn_squares() {
  constexpr std::size_t kFew = 8;  // rows: then cell by cell is faster
  const std::uint32_t across = rows_.stride() / kWordBits;
  const Columns places(across);
  const auto square = [&](const WordCells& flips) -> std::size_t {
    const auto word = static_cast<std::uint32_t>(flips.word);
    const std::uint32_t y = places.y(word);
    return y / kWordBits * across + places.x(word, y);
  };
  std::vector<WordCells> words(row_flips_.words()), spare;
  radix_sort(words, spare, (height_ / kWordBits + 1) * across, square);
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end) {
    while (end < words.size() && square(words[end]) == square(words[begin])) ++end;
    if (end - begin <= kFew) {
      for (std::size_t i = begin; i < end; ++i) turn_cells(words[i]);
    } else {
      turn_square({words.data() + begin, end - begin});
    }
  }
}

void JumpBitmaps::turn_square(std::span<const WordCells> words) {
  const std::size_t across = rows_.stride() / kWordBits;
  const std::size_t x = words[0].word % across * kWordBits, y = words[0].word / across / kWordBits;
  const auto word_of = [&](std::size_t column) { return (x + column) * columns_.stride() / kWordBits + y; };
  Word cells[kWordBits] = {}, any = 0;
  for (const WordCells& one : words) {
    cells[one.word / across % kWordBits] = one.mask;
    any |= one.mask;
  }
  for (; any != 0; any &= any - 1) columns_.ask_for(word_of(static_cast<std::size_t>(lowest(any))));
  transpose(cells);
  for (std::size_t i = 0; i < kWordBits; ++i) {
    if (cells[i] != 0) column_flips_.add(word_of(i), cells[i]);
  }
}

// Flips a field of some cells of a line in all cross bitmaps; place(i) is the place of the cell with bit i.
template <class Place>
PATHSTAR_INLINE void JumpBitmaps::flip_cross(CrossField field, Word cells, const Place& place, CrossFlips& flips) {
  CrossFlips::Writer writer(flips);
  for (; cells != 0; cells &= cells - 1) {
    const auto [x, y] = place(static_cast<std::uint32_t>(lowest(cells)));
    for (CrossBitmap& bitmap : cross_) bitmap.flip(field, x, y, writer);
  }
}

void JumpBitmaps::settle_rows(CrossFlips& flips) {
  rows_.settle(touched_rows_, rule(), row_changes_);
  const auto flip = [&](CrossField field, const WordList& cells) {
    for (const WordCells& one : cells.words()) {
      rows_.each_part(one.word, one.mask, [&](std::uint32_t y, std::uint32_t x, Word part) {
        flip_cross(field, part, [&](std::uint32_t i) { return std::pair(x + i, y); }, flips);
      });
    }
  };
  flip(kLiveEast, row_changes_.forward);
  flip(kLiveWest, row_changes_.backward);
}

void JumpBitmaps::settle_columns(CrossFlips& flips) {
  columns_.settle(touched_columns_, rule(), column_changes_);
  const auto flip = [&](CrossField field, const WordList& cells) {
    for (const WordCells& one : cells.words()) {
      columns_.each_part(one.word, one.mask, [&](std::uint32_t x, std::uint32_t y, Word part) {
        flip_cross(field, part, [&](std::uint32_t i) { return std::pair(x, y + i); }, flips);
      });
    }
  };
  flip(kLiveSouth, column_changes_.forward);
  flip(kLiveNorth, column_changes_.backward);
  for (const WordCells& one : column_changes_.stops.words()) {
    columns_.each_cell(one.word, one.mask, [&](std::uint32_t x, std::uint32_t y) {
      const std::size_t at = std::size_t{y} * rows_.stride() + x;
      rows_.block(at / kWordBits).crossing ^= bit_at(at);
    });
  }
}

// Applies the changes of the cells of one word of the rows to the cross bitmaps.
template <Corners corners>
PATHSTAR_INLINE void JumpBitmaps::settle_slanted(std::size_t word, const SlantedValues<corners>& changed,
                                                 CrossFlips& flips) {
  for (std::size_t at = 0; at < changed.size(); ++at) {
    rows_.each_part(word, changed[at], [&](std::uint32_t y, std::uint32_t x, Word part) {
      CrossFlips::Writer writer(flips);
      for (; part != 0; part &= part - 1) {
        const std::uint32_t cell = x + static_cast<std::uint32_t>(lowest(part));
        if constexpr (corners != Corners::no_cut) {
          cross_[at / 3].flip(static_cast<CrossField>(kBlocked + at % 3), cell, y, writer);
        } else {
          cross_[0].flip(kBlocked, cell, y, writer);
          if (diagonals()) cross_[1].flip(kBlocked, cell + 1, y, writer);
        }
      }
    });
  }
}

// Numbers the cells of one word of the rows at which a run may stop.
template <Corners corners>
PATHSTAR_INLINE void JumpBitmaps::settle_specials(const WordCells& touched, const SlantedValues<corners>& now) {
  const auto [word, cells] = touched;
  LineBlock& block = rows_.block(word);
  Word special = pathstar::stops(block) | block.crossing;
  if constexpr (corners != Corners::no_cut) special |= now[1] | now[2] | now[4] | now[5];
  const Word others = block.special;
  block.special = (others & ~cells) | (special & cells & ~block.wall);
  if (block.special != others) numbers_.change(rows_, word, ones(block.special) - ones(others));
}

}  // namespace pathstar
