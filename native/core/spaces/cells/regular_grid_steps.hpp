// The steps of a grid, and the cells that must be free for each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/cells/tilings/tiling.hpp"

namespace pathstar {

// The meaning of a step's offset depends on the tiling; see offset_in().
struct RegularGridStep {
  Offset by;
  double length;
};

// A knight's move leads between two cells, side by side, that its straight line crosses; no other step does.
constexpr bool is_knights_move(const Offset& by) noexcept {
  return by.dz == 0 && (by.dx * by.dy == 2 || by.dx * by.dy == -2);
}

constexpr std::array<Offset, 2> cells_between(const Offset& knight) noexcept {
  const std::int32_t dx = knight.dx / 2, dy = knight.dy / 2;  // one of them is 0
  return {Offset{dx, dy, 0}, Offset{knight.dx - dx, knight.dy - dy, 0}};
}

// Computes the legal steps at a cell from the free cells around it.
//
// The cells that matter are the bits of a word. A step is legal if the cells of one of its ways are all free:
//   no_cut      all cells that the straight line between the two centres touches
//   no_squeeze  those of a chain of straight steps from one to the other, inside the box that they span
//   free        the cell it leads to, and for a knight's move one of the two that it passes between
class StepRules {
 public:
  static constexpr std::size_t kMostSteps = 26;

  StepRules(std::span<const Offset> steps, Corners corners);

  const std::vector<Offset>& window() const noexcept { return window_; }

  std::uint32_t legal(std::uint32_t free) const noexcept {
    if (free == all_cells_) return all_steps_;
    std::uint32_t legal = 0;
    for (const Requirement& way : ways_) legal |= (free & way.cells) == way.cells ? way.step : 0;
    return legal;
  }

  // The same for 64 cells at once: takes a word for each cell of the window, with a bit for each of the 64 cells for
  // which it is free, and adds to a word for each step the cells at which it is legal.
  void add_legal(const Word* free, Word* legal) const noexcept {
    for (const Requirement& way : ways_) {
      Word all = kAllOnes;
      for (std::uint32_t cells = way.cells; cells != 0; cells &= cells - 1) all &= free[std::countr_zero(cells)];
      legal[std::countr_zero(way.step)] |= all;
    }
  }

 private:
  struct Requirement {
    std::uint32_t cells;
    std::uint32_t step;
  };

  std::uint32_t bit_of(const Offset& cell);
  void add_ends(const Offset& step, std::uint32_t bit);
  void add_touched(const Offset& step, std::uint32_t bit);
  void add_chains(const Offset& step, const Offset& at, std::uint32_t cells, std::uint32_t bit);

  std::vector<Offset> window_;
  std::vector<Requirement> ways_;
  std::uint32_t all_cells_ = 0;
  std::uint32_t all_steps_ = 0;
};

}  // namespace pathstar
