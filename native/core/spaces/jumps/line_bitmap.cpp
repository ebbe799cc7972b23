#include "spaces/jumps/line_bitmap.hpp"

#include <algorithm>

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
      live_forward_(large_array(words(), Word{0})),
      live_backward_(large_array(words(), Word{0})) {
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
WallsAround LineBitmap::shared_walls_around(std::size_t word) const noexcept {
  const auto walls = [&](int lines, int positions) -> Word {
    const std::ptrdiff_t ahead = static_cast<std::ptrdiff_t>(stride_) * lines + positions;
    const LineBlock* at = first_block() + static_cast<std::ptrdiff_t>(word) + (ahead >> 6);
    const int part = static_cast<int>(ahead & (kWordBits - 1));
    return part == 0 ? at->wall : at->wall >> part | at[1].wall << (kWordBits - part);
  };
  WallsAround around{};
  for (const int line : {-1, 0, 1}) {
    for (const int position : {-1, 0, 1}) around.walls[line + 1][position + 1] = walls(line, position);
  }
  return around;
}

// Lines end in walls, so nothing is carried from one to another.
void LineBitmap::settle(WordRange words, Corners corners) {
  for (std::size_t word = words.begin; word < words.end; ++word) settle_stops({word, kAllOnes}, corners);
  bool carry = false;
  for (std::size_t word = words.end; word-- > words.begin;) {
    const Word met = forward_met(word, carry);
    live_forward_[word] = met >> 1 | Word{carry} << 63;
    carry = (met & 1) != 0;
  }
  carry = false;
  for (std::size_t word = words.begin; word < words.end; ++word) {
    const Word met = backward_met(word, carry);
    live_backward_[word] = met << 1 | Word{carry};
    carry = met >> 63 != 0;
  }
}

// Asks for what settling a word reads.
PATHSTAR_INLINE void LineBitmap::ask_for_words(std::size_t word) const noexcept {
  ask_for_walls(word);
  prefetch(live_forward_.data(), word);
  prefetch(live_backward_.data(), word);
}

void LineBitmap::settle(std::span<const WordCells> touched, Corners corners, LineChanges& changes) {
  constexpr std::size_t kAhead = 8;  // words for which memory is asked before their turn
  for (std::size_t i = 0; i < touched.size(); ++i) {
    if (i + kAhead < touched.size()) ask_for_words(touched[i + kAhead].word);
    changes.stops.add(touched[i].word, settle_stops(touched[i], corners));
  }
  follow_forward(touched, changes.forward);
  follow_backward(touched, changes.backward);
}

// Returns which cells became or ceased to be stops.
Word LineBitmap::settle_stops(const WordCells& touched, Corners corners) noexcept {
  switch (corners) {
    case Corners::no_cut:
      return settle_stops<Corners::no_cut>(touched);
    case Corners::no_squeeze:
      return settle_stops<Corners::no_squeeze>(touched);
    case Corners::free:
      return settle_stops<Corners::free>(touched);
  }
  return 0;
}

template <Corners corners>
Word LineBitmap::settle_stops(const WordCells& touched) noexcept {
  const auto [word, cells] = touched;
  LineBlock& at = block(word);
  const WallsAround walls = walls_around(word, cells);
  const Word before = stops(at), lower = walls(0, -1), upper = walls(0, 1);
  const auto set = [cells](Word& stops, Word value) { stops = (stops & ~cells) | (value & cells); };
  for (const int side : {0, 1}) {
    const int line = side == 0 ? -1 : 1;
    const Word beside = walls(line, 0), beside_lower = walls(line, -1), beside_upper = walls(line, 1);
    set(at.forward[side], ~at.wall & ~lower & forced<corners>(beside, beside_lower, beside_upper, upper));
    set(at.backward[side], ~at.wall & ~upper & forced<corners>(beside, beside_upper, beside_lower, lower));
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

void LineBitmap::set_live(Word& live, Word value, std::size_t word, WordList& changed) const {
  changed.add(word, live ^ value);
  live = value;
}

// A word's last live bit is what the word beyond it carries over, so the walk from a touched word ends where that bit
// stays as it was.
void LineBitmap::follow_forward(std::span<const WordCells> touched, WordList& changed) {
  auto next = touched.rbegin();
  while (next != touched.rend()) {
    std::size_t word = next->word;
    bool carry = live_forward_[word] >> 63 != 0;
    for (;; --word) {
      if (next != touched.rend() && next->word == word) ++next;
      const Word met = forward_met(word, carry);
      set_live(live_forward_[word], met >> 1 | Word{carry} << 63, word, changed);
      carry = (met & 1) != 0;
      if (word == 0) return;
      const bool goes_on = next != touched.rend() && next->word == word - 1;
      if (!goes_on && carry == (live_forward_[word - 1] >> 63 != 0)) break;
    }
  }
}

void LineBitmap::follow_backward(std::span<const WordCells> touched, WordList& changed) {
  auto next = touched.begin();
  while (next != touched.end()) {
    std::size_t word = next->word;
    bool carry = (live_backward_[word] & 1) != 0;
    for (;; ++word) {
      if (next != touched.end() && next->word == word) ++next;
      const Word met = backward_met(word, carry);
      set_live(live_backward_[word], met << 1 | Word{carry}, word, changed);
      carry = met >> 63 != 0;
      if (word + 1 == words()) return;
      const bool goes_on = next != touched.end() && next->word == word + 1;
      if (!goes_on && carry == ((live_backward_[word + 1] & 1) != 0)) break;
    }
  }
}

}  // namespace pathstar
