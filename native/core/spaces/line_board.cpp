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

void LineBoard::settle(std::uint32_t line, Corners corners, LiveChanges* changes) {
  settle_stops(line, corners);
  settle_live(line, changes);
}

void LineBoard::settle_stops(std::uint32_t line, Corners corners) {
  const Walls own{&block(line, 0), words_};
  for (std::uint32_t i = 0; i < words_; ++i) {
    LineBlock& at = blocks_[index(line, 0) + i];
    const Word lower = own.lower(i), upper = own.upper(i);
    for (const int side : {0, 1}) {
      const Walls next{&block(side == 0 ? line - 1 : line + 1, 0), words_};
      const Word beside = next.here(i), beside_lower = next.lower(i), beside_upper = next.upper(i);
      at.forward[side] = ~at.wall & ~lower & forced(corners, beside, beside_lower, beside_upper, upper);
      at.backward[side] = ~at.wall & ~upper & forced(corners, beside, beside_upper, beside_lower, lower);
    }
  }
}

void LineBoard::settle_live(std::uint32_t line, LiveChanges* changes) {
  const std::size_t first = index(line, 0);
  const auto set = [](Word& word, Word value, std::uint32_t i, std::vector<std::uint32_t>* changed) {
    for (Word bits = changed != nullptr ? word ^ value : 0; bits != 0; bits &= bits - 1) {
      changed->push_back(i * kWordBits + static_cast<std::uint32_t>(lowest(bits)));
    }
    word = value;
  };
  Word carry = 0;
  for (std::uint32_t i = words_; i-- > 0;) {
    const LineBlock& at = blocks_[first + i];
    const Word met = fill_down(at.forward[0] | at.forward[1] | carry << 63, ~at.wall);
    set(live_forward_[first + i], met >> 1 | carry << 63, i, changes != nullptr ? &changes->forward : nullptr);
    carry = met & 1;
  }
  carry = 0;
  for (std::uint32_t i = 0; i < words_; ++i) {
    const LineBlock& at = blocks_[first + i];
    const Word met = fill_up(at.backward[0] | at.backward[1] | carry, ~at.wall);
    set(live_backward_[first + i], met << 1 | carry, i, changes != nullptr ? &changes->backward : nullptr);
    carry = met >> 63;
  }
}

}  // namespace pathstar
