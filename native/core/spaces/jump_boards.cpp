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

// The numbers from 1 to most - 2 that are at most 1 from one of those given, in order.
std::vector<std::uint32_t> and_neighbours(const std::vector<std::uint32_t>& numbers, std::uint32_t most) {
  std::vector<std::uint32_t> near;
  for (const std::uint32_t number : numbers) {
    for (std::uint32_t i = number - 1; i <= number + 1; ++i) {
      if (i != 0 && i + 1 < most) near.push_back(i);
    }
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  return near;
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
  }
  add_up(1);
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

void JumpBoards::add_up(std::uint32_t first_row) noexcept {
  for (std::uint32_t y = first_row; y < height_; ++y) row_base_[y + 1] = row_base_[y] + row_count_[y];
}

void JumpBoards::update(const Grid& grid, std::span<const Node> edited) {
  if (edited.empty()) return;
  std::vector<std::uint32_t> xs, ys;
  for (const Node node : edited) {
    xs.push_back(node % grid.width() + 1);
    ys.push_back(node / grid.width() + 1);
    rows_.set_wall(ys.back(), xs.back(), !grid.walkable(node));
    if (diagonals()) columns_.set_wall(xs.back(), ys.back(), !grid.walkable(node));
  }
  const std::vector<std::uint32_t> near_rows = and_neighbours(ys, height_);
  for (const std::uint32_t y : near_rows) {
    LiveChanges changes;
    rows_.settle(y, rule(), &changes);
    for (const std::uint32_t x : changes.forward) flip(kLiveEast, x, y);
    for (const std::uint32_t x : changes.backward) flip(kLiveWest, x, y);
  }
  for (const std::uint32_t x : diagonals() ? and_neighbours(xs, width_) : std::vector<std::uint32_t>{}) {
    LiveChanges changes;
    columns_.settle(x, rule(), &changes);
    for (const std::uint32_t y : changes.forward) flip(kLiveSouth, x, y);
    for (const std::uint32_t y : changes.backward) flip(kLiveNorth, x, y);
  }
  for (std::size_t i = 0; i < edited.size(); ++i) settle_around(xs[i], ys[i]);
  for (const std::uint32_t y : near_rows) rank(y);
  add_up(near_rows.front());
}

void JumpBoards::flip(CrossField field, std::uint32_t x, std::uint32_t y) noexcept {
  for (CrossBoard& board : cross_) board.flip(field, x, y);
}

void JumpBoards::settle_around(std::uint32_t x, std::uint32_t y) noexcept {
  for (std::uint32_t near_y = std::max(y - 1, 1u); near_y <= std::min(y + 1, height_ - 2); ++near_y) {
    for (std::uint32_t near_x = std::max(x - 1, 1u); near_x <= std::min(x + 1, width_ - 2); ++near_x) {
      settle_cell(near_x, near_y);
    }
  }
}

void JumpBoards::settle_cell(std::uint32_t x, std::uint32_t y) noexcept {
  const std::uint32_t word = x / kWordBits;
  const Word bit = bit_at(x);
  LineBlock& block = rows_.block(y, x);
  bool special = (pathstar::stops(block) & bit) != 0;
  if (!diagonals()) {
    for (const Way& way : kColumns) cross_[0].set(way.blocked, x, y, (blocked(y, word, way) & bit) != 0);
  } else {
    special = special || (pathstar::stops(columns_.block(x, y)) & bit_at(y)) != 0;
    for (const Way& way : kDiagonals) {
      const bool stop = (~block.wall & stops(y, word, way) & bit) != 0;
      cross_[way.board].set(way.blocked, x, y, (blocked(y, word, way) & bit) != 0);
      cross_[way.board].set(way.stop, x, y, stop);
      special = special || stop;
    }
  }
  block.special = special ? block.special | bit : block.special & ~bit;
}

}  // namespace pathstar
