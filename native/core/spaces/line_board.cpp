#include "spaces/line_board.hpp"

namespace pathstar {
namespace {

// The walls of a line, as they are and moved by one cell; beyond the ends are walls.
struct Walls {
  const LineBlock* line;
  std::uint32_t words;

  Word here(std::uint32_t i) const noexcept { return line[i].wall; }
  // Bit p tells of cell p - 1.
  Word lower(std::uint32_t i) const noexcept { return line[i].wall << 1 | (i == 0 ? 1 : line[i - 1].wall >> 63); }
  // Bit p tells of cell p + 1.
  Word upper(std::uint32_t i) const noexcept {
    return line[i].wall >> 1 | (i + 1 == words ? Word{1} << 63 : line[i + 1].wall << 63);
  }
};

// Where a run has a forced neighbour on one side: the walls beside the run, seen from each of its cells, and those of
// the run's own line one cell ahead.
Word forced(Corners corners, Word beside, Word behind_beside, Word ahead_beside, Word ahead) noexcept {
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

LineBoard::LineBoard(std::uint32_t lines, std::uint32_t words, const std::vector<Word>& walls)
    : lines_(lines), words_(words), blocks_(walls.size()), live_forward_(walls.size()), live_backward_(walls.size()) {
  for (std::size_t i = 0; i < walls.size(); ++i) blocks_[i].wall = walls[i];
}

void LineBoard::set_wall(std::uint32_t line, std::uint32_t position, bool wall) noexcept {
  Word& word = block(line, position).wall;
  word = wall ? word | bit_at(position) : word & ~bit_at(position);
}

void LineBoard::settle(std::uint32_t line, Corners corners) {
  for (std::uint32_t i = 0; i < words_; ++i) settle_stops(line, i, corners);
  const std::size_t first = index(line, 0);
  bool carry = false;
  for (std::uint32_t i = words_; i-- > 0;) {
    const Word met = forward_met(first + i, carry);
    live_forward_[first + i] = met >> 1 | Word{carry} << 63;
    carry = (met & 1) != 0;
  }
  carry = false;
  for (std::uint32_t i = 0; i < words_; ++i) {
    const Word met = backward_met(first + i, carry);
    live_backward_[first + i] = met << 1 | Word{carry};
    carry = met >> 63 != 0;
  }
}

void LineBoard::settle(std::uint32_t line, std::span<const std::uint32_t> touched, Corners corners,
                       LiveChanges& changes) {
  for (const std::uint32_t word : touched) settle_stops(line, word, corners);
  follow_forward(line, touched, changes.forward);
  follow_backward(line, touched, changes.backward);
}

void LineBoard::settle_stops(std::uint32_t line, std::uint32_t word, Corners corners) noexcept {
  const Walls own{&block(line, 0), words_};
  LineBlock& at = blocks_[index(line, 0) + word];
  const Word lower = own.lower(word), upper = own.upper(word);
  for (const int side : {0, 1}) {
    const Walls next{&block(side == 0 ? line - 1 : line + 1, 0), words_};
    const Word beside = next.here(word), beside_lower = next.lower(word), beside_upper = next.upper(word);
    at.forward[side] = ~at.wall & ~lower & forced(corners, beside, beside_lower, beside_upper, upper);
    at.backward[side] = ~at.wall & ~upper & forced(corners, beside, beside_upper, beside_lower, lower);
  }
}

// The cells of a word that are stops, or from which a run meets one; `carry`: whether the cell beyond the word is such.
Word LineBoard::forward_met(std::size_t index, bool carry) const noexcept {
  const LineBlock& at = blocks_[index];
  return fill_down(at.forward[0] | at.forward[1] | Word{carry} << 63, ~at.wall);
}

Word LineBoard::backward_met(std::size_t index, bool carry) const noexcept {
  const LineBlock& at = blocks_[index];
  return fill_up(at.backward[0] | at.backward[1] | Word{carry}, ~at.wall);
}

namespace {

void note_changes(Word before, Word after, std::uint32_t word, std::vector<std::uint32_t>& changed) {
  for (Word bits = before ^ after; bits != 0; bits &= bits - 1) {
    changed.push_back(word * kWordBits + static_cast<std::uint32_t>(lowest(bits)));
  }
}

}  // namespace

// A word's last live bit is what the word beyond it carries over, so a walk ends where that bit stays as it was.
void LineBoard::follow_forward(std::uint32_t line, std::span<const std::uint32_t> touched,
                               std::vector<std::uint32_t>& changed) {
  Word* const live = live_forward_.data() + index(line, 0);
  auto next = touched.rbegin();
  while (next != touched.rend()) {
    std::uint32_t word = *next;
    bool carry = live[word] >> 63 != 0;
    for (;; --word) {
      if (next != touched.rend() && *next == word) ++next;
      const Word met = forward_met(index(line, 0) + word, carry);
      const Word now = met >> 1 | Word{carry} << 63;
      note_changes(live[word], now, word, changed);
      live[word] = now;
      carry = (met & 1) != 0;
      if (word == 0) return;
      const bool touched_next = next != touched.rend() && *next == word - 1;
      if (!touched_next && carry == (live[word - 1] >> 63 != 0)) break;
    }
  }
}

void LineBoard::follow_backward(std::uint32_t line, std::span<const std::uint32_t> touched,
                                std::vector<std::uint32_t>& changed) {
  Word* const live = live_backward_.data() + index(line, 0);
  auto next = touched.begin();
  while (next != touched.end()) {
    std::uint32_t word = *next;
    bool carry = (live[word] & 1) != 0;
    for (;; ++word) {
      if (next != touched.end() && *next == word) ++next;
      const Word met = backward_met(index(line, 0) + word, carry);
      const Word now = met << 1 | Word{carry};
      note_changes(live[word], now, word, changed);
      live[word] = now;
      carry = met >> 63 != 0;
      if (word + 1 == words_) return;
      const bool touched_next = next != touched.end() && *next == word + 1;
      if (!touched_next && carry == ((live[word + 1] & 1) != 0)) break;
    }
  }
}

}  // namespace pathstar
