#include "spaces/jump_boards.hpp"

#include <algorithm>

#include "spaces/grid.hpp"

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

LineBoard columns_of(std::span<const Word> rows, std::uint32_t width, std::uint32_t height, bool wanted) {
  if (!wanted) return {0, 0, {}};
  return {width, height, transposed(rows, height, width)};
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

JumpBoards::JumpBoards(const Grid& grid) : JumpBoards(grid, walls_of(grid)) {}

JumpBoards::JumpBoards(const Grid& grid, std::span<const Word> walls)
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

Word JumpBoards::blocked(std::size_t word, const Way& way) const noexcept {
  const Word across = rows_.walls(word, 0, way.dx), along = rows_.walls(word, way.dy);
  const Word ends = rows_.walls(word) | rows_.walls(word, way.dy, way.dx);
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
Word JumpBoards::stops(std::size_t word, const Way& way) const noexcept {
  if (moves_.corners == Corners::no_cut) return 0;
  const Way across{-way.dx, way.dy, 0, {}, {}}, along{way.dx, -way.dy, 0, {}, {}};
  return (rows_.walls(word, 0, -way.dx) & ~blocked(word, across)) |
         (rows_.walls(word, -way.dy) & ~blocked(word, along));
}

std::vector<Word> JumpBoards::table(Word (JumpBoards::*word)(std::size_t, const Way&) const, const Way& way) const {
  std::vector<Word> table(rows_.words(), kAllOnes);
  const WordRange inner = rows_.inner_words();
  for (std::size_t i = inner.begin; i < inner.end; ++i) table[i] = (this->*word)(i, way);
  return table;
}

void JumpBoards::fill_cross() {
  cross_.reserve(2);
  if (!diagonals()) {
    CrossBoard& columns = cross_.emplace_back(width_, height_, 0);
    for (const Way& way : kColumns) columns.fill(way.blocked, table(&JumpBoards::blocked, way));
  } else {
    cross_.emplace_back(width_, height_, 1);
    cross_.emplace_back(width_, height_, -1);
    for (const Way& way : kDiagonals) {
      cross_[way.board].fill(way.blocked, table(&JumpBoards::blocked, way));
      if (moves_.corners != Corners::no_cut) cross_[way.board].fill(way.stop, table(&JumpBoards::stops, way));
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
    for (const Way& way : kDiagonals) block.special |= stops(i, way);
    block.special &= ~block.wall;  // beyond the row's end, too
  }
  for (std::uint32_t y = 1; y + 1 < height_; y = last_beside(y) + 1) rank(y);
  add_up(1);
}

// The last of the rows that share a word with a row.
std::uint32_t JumpBoards::last_beside(std::uint32_t y) const noexcept {
  const std::uint32_t together = std::max<std::uint32_t>(1, kWordBits / rows_.stride());
  return std::min(y | (together - 1), height_ - 1);
}

void JumpBoards::rank(std::uint32_t y) noexcept {
  std::uint32_t count = 0;
  const WordRange words = rows_.words_of(y);
  for (std::size_t i = words.begin; i < words.end; ++i) {
    LineBlock& block = rows_.block(i);
    block.rank = count;
    count += ones(block.special);
  }
  row_count_[last_beside(y)] = count;
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
    rows_.settle(rows_.words_of(y), rule(), &changes);
    for (const auto& [line, x] : changes.forward) flip(kLiveEast, x, line);
    for (const auto& [line, x] : changes.backward) flip(kLiveWest, x, line);
  }
  for (const std::uint32_t x : diagonals() ? and_neighbours(xs, width_) : std::vector<std::uint32_t>{}) {
    LiveChanges changes;
    columns_.settle(columns_.words_of(x), rule(), &changes);
    for (const auto& [line, y] : changes.forward) flip(kLiveSouth, line, y);
    for (const auto& [line, y] : changes.backward) flip(kLiveNorth, line, y);
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
  const std::size_t word = rows_.word_of(y, x);
  const Word bit = rows_.read().bit(y, x);
  LineBlock& block = rows_.block(word);
  bool special = (pathstar::stops(block) & bit) != 0;
  if (!diagonals()) {
    for (const Way& way : kColumns) cross_[0].set(way.blocked, x, y, (blocked(word, way) & bit) != 0);
  } else {
    const Lines columns = columns_.read();
    special = special || (pathstar::stops(columns.block(x, y)) & columns.bit(x, y)) != 0;
    for (const Way& way : kDiagonals) {
      const bool stop = (~block.wall & stops(word, way) & bit) != 0;
      cross_[way.board].set(way.blocked, x, y, (blocked(word, way) & bit) != 0);
      cross_[way.board].set(way.stop, x, y, stop);
      special = special || stop;
    }
  }
  block.special = special ? block.special | bit : block.special & ~bit;
}

}  // namespace pathstar
