#include "spaces/jumps/jump_bitmaps.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "spaces/cells/grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/jumps/slanted_steps.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kAhead = 4;  // words or cells for which memory is asked before their turn

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
      columns_(columns_of(walls, width_, height_, diagonals())),
      segment_base_((rows_.words() - 1) / kSegment + 2) {
  rows_.settle(rows_.inner_words(), rule());
  if (diagonals()) columns_.settle(columns_.inner_words(), rule());
  fill_cross();
  fill_specials();
}

Word JumpBitmaps::blocked(std::size_t word, const JumpDirection& way) const noexcept {
  return blocked_steps(moves_.corners, way.dx, way.dy,
                       [&](int lines, int positions) { return rows_.walls(word, lines, positions); });
}

Word JumpBitmaps::stops(std::size_t word, const JumpDirection& way) const noexcept {
  return slanted_stops(moves_.corners, way.dx, way.dy,
                       [&](int lines, int positions) { return rows_.walls(word, lines, positions); });
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
  for (std::size_t segment = 0; segment + 1 < segment_base_.size(); ++segment) {
    segment_base_[segment + 1] = segment_base_[segment] + rank(segment);
  }
}

// Numbers the special cells of a segment from 0; returns how many there are.
std::uint32_t JumpBitmaps::rank(std::size_t segment) noexcept {
  std::uint32_t count = 0;
  const std::size_t begin = segment * kSegment;
  for (std::size_t word = begin; word < std::min(begin + kSegment, rows_.words()); ++word) {
    LineBlock& block = rows_.block(word);
    block.rank = count;
    count += ones(block.special);
  }
  return count;
}

void JumpBitmaps::update(const Grid& grid, std::span<const Node> edited) {
  touched_rows_.begin(rows_.words());
  touched_columns_.begin(columns_.words());
  if (rows_.stride() < kWordBits || (diagonals() && columns_.stride() < kWordBits)) {
    for (const Node node : edited) touch(node % grid.width() + 1, node / grid.width() + 1, !grid.walkable(node));
  } else {
    for (std::size_t i = 0; i < edited.size();) {  // cells that share a word at one go
      const std::uint32_t y = edited[i] / grid.width() + 1, x = edited[i] - (y - 1) * grid.width() + 1;
      const std::uint32_t first = x - x % kWordBits;
      if (i + kAhead < edited.size()) ask_for_lines(edited[i + kAhead]);
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
    if (diagonals()) touch_columns();
  }
  settle_rows();
  settle_columns();
  const std::vector<std::size_t>& words = touched_rows_.sorted();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i + kAhead < words.size()) ask_for_cells(words[i + kAhead], touched_rows_.mask(words[i + kAhead]));
    settle_cells(words[i], touched_rows_.mask(words[i]));
  }
  rank_touched();
  touched_rows_.clear();
  touched_columns_.clear();
}

// Asks for the words of rows and columns that an edit of a cell touches.
void JumpBitmaps::ask_for_lines(Node node) const noexcept {
  const std::uint32_t row = node / (width_ - 2), y = row + 1, x = node - row * (width_ - 2) + 1;
  for (const std::uint32_t line : {y - 1, y, y + 1}) prefetch(&rows_.block(rows_.word_of(line, x)), 0);
  if (!diagonals()) return;
  for (const std::uint32_t line : {x - 1, x, x + 1}) prefetch(&columns_.block(columns_.word_of(line, y)), 0);
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
  const std::size_t across = rows_.stride() / kWordBits;
  std::vector<std::size_t> words = touched_rows_.sorted();
  const auto square = [&](std::size_t word) { return std::pair(word / across / kWordBits, word % across); };
  std::sort(words.begin(), words.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(square(a), a) < std::pair(square(b), b); });
  for (std::size_t begin = 0, end = 0; begin < words.size(); begin = end) {
    while (end < words.size() && square(words[end]) == square(words[begin])) ++end;
    touch_column_words({words.data() + begin, end - begin});
  }
}

// Of words in one such square.
void JumpBitmaps::touch_column_words(std::span<const std::size_t> words) {
  constexpr std::size_t kFew = 6;  // rows: then cell by cell is faster
  const std::size_t across = rows_.stride() / kWordBits;
  const auto x = static_cast<std::uint32_t>(words[0] % across) * kWordBits;
  const auto y = static_cast<std::uint32_t>(words[0] / across / kWordBits) * kWordBits;
  const auto take = [&](std::uint32_t column, std::uint32_t row, Word cells, Word walls) {
    const std::size_t word = columns_.word_of(column, row);
    LineBlock& block = columns_.block(word);
    block.wall = (block.wall & ~cells) | (walls & cells);
    touched_columns_.add(word, cells);
  };
  if (words.size() <= kFew) {
    for (const std::size_t word : words) {
      const auto row = static_cast<std::uint32_t>(word / across);
      const Word walls = rows_.block(word).wall;
      for (Word bits = touched_rows_.mask(word); bits != 0; bits &= bits - 1) {
        const int bit = lowest(bits);
        take(x + static_cast<std::uint32_t>(bit), row, bit_at(row), (walls >> bit & 1) != 0 ? kAllOnes : 0);
      }
    }
    return;
  }
  Word cells[kWordBits] = {}, walls[kWordBits] = {};
  for (const std::size_t word : words) {
    const std::size_t row = word / across % kWordBits;
    cells[row] = touched_rows_.mask(word);
    walls[row] = rows_.block(word).wall;
  }
  transpose(cells);
  transpose(walls);
  for (std::uint32_t i = 0; i < kWordBits; ++i) {
    if (cells[i] != 0) take(x + i, y, cells[i], walls[i]);
  }
}

void JumpBitmaps::settle_rows() {
  LiveChanges changes;
  rows_.settle(touched_rows_.sorted(), rule(), changes);
  const auto flip = [&](CrossField field, const std::vector<LiveChanges::Cells>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i + kAhead < cells.size()) ask_for_cells(cells[i + kAhead].word, cells[i + kAhead].mask);
      rows_.each_part(cells[i].word, cells[i].mask, [&](std::uint32_t y, std::uint32_t x, std::uint32_t, Word part) {
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
  columns_.settle(touched_columns_.sorted(), rule(), changes);
  const auto fetch = [&](std::uint32_t x, std::uint32_t y, std::uint32_t, Word part) {
    for (const CrossBitmap& bitmap : cross_) bitmap.fetch_column(x, y, part);
  };
  const auto flip = [&](CrossField field, const std::vector<LiveChanges::Cells>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i + kAhead < cells.size()) columns_.each_part(cells[i + kAhead].word, cells[i + kAhead].mask, fetch);
      columns_.each_part(cells[i].word, cells[i].mask, [&](std::uint32_t x, std::uint32_t y, std::uint32_t, Word part) {
        for (CrossBitmap& bitmap : cross_) bitmap.flip_column(field, x, y, part);
      });
    }
  };
  flip(kLiveSouth, changes.forward);
  flip(kLiveNorth, changes.backward);
}

// Asks for what is kept of single cells of one word of the rows.
void JumpBitmaps::ask_for_cells(std::size_t word, Word cells) const noexcept {
  rows_.each_part(word, cells, [&](std::uint32_t y, std::uint32_t x, std::uint32_t, Word part) {
    for (const CrossBitmap& bitmap : cross_) bitmap.fetch_row(x, y, part);
  });
}

// What is kept of single cells, for those of one word of the rows.
void JumpBitmaps::settle_cells(std::size_t word, Word cells) noexcept {
  LineBlock& block = rows_.block(word);
  Word special = pathstar::stops(block);
  std::array<CrossBitmap::FieldValues, 4> fields[2];  // by bitmap
  std::size_t counts[2] = {0, 0};
  const auto add = [&](int bitmap, CrossField field, Word values) {
    fields[bitmap][counts[bitmap]++] = {field, values};
  };
  for (const JumpDirection& way : std::span(diagonals() ? kDiagonals : kColumns, diagonals() ? 4 : 2)) {
    add(way.bitmap, way.blocked, blocked(word, way));
    if (!diagonals() || moves_.corners == Corners::no_cut) continue;
    const Word turns = stops(word, way);
    add(way.bitmap, way.stop, turns);
    special |= turns;
  }
  const Lines columns = columns_.read();
  rows_.each_part(word, cells, [&](std::uint32_t y, std::uint32_t x, std::uint32_t shift, Word part) {
    for (std::size_t bitmap = 0; bitmap < cross_.size(); ++bitmap) {
      std::array<CrossBitmap::FieldValues, 4> shifted = fields[bitmap];
      for (CrossBitmap::FieldValues& one : shifted) one.values >>= shift;
      cross_[bitmap].set_row(x, y, part, std::span(shifted.data(), counts[bitmap]));
    }
    if (!diagonals()) return;
    for (Word bits = part; bits != 0; bits &= bits - 1) {
      const std::uint32_t column = x + static_cast<std::uint32_t>(lowest(bits));
      const bool stop = (pathstar::stops(columns.block(column, y)) & columns.bit(column, y)) != 0;
      special |= Word{stop} << shift << lowest(bits);
    }
  });
  block.special = (block.special & ~cells) | (special & cells & ~block.wall);
}

void JumpBitmaps::rank_touched() {
  std::uint32_t more = 0;  // special cells so far, modulo 2^32 if there are fewer
  std::size_t next = 0;    // the first segment whose base is not settled
  const auto settle_to = [&](std::size_t end) {
    for (; next < end; ++next) segment_base_[next] += more;
  };
  for (const std::size_t word : touched_rows_.sorted()) {
    const std::size_t segment = word / kSegment;
    if (segment < next) continue;
    const std::uint32_t before = segment_base_[segment + 1] - segment_base_[segment];
    if (more == 0) next = segment;
    settle_to(segment + 1);
    more += rank(segment) - before;
  }
  if (more != 0) settle_to(segment_base_.size());
}

}  // namespace pathstar
