#include "spaces/jumps/line_bitmap.hpp"

#include <algorithm>
#include <utility>

#include "spaces/large_pages.hpp"

namespace pathstar {
namespace {

// Where a run has a forced neighbour on one side: the walls beside the run, seen from each of its cells, and those of
// the run's own line one cell ahead.
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

}  // namespace

LineBitmap::LineBitmap(std::uint32_t lines, std::uint32_t length, std::span<const Word> walls)
    : lines_(lines),
      stride_(stride_for(length)),
      words_in_lines_(std::max(1u, stride_ / kWordBits)),
      blocks_(large_array(words() + 2, LineBlock())),
      live_(large_array(words(), LiveCells())) {
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
  std::vector<Word> table(live_.size());
  std::transform(live_.begin(), live_.end(), table.begin(), [](const LiveCells& live) { return live.forward; });
  return table;
}

std::vector<Word> LineBitmap::live_backward() const {
  std::vector<Word> table(live_.size());
  std::transform(live_.begin(), live_.end(), table.begin(), [](const LiveCells& live) { return live.backward; });
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
  bool carry = false;
  for (std::size_t word = words.end; word-- > words.begin;) {
    const Word met = forward_met(word, carry);
    live_[word].forward = met >> 1 | Word{carry} << 63;
    carry = (met & 1) != 0;
  }
  carry = false;
  for (std::size_t word = words.begin; word < words.end; ++word) {
    const Word met = backward_met(word, carry);
    live_[word].backward = met << 1 | Word{carry};
    carry = met >> 63 != 0;
  }
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
  constexpr std::size_t kAhead = 8;  // words for which memory is asked before their turn
  const std::vector<WordCells>& words = touched.words();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i + kAhead < words.size()) {  // the lines beside it that are read are touched, too
      ask_for(words[i + kAhead].word);
      prefetch(live_.data(), words[i + kAhead].word);
    }
    changes.stops.add(words[i].word, settle_stops<corners>(words[i], touched.sides(i)));
  }
  follow_forward(words, changes.forward);
  follow_backward(words, changes.backward);
}

// Returns which cells became or ceased to be stops. `sides`: the lines beside the word in which walls differ; stops for
// the other line stay as they are.
template <Corners corners>
Word LineBitmap::settle_stops(const WordCells& touched, unsigned sides) noexcept {
  const auto [word, cells] = touched;
  LineBlock& at = block(word);
  const LineWalls own = walls_beside(word, cells, 0);
  const Word before = stops(at), lower = own(-1), upper = own(1);
  const auto set = [cells](Word& stops, Word value) { stops = (stops & ~cells) | (value & cells); };
  for (; sides != 0; sides &= sides - 1) {
    const int side = lowest(sides);
    const LineWalls beside = walls_beside(word, cells, 2 * side - 1);
    set(at.forward[side], ~at.wall & ~lower & forced<corners>(beside(0), beside(-1), beside(1), upper));
    set(at.backward[side], ~at.wall & ~upper & forced<corners>(beside(0), beside(1), beside(-1), lower));
  }
  return before ^ stops(at);
}

// The cells of a word that are stops, or from which a run meets one; `carry`: whether the cell beyond the word is such.
Word LineBitmap::forward_met(std::size_t word, bool carry) const noexcept {
  const LineBlock& at = block(word);
  return fill_down(at.forward[0] | at.forward[1] | Word{carry} << 63, ~at.wall);
}

Word LineBitmap::backward_met(std::size_t word, bool carry) const noexcept {
  const LineBlock& at = block(word);
  return fill_up(at.backward[0] | at.backward[1] | Word{carry}, ~at.wall);
}

// A word's last live bit is what the word beyond it carries over, so the walk from a touched word ends where that bit
// stays as it was.
void LineBitmap::follow_forward(std::span<const WordCells> touched, WordList& changed) {
  auto next = touched.rbegin();
  while (next != touched.rend()) {
    std::size_t word = next->word;
    bool carry = live_[word].forward >> 63 != 0;
    for (;; --word) {
      if (next != touched.rend() && next->word == word) ++next;
      const Word met = forward_met(word, carry);
      const Word live = met >> 1 | Word{carry} << 63;
      changed.add(word, live ^ std::exchange(live_[word].forward, live));
      carry = (met & 1) != 0;
      if (word == 0) return;
      const bool goes_on = next != touched.rend() && next->word == word - 1;
      if (!goes_on && carry == (live_[word - 1].forward >> 63 != 0)) break;
    }
  }
}

void LineBitmap::follow_backward(std::span<const WordCells> touched, WordList& changed) {
  auto next = touched.begin();
  while (next != touched.end()) {
    std::size_t word = next->word;
    bool carry = (live_[word].backward & 1) != 0;
    for (;; ++word) {
      if (next != touched.end() && next->word == word) ++next;
      const Word met = backward_met(word, carry);
      const Word live = met << 1 | Word{carry};
      changed.add(word, live ^ std::exchange(live_[word].backward, live));
      carry = met >> 63 != 0;
      if (word + 1 == words()) return;
      const bool goes_on = next != touched.end() && next->word == word + 1;
      if (!goes_on && carry == ((live_[word + 1].backward & 1) != 0)) break;
    }
  }
}

}  // namespace pathstar
