#include "spaces/jumps/jump_bitmaps.hpp"

#include <algorithm>

#include "spaces/cells/grid.hpp"
#include "spaces/jumps/slanted_steps.hpp"

namespace pathstar {
namespace {

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
      row_count_(height_),
      row_base_(height_ + 1) {
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
  for (std::uint32_t y = 1; y + 1 < height_; y = last_beside(y) + 1) rank(y);
  for (std::uint32_t y = 1; y < height_; ++y) row_base_[y + 1] = row_base_[y] + row_count_[y];
}

// The last of the rows that share a word with a row.
std::uint32_t JumpBitmaps::last_beside(std::uint32_t y) const noexcept {
  const std::uint32_t together = std::max<std::uint32_t>(1, kWordBits / rows_.stride());
  return std::min(y | (together - 1), height_ - 1);
}

void JumpBitmaps::rank(std::uint32_t y) noexcept {
  std::uint32_t count = 0;
  const WordRange words = rows_.words_of(y);
  for (std::size_t i = words.begin; i < words.end; ++i) {
    LineBlock& block = rows_.block(i);
    block.rank = count;
    count += ones(block.special);
  }
  row_count_[last_beside(y)] = count;
}

void JumpBitmaps::update(const Grid& grid, std::span<const Node> edited) {
  touched_rows_.begin(rows_.words());
  touched_columns_.begin(columns_.words());
  for (const Node node : edited) touch(node % grid.width() + 1, node / grid.width() + 1, !grid.walkable(node));
  settle_rows();
  settle_columns();
  for (const std::size_t word : touched_rows_.sorted()) settle_cells(word, touched_rows_.mask(word));
  rank_touched();
  touched_rows_.clear();
  touched_columns_.clear();
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

void JumpBitmaps::settle_rows() {
  LiveChanges changes;
  rows_.settle(touched_rows_.sorted(), rule(), changes);
  for (const auto& [line, x] : changes.forward) flip(kLiveEast, x, line);
  for (const auto& [line, x] : changes.backward) flip(kLiveWest, x, line);
}

void JumpBitmaps::settle_columns() {
  LiveChanges changes;
  columns_.settle(touched_columns_.sorted(), rule(), changes);
  for (const auto& [line, y] : changes.forward) flip(kLiveSouth, line, y);
  for (const auto& [line, y] : changes.backward) flip(kLiveNorth, line, y);
}

void JumpBitmaps::flip(CrossField field, std::uint32_t x, std::uint32_t y) noexcept {
  for (CrossBitmap& bitmap : cross_) bitmap.flip(field, x, y);
}

// What is kept of single cells, for those of one word of the rows.
void JumpBitmaps::settle_cells(std::size_t word, Word cells) noexcept {
  const auto each = [&](const auto& visit) {
    const std::size_t first = word * kWordBits;
    auto y = static_cast<std::uint32_t>(first / rows_.stride());
    std::size_t row = std::size_t{y} * rows_.stride();
    for (Word bits = cells; bits != 0; bits &= bits - 1) {
      const std::size_t cell = first + static_cast<std::size_t>(lowest(bits));
      for (; cell - row >= rows_.stride(); row += rows_.stride()) ++y;
      visit(static_cast<std::uint32_t>(cell - row), y, bits & -bits);
    }
  };
  const auto set = [&](int bitmap, CrossField field, Word values) {
    each([&](std::uint32_t x, std::uint32_t y, Word bit) { cross_[bitmap].set(field, x, y, (values & bit) != 0); });
  };
  LineBlock& block = rows_.block(word);
  Word special = pathstar::stops(block);
  if (!diagonals()) {
    for (const JumpDirection& way : kColumns) set(0, way.blocked, blocked(word, way));
  } else {
    const Lines columns = columns_.read();
    each([&](std::uint32_t x, std::uint32_t y, Word bit) {
      if ((pathstar::stops(columns.block(x, y)) & columns.bit(x, y)) != 0) special |= bit;
    });
    for (const JumpDirection& way : kDiagonals) {
      const Word turns = stops(word, way);
      set(way.bitmap, way.blocked, blocked(word, way));
      if (moves_.corners != Corners::no_cut) set(way.bitmap, way.stop, turns);
      special |= turns;
    }
  }
  block.special = (block.special & ~cells) | (special & cells & ~block.wall);
}

void JumpBitmaps::rank_touched() {
  std::uint32_t ranked = 0;
  for (const std::size_t word : touched_rows_.sorted()) {
    const auto y = static_cast<std::uint32_t>(word * kWordBits / rows_.stride());
    const std::uint32_t last = last_beside(y);
    if (last == ranked) continue;
    ranked = last;
    const std::uint32_t before = row_count_[last];
    rank(y);
    const std::uint32_t more = row_count_[last] - before;
    if (more == 0) continue;
    for (std::uint32_t below = last + 1; below <= height_; ++below) row_base_[below] += more;
  }
}

}  // namespace pathstar
