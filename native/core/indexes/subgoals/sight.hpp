// The subgoals visible from a cell: those reached by an unobstructed diagonal run followed by a straight run.
//
// Runs stop at the first subgoal. Of the straight runs that leave a diagonal on one side, each must be shorter than all
// earlier ones that met a subgoal, because a longer one passes that subgoal. This finds all subgoals that are directly
// reachable in the sense of Uras, Koenig and Hernandez (ICAPS 2013), and a few more, which do no harm.
// Differs from the paper: words of 64 cells instead of clearances cell by cell.
//
// Coordinates are the grid's plus 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "indexes/subgoals/sight_bitmaps.hpp"
#include "spaces/bits.hpp"

namespace pathstar {

class Sight {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  Sight(const SightShape& shape, const SightTables& tables) noexcept : shape_(shape), tables_(tables) {}

  // The number of the subgoal at a place, or kNone. Subgoals are numbered row by row.
  std::uint32_t subgoal(int x, int y) const noexcept {
    const std::size_t i = row_index(x, y);
    const Word bit = bit_at(x), subgoals = tables_.rows[i].subgoal;
    return (subgoals & bit) == 0 ? kNone : tables_.first_subgoal[i] + ones(subgoals & (bit - 1));
  }

  // Calls visit(x, y, straight steps, diagonal steps) for each subgoal seen from a walkable cell.
  template <class Visit>
  void look(int x, int y, Visit&& visit) const {
    for (int side = 0; side < kSides; ++side) look_to(side, x, y, visit);
  }

  // The same for one side: along a straight line, or along a diagonal and the runs that leave it.
  static constexpr int kSides = 8;
  template <class Visit>
  void look_to(int side, int x, int y, Visit&& visit) const {
    switch (side) {
      case 0:
        straight<1, 0>(x, y, 0, kFar, visit);
        return;
      case 1:
        straight<-1, 0>(x, y, 0, kFar, visit);
        return;
      case 2:
        straight<0, 1>(x, y, 0, kFar, visit);
        return;
      case 3:
        straight<0, -1>(x, y, 0, kFar, visit);
        return;
      case 4:
        return slanted<1, 1>(diagonal(x, y, true), x, y, visit);
      case 5:
        return slanted<-1, -1>(diagonal(x, y, true), x, y, visit);
      case 6:
        return slanted<-1, 1>(diagonal(x, y, false), x, y, visit);
      default:
        return slanted<1, -1>(diagonal(x, y, false), x, y, visit);
    }
  }

  // Whether a diagonal run followed by a straight one leads from one walkable cell to another.
  bool reaches(int x, int y, int to_x, int to_y) const noexcept {
    const int dx = to_x - x, dy = to_y - y;
    const int steps = std::min(std::abs(dx), std::abs(dy));
    if (steps > 0 && !open_diagonal(x, y, dx, dy, steps)) return false;
    x += dx > 0 ? steps : -steps;
    y += dy > 0 ? steps : -steps;
    return y == to_y ? open_line(tables_.rows.data() + std::size_t(y) * shape_.across, x, to_x)
                     : open_line(tables_.columns.data() + std::size_t(x) * shape_.down, y, to_y);
  }

 private:
  static constexpr int kFar = 1 << 30;

  std::size_t row_index(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * shape_.across + static_cast<std::size_t>(x) / kWordBits;
  }
  const DiagonalWords* diagonal(int x, int y, bool falling) const noexcept {
    const auto lines = static_cast<int>(shape_.width);
    const int line = falling ? x + (y > x ? (y - x + lines - 1) / lines * lines : 0) - y : (x + y) % lines + lines;
    return tables_.diagonals.data() + static_cast<std::size_t>(line) * shape_.down;
  }

  // Where a run from a position of a line ends: at a wall or a subgoal.
  template <int D>
  static std::pair<int, bool> run(const LineWords* line, int position) noexcept {
    position += D;
    int i = position / kWordBits;
    Word cells = D > 0 ? bits_from(position) : bits_to(position);
    Word ends;
    while ((ends = (line[i].wall | line[i].subgoal) & cells) == 0) {
      i += D;
      cells = kAllOnes;
    }
    const int bit = D > 0 ? lowest(ends) : highest(ends);
    return {i * kWordBits + bit, (line[i].subgoal >> bit & 1) != 0};
  }

  // A straight run after `diagonal` diagonal steps. Returns its length if it meets a subgoal within the limit, else the
  // limit.
  template <int DX, int DY, class Visit>
  int straight(int x, int y, int diagonal, int limit, Visit&& visit) const {
    const auto [position, met] = DX != 0 ? run<DX>(tables_.rows.data() + std::size_t(y) * shape_.across, x)
                                         : run<DY>(tables_.columns.data() + std::size_t(x) * shape_.down, y);
    const int length = std::abs(position - (DX != 0 ? x : y));
    if (!met || length >= limit) return limit;
    visit(DX != 0 ? position : x, DY != 0 ? position : y, length, diagonal);
    return length;
  }

  template <int DX, int DY, class Visit>
  void slanted(const DiagonalWords* line, int x, int y, Visit&& visit) const {
    constexpr SightField kNoStep = DY < 0 ? kNoStepUp : kNoStepDown;
    if ((line[y / kWordBits].field[kNoStep] & bit_at(y)) != 0) return;
    const int first = y + DY;
    int limits[2] = {kFar, kFar};
    Word cells = DY > 0 ? bits_from(first) : bits_to(first);
    for (int i = first / kWordBits;; i += DY, cells = kAllOnes) {
      const Word ends = (line[i].field[kNoStep] | line[i].field[kSubgoal]) & cells;
      if (ends == 0) {
        turns<DX, DY>(x, y, i * kWordBits, line[i], cells, limits, visit);
        continue;
      }
      const int last = DY > 0 ? lowest(ends) : highest(ends);
      cells &= DY > 0 ? bits_to(last) : bits_from(last);
      const bool met = (line[i].field[kSubgoal] >> last & 1) != 0;
      if (met) cells ^= bit_at(last);
      turns<DX, DY>(x, y, i * kWordBits, line[i], cells, limits, visit);
      const int length = std::abs(i * kWordBits + last - y);
      if (met) visit(x + DX * length, y + DY * length, 0, length);
      return;
    }
  }

  // The straight runs from the cells of a diagonal run that meet a subgoal.
  template <int DX, int DY, class Visit>
  void turns(int x, int y, int base, const DiagonalWords& at, Word cells, int (&limits)[2], Visit&& visit) const {
    each_bit<DY>(at.field[DX > 0 ? kSightEast : kSightWest] & cells, [&](int bit) {
      const int row = base + bit, steps = std::abs(row - y);
      limits[0] = straight<DX, 0>(x + DX * steps, row, steps, limits[0], visit);
    });
    each_bit<DY>(at.field[DY > 0 ? kSightSouth : kSightNorth] & cells, [&](int bit) {
      const int row = base + bit, steps = std::abs(row - y);
      limits[1] = straight<0, DY>(x + DX * steps, row, steps, limits[1], visit);
    });
  }

  // Visits the bits from the lowest (D > 0) or from the highest.
  template <int D, class Visit>
  static void each_bit(Word word, Visit&& visit) {
    while (word != 0) {
      const int bit = D > 0 ? lowest(word) : highest(word);
      word ^= bit_at(bit);
      visit(bit);
    }
  }

  bool open_diagonal(int x, int y, int dx, int dy, int steps) const noexcept {
    const DiagonalWords* line = diagonal(x, y, (dx > 0) == (dy > 0));
    const SightField no_step = dy < 0 ? kNoStepUp : kNoStepDown;
    const int low = dy > 0 ? y : y - steps + 1, high = low + steps - 1;  // the rows of the remaining cells
    for (int i = low / kWordBits; i <= high / kWordBits; ++i) {
      Word cells = i == low / kWordBits ? bits_from(low) : kAllOnes;
      if (i == high / kWordBits) cells &= bits_to(high);
      if ((line[i].field[no_step] & cells) != 0) return false;
    }
    return true;
  }

  static bool open_line(const LineWords* line, int from, int to) noexcept {
    if (from > to) std::swap(from, to);
    for (int i = from / kWordBits; i <= to / kWordBits; ++i) {
      Word cells = i == from / kWordBits ? bits_from(from) : kAllOnes;
      if (i == to / kWordBits) cells &= bits_to(to);
      if ((line[i].wall & cells) != 0) return false;
    }
    return true;
  }

  SightShape shape_;
  SightTables tables_;
};

}  // namespace pathstar
