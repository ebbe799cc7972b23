// The rows (or columns) of a grid as bits: walls, and where a straight run of jump point search stops.
//
// A board has `lines` lines of `length` cells within a border of walls, so line 0, the last line and both ends of each
// are blocked, and no scan needs to check bounds. One block holds all that is known of 64 cells of a line; it fills one
// cache line, so most scans cost one memory access.
//
// A cell is a stop of forward runs for the line before it (`forward[0]`) or after it (`forward[1]`) if a neighbour on
// that side is forced: the best way to it leads through this cell. Which neighbours are, depends on the corner rule:
//   no_cut, 4 directions   the cell diagonally behind is blocked and the one beside is free: the turn was not possible
//                          one cell earlier (Harabor and Grastien 2012)
//   no_squeeze             the cell beside is blocked, both the one diagonally ahead and the one ahead are free
//   free                   the cell beside is blocked and the one diagonally ahead is free (Harabor and Grastien 2011)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/hints.hpp"
#include "spaces/moves.hpp"

namespace pathstar {

struct alignas(64) LineBlock {
  Word wall = kAllOnes;
  Word forward[2] = {0, 0};   // stops of runs along the line, for the line before and the line after
  Word backward[2] = {0, 0};  // the same for runs against it
  Word special = 0;           // rows only: cells with a number of their own
  std::uint32_t rank = 0;     // rows only: how many special cells the row has before these

  bool operator==(const LineBlock&) const = default;
};

// All stops of a block's cells.
constexpr Word stops(const LineBlock& block) noexcept {
  return block.forward[0] | block.forward[1] | block.backward[0] | block.backward[1];
}

// The cells of a line of which one had to say anew whether runs from them meet a stop.
struct LiveChanges {
  std::vector<std::uint32_t> forward;
  std::vector<std::uint32_t> backward;
};

// What a run met: the cell where it stopped, and whether that is a wall; both in one register.
class Met {
 public:
  Met(std::int32_t position, bool wall) noexcept : code_(wall ? ~position : position) {}
  bool wall() const noexcept { return code_ < 0; }
  std::int32_t position() const noexcept { return code_ < 0 ? ~code_ : code_; }

 private:
  std::int32_t code_;
};

// The lines of a board, for those who only read: small enough to be kept where it is used.
class Lines {
 public:
  Lines() = default;
  Lines(const LineBlock* blocks, std::uint32_t words) noexcept : blocks_(blocks), words_(words) {}

  const LineBlock& block(std::uint32_t line, std::uint32_t position) const noexcept {
    return blocks_[std::size_t{line} * words_ + position / kWordBits];
  }

  // The next stop or wall after (before) a cell.
  PATHSTAR_INLINE Met run_forward(std::uint32_t line, std::uint32_t position) const noexcept {
    const LineBlock* at = &block(line, ++position);
    Word met = (at->wall | at->forward[0] | at->forward[1]) & bits_from(position);
    position &= ~(kWordBits - 1u);
    while (met == 0) {
      position += kWordBits;
      ++at;
      met = at->wall | at->forward[0] | at->forward[1];
    }
    const int bit = lowest(met);
    return {static_cast<std::int32_t>(position) + bit, (at->wall >> bit & 1) != 0};
  }
  PATHSTAR_INLINE Met run_backward(std::uint32_t line, std::uint32_t position) const noexcept {
    const LineBlock* at = &block(line, --position);
    Word met = (at->wall | at->backward[0] | at->backward[1]) & bits_to(position);
    position &= ~(kWordBits - 1u);
    while (met == 0) {
      position -= kWordBits;
      --at;
      met = at->wall | at->backward[0] | at->backward[1];
    }
    const int bit = highest(met);
    return {static_cast<std::int32_t>(position) + bit, (at->wall >> bit & 1) != 0};
  }

 private:
  const LineBlock* blocks_ = nullptr;
  std::uint32_t words_ = 0;
};

class LineBoard {
 public:
  // walls: lines * words words, with the border.
  LineBoard(std::uint32_t lines, std::uint32_t words, const std::vector<Word>& walls);

  bool operator==(const LineBoard&) const = default;

  Lines read() const noexcept { return {blocks_.data(), words_}; }
  std::uint32_t lines() const noexcept { return lines_; }
  std::uint32_t words() const noexcept { return words_; }
  LineBlock& block(std::uint32_t line, std::uint32_t position) noexcept { return blocks_[index(line, position)]; }
  const LineBlock& block(std::uint32_t line, std::uint32_t position) const noexcept {
    return blocks_[index(line, position)];
  }
  void set_wall(std::uint32_t line, std::uint32_t position, bool wall) noexcept;

  // Whether runs forward (backward) from the cells meet a stop before a wall, as words of a line or of all lines.
  const std::vector<Word>& live_forward() const noexcept { return live_forward_; }
  const std::vector<Word>& live_backward() const noexcept { return live_backward_; }

  // Works the stops and the live cells of one line out of the walls.
  void settle(std::uint32_t line, Corners corners);

  // The same where only some words of a line have cells whose stops may differ, `touched` in rising order. Live cells
  // are followed as far as they differ; adds to `changes` which do.
  void settle(std::uint32_t line, std::span<const std::uint32_t> touched, Corners corners, LiveChanges& changes);

 private:
  std::size_t index(std::uint32_t line, std::uint32_t position) const noexcept {
    return std::size_t{line} * words_ + position / kWordBits;
  }
  void settle_stops(std::uint32_t line, std::uint32_t word, Corners corners) noexcept;
  Word forward_met(std::size_t index, bool carry) const noexcept;
  Word backward_met(std::size_t index, bool carry) const noexcept;
  void follow_forward(std::uint32_t line, std::span<const std::uint32_t> touched, std::vector<std::uint32_t>& changed);
  void follow_backward(std::uint32_t line, std::span<const std::uint32_t> touched, std::vector<std::uint32_t>& changed);

  std::uint32_t lines_;
  std::uint32_t words_;
  std::vector<LineBlock> blocks_;
  std::vector<Word> live_forward_;
  std::vector<Word> live_backward_;
};

}  // namespace pathstar
