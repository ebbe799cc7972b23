#include "spaces/jumps/jump_bitmaps.hpp"

#include <utility>

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

JumpBitmaps::JumpBitmaps(const Grid& grid, const Stop& stop) : JumpBitmaps(grid, walls_of(grid), stop) {}

JumpBitmaps::JumpBitmaps(const Grid& grid, std::span<const Word> walls, const Stop& stop)
    : moves_(grid.moves()),
      width_(grid.width() + 2),
      height_(grid.height() + 2),
      rows_(height_, width_, walls),
      columns_(columns_of(walls, width_, height_, diagonals())) {
  if (stop()) return;
  rows_.settle(rows_.inner_words(), rule());
  if (diagonals()) columns_.settle(columns_.inner_words(), rule());
  if (stop() || !fill_cross(stop)) return;
  fill_specials();
}

Word JumpBitmaps::blocked(std::size_t word, std::size_t bitmap) const noexcept {
  return blocked_steps(rule(), across(bitmap), -1, rows_.walls_around(word, kAllOnes));
}

Word JumpBitmaps::stops(std::size_t word, std::size_t bitmap, int dy) const noexcept {
  return slanted_stops(rule(), -dy * across(bitmap), dy, rows_.walls_around(word, kAllOnes));
}

template <class WordOf>
std::vector<Word> JumpBitmaps::table(const WordOf& word_of) const {
  std::vector<Word> table(rows_.words(), kAllOnes);
  const WordRange inner = rows_.inner_words();
  for (std::size_t i = inner.begin; i < inner.end; ++i) table[i] = word_of(i);
  return table;
}

bool JumpBitmaps::fill_cross(const Stop& stop) {
  cross_.reserve(2);
  cross_.emplace_back(width_, height_, across(0));
  if (diagonals()) cross_.emplace_back(width_, height_, across(1));
  for (std::size_t at = 0; at < cross_.size(); ++at) {
    cross_[at].fill(kBlocked, table([&](std::size_t word) { return blocked(word, at); }));
    if (stop()) return false;
    if (rule() == Corners::no_cut) continue;
    cross_[at].fill(kStopUp, table([&](std::size_t word) { return stops(word, at, -1); }));
    cross_[at].fill(kStopDown, table([&](std::size_t word) { return stops(word, at, 1); }));
  }
  for (CrossBitmap& bitmap : cross_) {
    bitmap.fill(kLiveEast, rows_.live_forward());
    bitmap.fill(kLiveWest, rows_.live_backward());
    if (stop()) return false;
    if (!diagonals()) continue;
    bitmap.fill(kLiveNorth, transposed(columns_.live_backward(), width_, height_));
    bitmap.fill(kLiveSouth, transposed(columns_.live_forward(), width_, height_));
    if (stop()) return false;
  }
  return true;
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
    block.crossing = turned[i] & ~block.wall;
    block.special |= block.crossing;
    for (std::size_t at = 0; at < cross_.size(); ++at) block.special |= stops(i, at, -1) | stops(i, at, 1);
    block.special &= ~block.wall;  // beyond the row's end, too
  }
  numbers_.fill(rows_);
}

}  // namespace pathstar
