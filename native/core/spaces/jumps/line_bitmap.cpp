#include "spaces/jumps/line_bitmap.hpp"

#include <algorithm>
#include <utility>

namespace pathstar {
namespace {

// The cells at which a run has a forced neighbour on one side, from the walls beside the run, seen from each of its
// cells, and those of the run's own line one cell ahead.
template <Corners corners>
Word forced(Word beside, Word behind_beside, Word ahead_beside, Word ahead) noexcept {
  switch (corners) {
    case Corners::no_cut:
      return behind_beside & ~beside;
    case Corners::no_squeeze:
      return beside & ~ahead_beside & ~ahead;
    case Corners::free:
      return beside & ~ahead_beside;
  }
  return 0;
}

Word stops_forward(const LineBlock& at) noexcept { return at.forward[0] | at.forward[1]; }
Word stops_backward(const LineBlock& at) noexcept { return at.backward[0] | at.backward[1]; }

// The cells of a word that are stops of a run, or from which it meets one; `live`: the same for the next cell.
Word met_forward(Word stops, Word wall, bool live) noexcept { return fill_down(stops | Word{live} << 63, ~wall); }
Word met_backward(Word stops, Word wall, bool live) noexcept { return fill_up(stops | Word{live}, ~wall); }
Word met_forward(const LineBlock& at) noexcept { return met_forward(stops_forward(at), at.wall, at.live_after); }
Word met_backward(const LineBlock& at) noexcept { return met_backward(stops_backward(at), at.wall, at.live_before); }

}  // namespace

LineBitmap::LineBitmap(std::uint32_t lines, std::uint32_t length, std::span<const Word> walls)
    : lines_(lines),
      stride_(stride_for(length)),
      words_in_lines_(std::max(1u, stride_ / kWordBits)),
      blocks_(words() + 2, LineBlock()) {
  for (std::size_t word = 0; word < words(); ++word) block(word).wall = walls[word];
}

WordRange LineBitmap::inner_words() const noexcept {
  if (stride_ < kWordBits) return {0, words()};
  return {word_of(1, 0), word_of(lines_ - 1, 0)};
}

WordRange LineBitmap::words_of(std::uint32_t line) const noexcept {
  const std::size_t first = word_of(line, 0);
  return {first, first + std::max<std::size_t>(1, stride_ / kWordBits)};
}

// Where lines share words.
LineWalls LineBitmap::shared_walls_beside(std::size_t word, int line) const noexcept {
  const auto walls = [&](int positions) -> Word {
    const std::ptrdiff_t ahead = static_cast<std::ptrdiff_t>(stride_) * line + positions;
    const LineBlock* at = first_block() + static_cast<std::ptrdiff_t>(word) + (ahead >> 6);
    const int part = static_cast<int>(ahead & (kWordBits - 1));
    return part == 0 ? at->wall : at->wall >> part | at[1].wall << (kWordBits - part);
  };
  return {{walls(-1), walls(0), walls(1)}};
}

std::vector<Word> LineBitmap::live_forward() const {
  std::vector<Word> table(words());
  for (std::size_t word = 0; word < table.size(); ++word) {
    table[word] = met_forward(block(word)) >> 1 | Word{block(word).live_after} << 63;
  }
  return table;
}

std::vector<Word> LineBitmap::live_backward() const {
  std::vector<Word> table(words());
  for (std::size_t word = 0; word < table.size(); ++word) {
    table[word] = met_backward(block(word)) << 1 | Word{block(word).live_before};
  }
  return table;
}

// Lines end in walls, so nothing is carried from one to another.
void LineBitmap::settle(WordRange words, Corners corners) {
  const auto settle_all = [&]<Corners rule>() {
    for (std::size_t word = words.begin; word < words.end; ++word) settle_stops<rule>({word, kAllOnes}, kBothSides);
  };
  switch (corners) {
    case Corners::no_cut:
      settle_all.operator()<Corners::no_cut>();
      break;
    case Corners::no_squeeze:
      settle_all.operator()<Corners::no_squeeze>();
      break;
    case Corners::free:
      settle_all.operator()<Corners::free>();
      break;
  }
  for (std::size_t word = words.end; word-- > words.begin;) {
    block(word - 1).live_after = (met_forward(block(word)) & 1) != 0;
  }
  for (std::size_t word = words.begin; word < words.end; ++word) {
    block(word + 1).live_before = met_backward(block(word)) >> 63 != 0;
  }
}

void LineBitmap::prepare(const TouchedWords& touched, LineChanges& changes) const {
  const std::vector<WordCells>& words = touched.words();
  changes.begin(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) changes.walls[i] = block(words[i].word).wall;
}

void LineBitmap::settle(const TouchedWords& touched, Corners corners, LineChanges& changes) {
  switch (corners) {
    case Corners::no_cut:
      return settle_touched<Corners::no_cut>(touched, changes);
    case Corners::no_squeeze:
      return settle_touched<Corners::no_squeeze>(touched, changes);
    case Corners::free:
      return settle_touched<Corners::free>(touched, changes);
  }
}

template <Corners corners>
void LineBitmap::settle_touched(const TouchedWords& touched, LineChanges& changes) {
  const std::vector<WordCells>& words = touched.words();
  StaleWord* forward = changes.stale_forward.data();
  StaleWord* backward = changes.stale_backward.data();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto [word, cells] = words[i];
    const LineBlock& at = block(word);
    *forward = {word, changes.walls[i], stops_forward(at)};
    *backward = {word, changes.walls[i], stops_backward(at)};
    settle_stops<corners>(words[i], touched.sides(i));
    const Word all = stops_forward(at) | stops_backward(at);
    changes.stops.add(word, (forward->stops | backward->stops) ^ all);
    const bool walls_differ = forward->wall != at.wall;  // a word is saved if these or its stops differ
    forward += walls_differ | (forward->stops != stops_forward(at));
    backward += walls_differ | (backward->stops != stops_backward(at));
  }
  follow_forward({changes.stale_forward.data(), forward}, changes.forward);
  follow_backward({changes.stale_backward.data(), backward}, changes.backward);
}

// `sides`: the lines beside the word in which walls differ; stops for the other line do not change.
template <Corners corners>
void LineBitmap::settle_stops(const WordCells& touched, unsigned sides) noexcept {
  const auto [word, cells] = touched;
  LineBlock& at = block(word);
  const LineWalls own = walls_beside(word, cells, 0);
  const Word lower = own(-1), upper = own(1);
  const auto set = [cells](Word& stops, Word value) { stops = (stops & ~cells) | (value & cells); };
  for (; sides != 0; sides &= sides - 1) {
    const int side = lowest(sides);
    const LineWalls beside = walls_beside(word, cells, 2 * side - 1);
    set(at.forward[side], ~at.wall & ~lower & forced<corners>(beside(0), beside(-1), beside(1), upper));
    set(at.backward[side], ~at.wall & ~upper & forced<corners>(beside(0), beside(1), beside(-1), lower));
  }
}

// The walk from a word ends when the state passed on to the next word has not changed: at the latest at the end of the
// line, in walls.
void LineBitmap::follow_forward(std::span<const StaleWord> stale, WordList& changed) {
  for (std::size_t left = stale.size(); left != 0;) {
    bool flips = false;  // whether the liveness of the cell after the word has changed
    std::size_t word = stale[left - 1].word;
    do {
      LineBlock& at = block(word);
      const bool is_stale = left != 0 && stale[left - 1].word == word;
      if (is_stale) --left;
      const Word stops = is_stale ? stale[left].stops : stops_forward(at);
      const Word before = met_forward(stops, is_stale ? stale[left].wall : at.wall, at.live_after);
      at.live_after ^= flips;
      const Word differ = before ^ met_forward(at);
      changed.add(word, differ >> 1 | Word{flips} << 63);
      flips = (differ & 1) != 0;
      --word;
    } while (flips);
  }
}

void LineBitmap::follow_backward(std::span<const StaleWord> stale, WordList& changed) {
  for (std::size_t next = 0; next != stale.size();) {
    bool flips = false;
    std::size_t word = stale[next].word;
    do {
      LineBlock& at = block(word);
      const bool is_stale = next != stale.size() && stale[next].word == word;
      const Word stops = is_stale ? stale[next].stops : stops_backward(at);
      const Word before = met_backward(stops, is_stale ? stale[next].wall : at.wall, at.live_before);
      if (is_stale) ++next;
      at.live_before ^= flips;
      const Word differ = before ^ met_backward(at);
      changed.add(word, differ << 1 | Word{flips});
      flips = differ >> 63 != 0;
      ++word;
    } while (flips);
  }
}

}  // namespace pathstar
