#include "spaces/jumps/jump_bitmaps.hpp"

#include <algorithm>
#include <utility>

#include "maps/radix_sort.hpp"
#include "spaces/cells/columns.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/jumps/slanted_steps.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kAhead = 16;  // words or cells for which memory is asked before their turn

std::vector<Word> walls_of(const Grid& grid) {
  const std::uint32_t stride = stride_for(grid.width() + 2);
  std::vector<Word> walls(words_for(grid.height() + 2, stride), kAllOnes);
  const std::uint8_t* walkable = grid.walkable_data();
  for (std::uint32_t y = 1; y <= grid.height(); ++y) {
    const std::size_t row = std::size_t{y} * stride;
    for (std::size_t bit = row + 1; bit <= row + grid.width(); ++bit) {
      walls[bit / kWordBits] ^= Word{*walkable++ != 0} << bit % kWordBits;
    }
  }
  return walls;
}

LineBitmap columns_of(std::span<const Word> rows, std::uint32_t width, std::uint32_t height, bool wanted) {
  if (!wanted) return {0, 0, {}};
  return {width, height, transposed(rows, height, width)};
}

}  // namespace

const JumpBitmaps::JumpDirection JumpBitmaps::kDiagonals[4] = {{1, -1, 0, kBlockedUp, kStopUp},
                                                               {-1, 1, 0, kBlockedDown, kStopDown},
                                                               {-1, -1, 1, kBlockedUp, kStopUp},
                                                               {1, 1, 1, kBlockedDown, kStopDown}};
const JumpBitmaps::JumpDirection JumpBitmaps::kColumns[2] = {{0, -1, 0, kBlockedUp, kStopUp},
                                                             {0, 1, 0, kBlockedDown, kStopDown}};

JumpBitmaps::JumpBitmaps(const Grid& grid) : JumpBitmaps(grid, walls_of(grid)) {}

JumpBitmaps::JumpBitmaps(const Grid& grid, std::span<const Word> walls)
    : moves_(grid.moves()),
      width_(grid.width() + 2),
      height_(grid.height() + 2),
      rows_(height_, width_, walls),
      columns_(columns_of(walls, width_, height_, diagonals())) {
  rows_.settle(rows_.inner_words(), rule());
  if (diagonals()) columns_.settle(columns_.inner_words(), rule());
  fill_cross();
  fill_specials();
}

Word JumpBitmaps::blocked(std::size_t word, const JumpDirection& way) const noexcept {
  return blocked_steps(moves_.corners, way.dx, way.dy,
                       [&](int lines, int positions) { return rows_.walls(word, lines, positions, kAllOnes); });
}

Word JumpBitmaps::stops(std::size_t word, const JumpDirection& way) const noexcept {
  return slanted_stops(moves_.corners, way.dx, way.dy,
                       [&](int lines, int positions) { return rows_.walls(word, lines, positions, kAllOnes); });
}

std::vector<Word> JumpBitmaps::table(Word (JumpBitmaps::*word)(std::size_t, const JumpDirection&) const,
                                     const JumpDirection& way) const {
  std::vector<Word> table(rows_.words(), kAllOnes);
  const WordRange inner = rows_.inner_words();
  for (std::size_t i = inner.begin; i < inner.end; ++i) table[i] = (this->*word)(i, way);
  return table;
}

void JumpBitmaps::fill_cross() {
  cross_.reserve(2);
  if (!diagonals()) {
    CrossBitmap& columns = cross_.emplace_back(width_, height_, 0);
    for (const JumpDirection& way : kColumns) columns.fill(way.blocked, table(&JumpBitmaps::blocked, way));
  } else {
    cross_.emplace_back(width_, height_, 1);
    cross_.emplace_back(width_, height_, -1);
    for (const JumpDirection& way : kDiagonals) {
      cross_[way.bitmap].fill(way.blocked, table(&JumpBitmaps::blocked, way));
      if (moves_.corners != Corners::no_cut) cross_[way.bitmap].fill(way.stop, table(&JumpBitmaps::stops, way));
    }
  }
  for (CrossBitmap& bitmap : cross_) {
    bitmap.fill(kLiveEast, rows_.live_forward());
    bitmap.fill(kLiveWest, rows_.live_backward());
    if (!diagonals()) continue;
    bitmap.fill(kLiveNorth, transposed(columns_.live_backward(), width_, height_));
    bitmap.fill(kLiveSouth, transposed(columns_.live_forward(), width_, height_));
  }
}

void JumpBitmaps::fill_specials() {
  std::vector<Word> turned;
  if (diagonals()) {
    turned.reserve(columns_.words());
    for (std::size_t i = 0; i < columns_.words(); ++i) turned.push_back(pathstar::stops(columns_.block(i)));
    turned = transposed(turned, width_, height_);
  }
  const WordRange inner = rows_.inner_words();
  for (std::size_t i = inner.begin; i < inner.end; ++i) {
    LineBlock& block = rows_.block(i);
    block.special = pathstar::stops(block);
    if (!diagonals()) continue;
    block.special |= turned[i];
    for (const JumpDirection& way : kDiagonals) block.special |= stops(i, way);
    block.special &= ~block.wall;  // beyond the row's end, too
  }
  numbers_.fill(rows_);
}

void JumpBitmaps::update(const Grid& grid, std::span<const Node> edited) {
  touched_rows_.clear();
  touched_columns_.clear();
  if (rows_.stride() < kWordBits || (diagonals() && columns_.stride() < kWordBits)) {
    for (const Node node : edited) touch(node % grid.width() + 1, node / grid.width() + 1, !grid.walkable(node));
    touched_rows_.sort(rows_.words());
  } else {
    touch_words(grid, edited);
    touched_rows_.sort(rows_.words());
    if (diagonals()) touch_columns();
  }
  touched_columns_.sort(columns_.words());
  settle_rows();
  settle_columns();
  for (const WordCells& cells : touched_rows_.words()) numbers_.change(rows_, cells.word, settle_cells(cells));
  numbers_.finish();
}

// Touches the rows at edited cells, those that share a word at one go.
void JumpBitmaps::touch_words(const Grid& grid, std::span<const Node> edited) {
  const Columns places(grid.width());
  for (std::size_t i = 0; i < edited.size();) {
    const std::uint32_t y = places.y(edited[i]) + 1, x = places.x(edited[i], y - 1) + 1;
    const std::uint32_t first = x - x % kWordBits;
    if (i + kAhead < edited.size()) {
      const std::uint32_t next = places.y(edited[i + kAhead]);
      prefetch(&rows_.block(rows_.word_of(next + 1, places.x(edited[i + kAhead], next) + 1)), 0);
    }
    const std::int64_t row = std::int64_t{y - 1} * grid.width(), zero = row - 1 + first;  // the cell of bit 0
    const std::int64_t begin = std::max(row, zero), end = std::min(row + grid.width(), zero + kWordBits);
    Word cells = 0, walls = 0;
    for (; i < edited.size() && edited[i] >= begin && edited[i] < end; ++i) {
      const Word bit = bit_at(static_cast<std::size_t>(edited[i] - zero));
      cells |= bit;
      walls = grid.walkable(edited[i]) ? walls & ~bit : walls | bit;
    }
    touch_row(y, first, cells, walls);
  }
}

void JumpBitmaps::touch(std::uint32_t x, std::uint32_t y, bool wall) {
  rows_.set_wall(y, x, wall);
  const std::uint32_t left = std::max(x - 1, 1u), right = std::min(x + 1, width_ - 2);
  const std::uint32_t top = std::max(y - 1, 1u), bottom = std::min(y + 1, height_ - 2);
  for (std::size_t line = top; line <= bottom; ++line) {
    touched_rows_.add_cells(line * rows_.stride() + left, line * rows_.stride() + right);
  }
  if (!diagonals()) return;
  columns_.set_wall(x, y, wall);
  for (std::size_t line = left; line <= right; ++line) {
    touched_columns_.add_cells(line * columns_.stride() + top, line * columns_.stride() + bottom);
  }
}

// The same for cells of one word of a row, as far as the rows are concerned.
void JumpBitmaps::touch_row(std::uint32_t y, std::uint32_t x, Word cells, Word walls) {
  LineBlock& block = rows_.block(rows_.word_of(y, x));
  block.wall = (block.wall & ~cells) | walls;
  const std::uint32_t top = std::max(y - 1, 1u), bottom = std::min(y + 1, height_ - 2);
  const auto inner = [&](std::uint32_t first) {  // of the 64 cells from there
    const Word from = first == 0 ? ~Word{1} : kAllOnes;
    return first + kWordBits > width_ - 1 ? from & bits_to(width_ - 2) : from;
  };
  const Word near = (cells | cells << 1 | cells >> 1) & inner(x);
  for (std::uint32_t line = top; line <= bottom; ++line) {
    const std::size_t word = rows_.word_of(line, x);
    if (near != 0) touched_rows_.add(word, near);
    if ((cells & 1) != 0 && x > 0) touched_rows_.add(word - 1, Word{1} << 63);
    if (cells >> 63 != 0 && x + kWordBits < width_ - 1) touched_rows_.add(word + 1, 1);
  }
}

// What touches the rows, and their walls, turned into the columns: a square of 64 x 64 cells at a time.
void JumpBitmaps::touch_columns() {
  const std::uint32_t across = rows_.stride() / kWordBits;
  const Columns places(across);
  const auto square = [&](const WordCells& cells) -> std::size_t {
    const auto word = static_cast<std::uint32_t>(cells.word);
    const std::uint32_t y = places.y(word);
    return y / kWordBits * across + places.x(word, y);
  };
  std::vector<WordCells> words(touched_rows_.words()), spare;
  radix_sort(words, spare, (height_ / kWordBits + 1) * across, square);
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end) {
    while (end < words.size() && square(words[end]) == square(words[begin])) {
      if (end + kAhead < words.size()) prefetch(&rows_.block(words[end + kAhead].word), 0);
      ++end;
    }
    touch_square({words.data() + begin, end - begin});
  }
}

// Of words in one such square.
void JumpBitmaps::touch_square(std::span<const WordCells> words) {
  constexpr std::size_t kFew = 12;  // rows: then column by column is faster
  const std::size_t across = rows_.stride() / kWordBits;
  const auto x = static_cast<std::uint32_t>(words[0].word % across) * kWordBits;
  if (words.size() <= kFew) return touch_few(words, x);
  const auto y = static_cast<std::uint32_t>(words[0].word / across / kWordBits) * kWordBits;
  Word cells[kWordBits] = {}, walls[kWordBits] = {};
  for (const WordCells& one : words) {
    const std::size_t row = one.word / across % kWordBits;
    cells[row] = one.mask;
    walls[row] = rows_.block(one.word).wall;
  }
  transpose(cells);
  transpose(walls);
  for (std::uint32_t i = 0; i < kWordBits; ++i) {
    if (cells[i] != 0) touch_column(x + i, y, cells[i], walls[i]);
  }
}

void JumpBitmaps::touch_few(std::span<const WordCells> words, std::uint32_t x) {
  const std::size_t across = rows_.stride() / kWordBits;
  Word any = 0;
  for (const WordCells& one : words) any |= one.mask;
  for (; any != 0; any &= any - 1) {
    const int bit = lowest(any);
    Word cells = 0, walls = 0;
    for (const WordCells& one : words) {
      const std::size_t row = one.word / across;
      cells |= (one.mask >> bit & 1) << row % kWordBits;
      walls |= (rows_.block(one.word).wall >> bit & 1) << row % kWordBits;
    }
    touch_column(x + static_cast<std::uint32_t>(bit), static_cast<std::uint32_t>(words[0].word / across), cells, walls);
  }
}

// For cells of one word of a column: the one that holds row `y`.
void JumpBitmaps::touch_column(std::uint32_t x, std::uint32_t y, Word cells, Word walls) {
  const std::size_t word = columns_.word_of(x, y);
  LineBlock& block = columns_.block(word);
  block.wall = (block.wall & ~cells) | (walls & cells);
  touched_columns_.add(word, cells);
}

void JumpBitmaps::settle_rows() {
  LiveChanges changes;
  rows_.settle(touched_rows_.words(), rule(), changes);
  const auto flip = [&](CrossField field, const std::vector<WordCells>& cells) {
    for (const WordCells& one : cells) {
      rows_.each_part(one.word, one.mask, [&](std::uint32_t y, std::uint32_t x, std::uint32_t, Word part) {
        for (CrossBitmap& bitmap : cross_) bitmap.flip_row(field, x, y, part);
      });
    }
  };
  flip(kLiveEast, changes.forward);
  flip(kLiveWest, changes.backward);
}

void JumpBitmaps::settle_columns() {
  if (!diagonals()) return;
  LiveChanges changes;
  columns_.settle(touched_columns_.words(), rule(), changes);
  const auto flip = [&](CrossField field, const std::vector<WordCells>& cells) {
    for (const WordCells& one : cells) {
      columns_.each_part(one.word, one.mask, [&](std::uint32_t x, std::uint32_t y, std::uint32_t, Word part) {
        for (CrossBitmap& bitmap : cross_) bitmap.flip_column(field, x, y, part);
      });
    }
  };
  flip(kLiveSouth, changes.forward);
  flip(kLiveNorth, changes.backward);
}

// Works out what the cross bitmaps know of the cells of one word of the rows.
void JumpBitmaps::slanted_values(const WordCells& touched, CrossBitmap::Slanted (&values)[2]) const noexcept {
  const auto at = [&](int line, int position) { return rows_.walls(touched.word, line, position, touched.mask); };
  const Word near[3][3] = {
      {at(-1, -1), at(-1, 0), at(-1, 1)}, {at(0, -1), at(0, 0), at(0, 1)}, {at(1, -1), at(1, 0), at(1, 1)}};
  const auto walls = [&](int lines, int positions) { return near[lines + 1][positions + 1]; };
  for (std::size_t bitmap = 0; bitmap < cross_.size(); ++bitmap) {
    const JumpDirection &up = diagonals() ? kDiagonals[2 * bitmap] : kColumns[0],
                        &down = diagonals() ? kDiagonals[2 * bitmap + 1] : kColumns[1];
    values[bitmap].blocked_up = blocked_steps(moves_.corners, up.dx, up.dy, walls);
    values[bitmap].blocked_down = blocked_steps(moves_.corners, down.dx, down.dy, walls);
    if (!has_slanted_stops()) continue;
    values[bitmap].stop_up = slanted_stops(moves_.corners, up.dx, up.dy, walls);
    values[bitmap].stop_down = slanted_stops(moves_.corners, down.dx, down.dy, walls);
  }
}

// What is kept of single cells, for those of one word of the rows. Returns how many more of them are special than were.
std::uint32_t JumpBitmaps::settle_cells(const WordCells& touched) noexcept {
  const auto [word, cells] = touched;
  LineBlock& block = rows_.block(word);
  Word special = pathstar::stops(block);
  CrossBitmap::Slanted values[2];  // by bitmap
  slanted_values(touched, values);
  special |= values[0].stop_up | values[0].stop_down | values[1].stop_up | values[1].stop_down;
  const Lines columns = columns_.read();
  rows_.each_part(word, cells, [&](std::uint32_t y, std::uint32_t x, std::uint32_t shift, Word part) {
    for (std::size_t bitmap = 0; bitmap < cross_.size(); ++bitmap) {
      cross_[bitmap].set_row(x, y, part, values[bitmap].from(shift), has_slanted_stops());
    }
    if (!diagonals()) return;
    for (Word bits = part; bits != 0; bits &= bits - 1) {
      const std::uint32_t column = x + static_cast<std::uint32_t>(lowest(bits));
      const bool stop = (pathstar::stops(columns.block(column, y)) & columns.bit(column, y)) != 0;
      special |= Word{stop} << shift << lowest(bits);
    }
  });
  const std::uint32_t before = ones(block.special);
  block.special = (block.special & ~cells) | (special & cells & ~block.wall);
  return ones(block.special) - before;
}

}  // namespace pathstar
