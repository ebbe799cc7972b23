#include "spaces/jump_boards.hpp"

#include <algorithm>

#include "spaces/grid.hpp"

namespace pathstar {
namespace {

std::vector<Word> walls_of(const Grid& grid) {
  const std::uint32_t words = words_for(grid.width() + 2);
  std::vector<Word> walls(std::size_t{words} * (grid.height() + 2), kAllOnes);
  const std::uint8_t* walkable = grid.walkable_data();
  for (std::uint32_t y = 1; y <= grid.height(); ++y) {
    Word* row = walls.data() + std::size_t{y} * words;
    for (std::uint32_t x = 1; x <= grid.width(); ++x) row[x / kWordBits] ^= Word{*walkable++ != 0} << x % kWordBits;
  }
  return walls;
}

LineBoard columns_of(const LineBoard& rows, std::uint32_t width, bool wanted) {
  if (!wanted) return {0, 0, {}};
  std::vector<Word> walls;
  walls.reserve(std::size_t{rows.lines()} * rows.words());
  for (std::uint32_t y = 0; y < rows.lines(); ++y) {
    for (std::uint32_t i = 0; i < rows.words(); ++i) walls.push_back(rows.block(y, i * kWordBits).wall);
  }
  return {width, words_for(rows.lines()), transposed(walls, rows.lines(), width)};
}

}  // namespace

const JumpBoards::Way JumpBoards::kDiagonals[4] = {{1, -1, 0, kBlockedUp, kStopUp},
                                                   {-1, 1, 0, kBlockedDown, kStopDown},
                                                   {-1, -1, 1, kBlockedUp, kStopUp},
                                                   {1, 1, 1, kBlockedDown, kStopDown}};
const JumpBoards::Way JumpBoards::kColumns[2] = {{0, -1, 0, kBlockedUp, kStopUp}, {0, 1, 0, kBlockedDown, kStopDown}};

JumpBoards::JumpBoards(const Grid& grid)
    : moves_(grid.moves()),
      width_(grid.width() + 2),
      height_(grid.height() + 2),
      rows_(height_, words_for(width_), walls_of(grid)),
      columns_(columns_of(rows_, width_, diagonals())),
      row_count_(height_),
      row_base_(height_ + 1) {
  for (std::uint32_t y = 1; y + 1 < height_; ++y) rows_.settle(y, rule());
  for (std::uint32_t x = 1; diagonals() && x + 1 < width_; ++x) columns_.settle(x, rule());
  fill_cross();
  fill_specials();
}

Word JumpBoards::wall(std::uint32_t y, std::uint32_t word, int dx, int dy) const noexcept {
  const LineBlock* row = &rows_.block(static_cast<std::uint32_t>(static_cast<int>(y) + dy), 0);
  const Word here = row[word].wall;
  if (dx > 0) return here >> 1 | (word + 1 < rows_.words() ? row[word + 1].wall << 63 : Word{1} << 63);
  if (dx < 0) return here << 1 | (word > 0 ? row[word - 1].wall >> 63 : 1);
  return here;
}

Word JumpBoards::blocked(std::uint32_t y, std::uint32_t word, const Way& way) const noexcept {
  const Word across = wall(y, word, way.dx, 0), along = wall(y, word, 0, way.dy);
  const Word ends = wall(y, word, 0, 0) | wall(y, word, way.dx, way.dy);
  switch (moves_.corners) {
    case Corners::no_cut:
      return ends | across | along;
    case Corners::no_squeeze:
      return ends | (across & along);
    case Corners::free:
      return ends;
  }
  return kAllOnes;
}

// A diagonal run has a forced neighbour beside a wall that it has just passed, where the walls let it turn back around
// that wall. Under no_cut it never passes one.
Word JumpBoards::stops(std::uint32_t y, std::uint32_t word, const Way& way) const noexcept {
  if (moves_.corners == Corners::no_cut) return 0;
  const Way across{-way.dx, way.dy, 0, {}, {}}, along{way.dx, -way.dy, 0, {}, {}};
  return (wall(y, word, -way.dx, 0) & ~blocked(y, word, across)) |
         (wall(y, word, 0, -way.dy) & ~blocked(y, word, along));
}

std::vector<Word> JumpBoards::row_words(Word (JumpBoards::*word)(std::uint32_t, std::uint32_t, const Way&) const,
                                        const Way& way) const {
  std::vector<Word> words(std::size_t{height_} * rows_.words(), kAllOnes);
  for (std::uint32_t y = 1; y + 1 < height_; ++y) {
    for (std::uint32_t i = 0; i < rows_.words(); ++i)
      words[std::size_t{y} * rows_.words() + i] = (this->*word)(y, i, way);
  }
  return words;
}

void JumpBoards::fill_cross() {
  cross_.reserve(2);
  if (!diagonals()) {
    CrossBoard& columns = cross_.emplace_back(rows_.words(), height_, 0);
    for (const Way& way : kColumns) columns.fill(way.blocked, row_words(&JumpBoards::blocked, way));
  } else {
    cross_.emplace_back(rows_.words(), height_, 1);
    cross_.emplace_back(rows_.words(), height_, -1);
    for (const Way& way : kDiagonals) {
      cross_[way.board].fill(way.blocked, row_words(&JumpBoards::blocked, way));
      if (moves_.corners != Corners::no_cut) cross_[way.board].fill(way.stop, row_words(&JumpBoards::stops, way));
    }
  }
  for (CrossBoard& board : cross_) {
    board.fill(kLiveEast, rows_.live_forward());
    board.fill(kLiveWest, rows_.live_backward());
    if (!diagonals()) continue;
    board.fill(kLiveNorth, transposed(columns_.live_backward(), width_, height_));
    board.fill(kLiveSouth, transposed(columns_.live_forward(), width_, height_));
  }
}

void JumpBoards::fill_specials() {
  std::vector<Word> stops_of_columns;
  for (std::uint32_t x = 0; x < columns_.lines(); ++x) {
    for (std::uint32_t i = 0; i < columns_.words(); ++i) {
      stops_of_columns.push_back(pathstar::stops(columns_.block(x, i * kWordBits)));
    }
  }
  std::vector<Word> turned;
  if (diagonals()) turned = transposed(stops_of_columns, width_, height_);
  for (std::uint32_t y = 1; y + 1 < height_; ++y) {
    for (std::uint32_t i = 0; i < rows_.words(); ++i) {
      LineBlock& block = rows_.block(y, i * kWordBits);
      block.special = pathstar::stops(block);
      if (!diagonals()) continue;
      block.special |= turned[std::size_t{y} * rows_.words() + i];
      for (const Way& way : kDiagonals) block.special |= stops(y, i, way);
      block.special &= ~block.wall;  // beyond the row's end, too
    }
    rank(y);
    row_base_[y + 1] = row_base_[y] + row_count_[y];
  }
  row_base_[height_] = row_base_[height_ - 1];
}

void JumpBoards::rank(std::uint32_t y) noexcept {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < rows_.words(); ++i) {
    LineBlock& block = rows_.block(y, i * kWordBits);
    block.rank = count;
    count += ones(block.special);
  }
  row_count_[y] = count;
}

// After an edit: row y had `count` special cells.
void JumpBoards::add_up(std::uint32_t y, std::uint32_t count) noexcept {
  const std::uint32_t more = row_count_[y] - count;
  if (more == 0) return;
  for (std::uint32_t below = y + 1; below <= height_; ++below) row_base_[below] += more;
}

void JumpBoards::update(const Grid& grid, std::span<const Node> edited) {
  touched_rows_.begin(std::size_t{rows_.lines()} * rows_.words());
  touched_columns_.begin(std::size_t{columns_.lines()} * columns_.words());
  for (const Node node : edited) touch(node % grid.width() + 1, node / grid.width() + 1, !grid.walkable(node));
  settle_rows();
  settle_columns();
  for (const std::size_t at : touched_rows_.sorted()) {
    const auto y = static_cast<std::uint32_t>(at / rows_.words()), word = static_cast<std::uint32_t>(at % rows_.words());
    settle_cells(y, word, touched_rows_.mask(at));
  }
  std::uint32_t ranked = 0;
  for (const std::size_t at : touched_rows_.sorted()) {
    const auto y = static_cast<std::uint32_t>(at / rows_.words());
    if (y == ranked) continue;
    const std::uint32_t count = row_count_[y];
    rank(y);
    add_up(y, count);
    ranked = y;
  }
  touched_rows_.clear();
  touched_columns_.clear();
}

void JumpBoards::touch(std::uint32_t x, std::uint32_t y, bool wall) {
  rows_.set_wall(y, x, wall);
  const std::uint32_t left = std::max(x - 1, 1u), right = std::min(x + 1, width_ - 2);
  const std::uint32_t top = std::max(y - 1, 1u), bottom = std::min(y + 1, height_ - 2);
  for (std::uint32_t line = top; line <= bottom; ++line) {
    touched_rows_.add_cells(std::size_t{line} * rows_.words(), left, right);
  }
  if (!diagonals()) return;
  columns_.set_wall(x, y, wall);
  for (std::uint32_t line = left; line <= right; ++line) {
    touched_columns_.add_cells(std::size_t{line} * columns_.words(), top, bottom);
  }
}

namespace {

// Settles the touched words of a board, line by line, and calls changed(line, what changed) for each line.
template <class Changed>
void settle_lines(LineBoard& board, Touched& touched, Corners corners, const Changed& changed) {
  const std::vector<std::size_t>& all = touched.sorted();
  std::vector<std::uint32_t> words;
  LiveChanges changes;
  for (std::size_t i = 0; i < all.size();) {
    const std::size_t line = all[i] / board.words();
    words.clear();
    changes.forward.clear();
    changes.backward.clear();
    for (; i < all.size() && all[i] / board.words() == line; ++i) {
      words.push_back(static_cast<std::uint32_t>(all[i] % board.words()));
    }
    board.settle(static_cast<std::uint32_t>(line), words, corners, changes);
    changed(static_cast<std::uint32_t>(line), changes);
  }
}

}  // namespace

void JumpBoards::settle_rows() {
  settle_lines(rows_, touched_rows_, rule(), [&](std::uint32_t y, const LiveChanges& changes) {
    for (const std::uint32_t x : changes.forward) flip(kLiveEast, x, y);
    for (const std::uint32_t x : changes.backward) flip(kLiveWest, x, y);
  });
}

void JumpBoards::settle_columns() {
  if (!diagonals()) return;
  settle_lines(columns_, touched_columns_, rule(), [&](std::uint32_t x, const LiveChanges& changes) {
    for (const std::uint32_t y : changes.forward) flip(kLiveSouth, x, y);
    for (const std::uint32_t y : changes.backward) flip(kLiveNorth, x, y);
  });
}

void JumpBoards::flip(CrossField field, std::uint32_t x, std::uint32_t y) noexcept {
  for (CrossBoard& board : cross_) board.flip(field, x, y);
}

// What is kept of single cells, for those of one word of a row.
void JumpBoards::settle_cells(std::uint32_t y, std::uint32_t word, Word cells) noexcept {
  LineBlock& block = rows_.block(y, word * kWordBits);
  const auto each = [&](Word bits, const auto& visit) {
    for (; bits != 0; bits &= bits - 1) visit(word * kWordBits + static_cast<std::uint32_t>(lowest(bits)));
  };
  const auto set = [&](int board, CrossField field, Word values) {
    each(cells, [&](std::uint32_t x) { cross_[board].set(field, x, y, (values & bit_at(x)) != 0); });
  };
  Word special = pathstar::stops(block);
  if (!diagonals()) {
    for (const Way& way : kColumns) set(0, way.blocked, blocked(y, word, way));
  } else {
    each(cells, [&](std::uint32_t x) {
      if ((pathstar::stops(columns_.block(x, y)) & bit_at(y)) != 0) special |= bit_at(x);
    });
    for (const Way& way : kDiagonals) {
      const Word turns = stops(y, word, way);
      set(way.board, way.blocked, blocked(y, word, way));
      if (moves_.corners != Corners::no_cut) set(way.board, way.stop, turns);
      special |= turns;
    }
  }
  block.special = (block.special & ~cells) | (special & cells);
}

}  // namespace pathstar
