// How the bitmaps of jump point search follow edits.
//
// First come the cells whose walls differ, as masks of words: of the rows, and turned into the columns. Only the words
// of such cells and of those around them are settled; what a cross bitmap holds of a cell is one bit in a line of its
// own, so it is changed only where it differs.
#include <algorithm>

#include "maps/radix_sort.hpp"
#include "spaces/cells/columns.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"
#include "spaces/jumps/slanted_steps.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kAhead = 16;  // words or cells for which memory is asked before their turn

// Lists the cells at most 1 from some cells within the border, word by word in rising order: the words of the line
// before each, of its own, and of the line after it are merged.
void touch_whole(const LineBitmap& bitmap, std::span<const WordCells> cells, TouchedWords& touched) {
  constexpr std::size_t kNone = ~std::size_t{0};
  constexpr unsigned kSides[3] = {kAfter, kBothSides, kBefore};  // of a line: where its neighbour's cells lie
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
    if ((mask & 1) != 0) touched.add(word - 1 - line, Word{1} << 63, sides);
    touched.add(word - line, mask | mask << 1 | mask >> 1 | Word{carried}, sides);
    carry = mask >> 63 != 0;
  }
}

// The same where lines share words.
void touch_shared(const LineBitmap& bitmap, std::span<const WordCells> cells, TouchedWords& touched) {
  touched.clear();
  for (const WordCells& one : cells) {
    bitmap.each_part(one.word, one.mask, [&](std::uint32_t line, std::uint32_t, std::uint32_t, Word part) {
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

// Works out what the cross bitmaps know of the cells of one word of the rows; where there are no stops along their
// lines only on the sides given.
template <Corners corners>
PATHSTAR_INLINE JumpBitmaps::SlantedValues<corners> JumpBitmaps::slanted_values(const WordCells& touched,
                                                                                unsigned sides) const noexcept {
  const auto [word, cells] = touched;
  SlantedValues<corners> values;
  if constexpr (corners == Corners::no_cut) {
    const LineWalls own = rows_.walls_beside(word, cells, 0);
    const auto look = [&](std::size_t up_or_down, int dy) {
      const LineWalls beside = rows_.walls_beside(word, cells, dy);
      const auto walls = [&](int line, int positions) { return line == 0 ? own(positions) : beside(positions); };
      const auto blocked = [&](int dx) { return blocked_steps(corners, dx, dy, walls) & cells; };
      if (!diagonals()) {
        values[0].fields[up_or_down] = blocked(0);
      } else {  // upwards, the first bitmap's lines lead to the east
        values[0].fields[up_or_down] = blocked(-dy);
        values[1].fields[up_or_down] = blocked(dy);
      }
    };
    if ((sides & kBefore) != 0) look(0, -1);
    if ((sides & kAfter) != 0) look(1, 1);
  } else {
    const WallsAround walls = rows_.walls_around(word, cells);
    for (const JumpDirection& way : kDiagonals) {
      auto& fields = values[static_cast<std::size_t>(way.bitmap)].fields;
      fields[way.blocked - kBlockedUp] = blocked_steps(corners, way.dx, way.dy, walls) & cells;
      fields[way.stop - kBlockedUp] = slanted_stops(corners, way.dx, way.dy, walls) & cells;
    }
  }
  return values;
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
  settle_rows();
  if (diagonals()) settle_columns();
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i + kAhead < touched.size()) numbers_.ask_for(rows_, touched[i + kAhead].word);
    settle_cells<corners>(touched[i], touched_rows_.sides(i), before[i]);
  }
  numbers_.finish();
}

// Finds the cells whose walls are not those of the grid.
void JumpBitmaps::find_flips(const Grid& grid, std::span<const Node> edited) {
  const Columns places(grid.width());
  const std::uint8_t* const walkable = grid.walkable_data();
  row_flips_.clear();
  for (std::size_t i = 0; i < edited.size();) {
    if (i + kAhead < edited.size()) {
      const std::uint32_t next = places.y(edited[i + kAhead]);
      prefetch(&rows_.block(0), rows_.word_of(next + 1, places.x(edited[i + kAhead], next) + 1));
    }
    const Node first = edited[i];
    const std::uint32_t y = places.y(first) + 1, x = places.x(first, y - 1) + 1;
    const std::size_t at = std::size_t{y} * rows_.stride() + x, word = at / kWordBits;
    const std::size_t end = std::min<std::size_t>(kWordBits - at % kWordBits, width_ - 1 - x);
    Word cells = 0, walls = 0;
    for (; i < edited.size() && edited[i] - first < end; ++i) {  // those after it that share its word and row
      const std::size_t bit = at + (edited[i] - first);
      cells |= bit_at(bit);
      walls = (walls & ~bit_at(bit)) | Word{walkable[edited[i]] == 0} << bit % kWordBits;
    }
    if (const Word flips = (rows_.block(word).wall ^ walls) & cells) row_flips_.add(word, flips);
  }
  row_flips_.sort(rows_.words());
}

// Turns them into the columns: cell by cell, or a square of 64 x 64 cells at a time.
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
  rows_.each_part(flips.word, flips.mask, [&](std::uint32_t y, std::uint32_t x, std::uint32_t, Word part) {
    for (; part != 0; part &= part - 1) {
      const std::size_t at = std::size_t{x + static_cast<std::uint32_t>(lowest(part))} * columns_.stride() + y;
      prefetch(&columns_.block(0), at / kWordBits);
      column_flips_.add(at / kWordBits, bit_at(at));
    }
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
  Word cells[kWordBits] = {};
  for (const WordCells& one : words) cells[one.word / across % kWordBits] = one.mask;
  transpose(cells);
  for (std::size_t i = 0; i < kWordBits; ++i) {
    if (cells[i] != 0) column_flips_.add((x + i) * columns_.stride() / kWordBits + y, cells[i]);
  }
}

void JumpBitmaps::settle_rows() {
  rows_.settle(touched_rows_, rule(), row_changes_);
  const auto flip = [&](CrossField field, const WordList& cells) {
    for (const WordCells& one : cells.words()) {
      rows_.each_part(one.word, one.mask, [&](std::uint32_t y, std::uint32_t x, std::uint32_t, Word part) {
        for (CrossBitmap& bitmap : cross_) bitmap.flip_row(field, x, y, part);
      });
    }
  };
  flip(kLiveEast, row_changes_.forward);
  flip(kLiveWest, row_changes_.backward);
}

void JumpBitmaps::settle_columns() {
  columns_.settle(touched_columns_, rule(), column_changes_);
  const auto flip = [&](CrossField field, const WordList& cells) {
    for (const WordCells& one : cells.words()) {
      columns_.each_part(one.word, one.mask, [&](std::uint32_t x, std::uint32_t y, std::uint32_t, Word part) {
        for (CrossBitmap& bitmap : cross_) bitmap.flip_column(field, x, y, part);
      });
    }
  };
  flip(kLiveSouth, column_changes_.forward);
  flip(kLiveNorth, column_changes_.backward);
  for (const WordCells& one : column_changes_.stops.words()) {
    columns_.each_part(one.word, one.mask, [&](std::uint32_t x, std::uint32_t y, std::uint32_t, Word part) {
      for (; part != 0; part &= part - 1) {
        const std::size_t at = std::size_t{y + static_cast<std::uint32_t>(lowest(part))} * rows_.stride() + x;
        rows_.block(at / kWordBits).crossing ^= bit_at(at);
      }
    });
  }
}

// What is kept of single cells, for those of one word of the rows; `before`: what the cross bitmaps know of them.
template <Corners corners>
void JumpBitmaps::settle_cells(const WordCells& touched, unsigned sides, const SlantedValues<corners>& before) {
  const auto [word, cells] = touched;
  const SlantedValues<corners> now = slanted_values<corners>(touched, sides);
  const SlantedValues<corners> changed{now[0] ^ before[0], now[1] ^ before[1]};
  rows_.each_part(word, changed[0].any() | changed[1].any(),
                  [&](std::uint32_t y, std::uint32_t x, std::uint32_t shift, Word part) {
                    for (std::size_t bitmap = 0; bitmap < cross_.size(); ++bitmap) {
                      const Word flips = changed[bitmap].any() >> shift & part;
                      cross_[bitmap].flip_row(x, y, flips, changed[bitmap], shift);
                    }
                  });
  LineBlock& block = rows_.block(word);
  Word special = pathstar::stops(block) | block.crossing;
  if constexpr (corners != Corners::no_cut) {
    for (const auto& values : now) special |= values.fields[2] | values.fields[3];
  }
  const Word others = block.special;
  block.special = (others & ~cells) | (special & cells & ~block.wall);
  if (block.special != others) numbers_.change(rows_, word, ones(block.special) - ones(others));
}

}  // namespace pathstar
