#include "indexes/jump_table/changed_jump_points.hpp"

#include <algorithm>

#include "spaces/jumps/slanted_steps.hpp"

namespace pathstar {
namespace {

// The walls in the rows of a bitmap, 64 cells at a time, however long its lines are.
class WallRows {
 public:
  WallRows(const Lines& rows, std::uint32_t width, std::uint32_t height) noexcept
      : rows_(rows), words_(words_for(width)), height_(height) {}

  Word at(std::int64_t y, std::int64_t word) const noexcept {
    if (y < 0 || y >= height_ || word < 0 || word >= words_) return kAllOnes;
    return rows_.walls(static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(word) * kWordBits);
  }
  Word at(std::int64_t y, std::int64_t word, int positions) const noexcept {
    if (positions == 0) return at(y, word);
    return positions > 0 ? at(y, word) >> 1 | at(y, word + 1) << 63 : at(y, word) << 1 | at(y, word - 1) >> 63;
  }

 private:
  Lines rows_;
  std::int64_t words_;
  std::int64_t height_;
};

}  // namespace

ChangedJumpPoints::ChangedJumpPoints(const Grid& grid)
    : width_(grid.width() + 2), height_(grid.height() + 2), row_words_(words_for(width_)), moves_(grid.moves()) {
  for (Touched* cells : {&edited_, &east_, &west_, &north_, &south_, &changed_}) cells->begin(row_words_ * height_);
}

void ChangedJumpPoints::find(const JumpBitmaps& bitmaps, std::span<const Node> edited) {
  mark_edited(edited);
  follow_straight(bitmaps);
  if (moves_.directions == 8) {
    for (const int dx : {-1, 1}) {
      for (const int dy : {-1, 1}) follow_slanted(bitmaps, dx, dy);
    }
  } else {
    for (const int dy : {-1, 1}) follow_slanted(bitmaps, 0, dy);
  }
  collect(bitmaps);
  clear();
}

void ChangedJumpPoints::mark_edited(std::span<const Node> edited) {
  const std::uint32_t width = width_ - 2;
  rows_.clear();
  for (const Node node : edited) {
    const std::uint32_t x = node % width + 1, y = node / width + 1;
    for (std::uint32_t line = std::max(y - 1, 1u); line <= std::min(y + 1, height_ - 2); ++line) {
      rows_.push_back(line);
      for (std::uint32_t at = std::max(x - 1, 1u); at <= std::min(x + 1, width_ - 2); ++at) add(edited_, at, line);
    }
  }
  std::sort(rows_.begin(), rows_.end());
  rows_.erase(std::unique(rows_.begin(), rows_.end()), rows_.end());
}

// Goes back from a cell against the direction of runs as long as they pass, up to a cell that is itself followed back.
template <class Open>
void ChangedJumpPoints::follow(Touched& reaching, BoardPlace from, int dx, int dy, const Open& open) {
  for (std::uint32_t x = from.x - dx, y = from.y - dy; x >= 1 && y >= 1 && x + 1 < width_ && y + 1 < height_;
       x -= dx, y -= dy) {
    add(reaching, x, y);
    if (has(edited_, x, y) || !open(x, y)) return;
  }
}

void ChangedJumpPoints::follow_straight(const JumpBitmaps& bitmaps) {
  const Lines rows = bitmaps.rows().read(), columns = bitmaps.columns().read();
  const auto passes = [](const LineBlock& block, const Word(&stops)[2], Word bit) {
    return ((block.wall | stops[0] | stops[1]) & bit) == 0;
  };
  for (const std::size_t word : edited_.sorted()) {
    const auto y = static_cast<std::uint32_t>(word / row_words_);
    const auto first = static_cast<std::uint32_t>(word % row_words_) * kWordBits;
    for (Word bits = edited_.mask(word); bits != 0; bits &= bits - 1) {
      const BoardPlace from{first + static_cast<std::uint32_t>(lowest(bits)), y};
      follow(east_, from, 1, 0, [&](auto x, auto line) {
        const LineBlock& block = rows.block(line, x);
        return passes(block, block.forward, rows.bit(line, x));
      });
      follow(west_, from, -1, 0, [&](auto x, auto line) {
        const LineBlock& block = rows.block(line, x);
        return passes(block, block.backward, rows.bit(line, x));
      });
      if (moves_.directions != 8) continue;
      follow(south_, from, 0, 1, [&](auto line, auto at) {
        const LineBlock& block = columns.block(line, at);
        return passes(block, block.forward, columns.bit(line, at));
      });
      follow(north_, from, 0, -1, [&](auto line, auto at) {
        const LineBlock& block = columns.block(line, at);
        return passes(block, block.backward, columns.bit(line, at));
      });
    }
  }
  for (Touched* cells : {&edited_, &east_, &west_, &north_, &south_}) {
    for (const std::size_t word : cells->sorted()) changed_.add(word, cells->mask(word));
  }
}

// The cells where an arriving slanted run reads something that has changed, by row.
std::vector<ChangedJumpPoints::Masked> ChangedJumpPoints::turning(int dx, int dy) {
  std::vector<Masked> found;
  const auto take = [&](Touched& cells) {
    for (const std::size_t word : cells.sorted()) found.push_back({word, cells.mask(word)});
  };
  take(edited_);
  if (dx >= 0) take(east_);
  if (dx <= 0) take(west_);
  if (moves_.directions == 8) take(dy < 0 ? north_ : south_);
  // Sort rows in the order in which runs are followed back.
  std::sort(found.begin(), found.end(),
            [&](const Masked& a, const Masked& b) { return dy > 0 ? a.word > b.word : a.word < b.word; });
  return found;
}

// Finds, row by row against the direction of the runs, the cells from which a run reaches a cell of the previous row.
void ChangedJumpPoints::follow_slanted(const JumpBitmaps& bitmaps, int dx, int dy) {
  const std::vector<Masked> targets = turning(dx, dy);
  const WallRows walls(bitmaps.rows().read(), width_, height_);
  std::vector<Word> reached(row_words_ + 2), before(row_words_ + 2);  // a word of padding at either end
  auto target = targets.begin();
  std::int64_t y = static_cast<std::int64_t>(target->word / row_words_);
  std::size_t low = row_words_, high = 0;  // words of `before` that are not zero
  for (; y >= 1 && y + 1 < height_; y -= dy) {
    const std::size_t from = low > 0 ? low - 1 : 0, to = low > high ? 0 : std::min(high + 2, row_words_);
    low = row_words_, high = 0;
    const auto note = [&](std::size_t word) {
      low = std::min(low, word);
      high = std::max(high, word);
    };
    for (std::size_t word = from; word < to; ++word) {
      const auto at = static_cast<std::int64_t>(word);
      const Word* ahead = &before[word + 1];
      const Word next = dx == 0 ? *ahead : dx > 0 ? *ahead >> 1 | ahead[1] << 63 : *ahead << 1 | ahead[-1] >> 63;
      if (next == 0) continue;
      const auto seen = [&](int lines, int positions) { return walls.at(y + lines, at, positions); };
      const Word coming = next & ~blocked_steps(moves_.corners, dx, dy, seen);
      if (coming == 0) continue;
      changed_.add(static_cast<std::size_t>(y) * row_words_ + word, coming);
      const Word ends = moves_.directions == 8 ? slanted_stops(moves_.corners, dx, dy, seen) : 0;
      if ((reached[word + 1] = coming & ~ends) != 0) note(word);
    }
    for (; target != targets.end() && static_cast<std::int64_t>(target->word / row_words_) == y; ++target) {
      const std::size_t word = target->word % row_words_;
      reached[word + 1] |= target->mask;
      note(word);
    }
    std::fill(before.begin(), before.end(), 0);
    reached.swap(before);
    if (low > high) {
      if (target == targets.end()) return;
      y = static_cast<std::int64_t>(target->word / row_words_) + dy;
    }
  }
}

void ChangedJumpPoints::collect(const JumpBitmaps& bitmaps) {
  const Lines rows = bitmaps.rows().read();
  places_.clear();
  for (const std::size_t word : changed_.sorted()) {
    const auto y = static_cast<std::uint32_t>(word / row_words_);
    const auto first = static_cast<std::uint32_t>(word % row_words_) * kWordBits;
    for (Word bits = changed_.mask(word) & rows.specials(y, first); bits != 0; bits &= bits - 1) {
      places_.push_back({first + static_cast<std::uint32_t>(lowest(bits)), y});
    }
  }
}

void ChangedJumpPoints::clear() {
  for (Touched* cells : {&edited_, &east_, &west_, &north_, &south_, &changed_}) cells->clear();
}

}  // namespace pathstar
