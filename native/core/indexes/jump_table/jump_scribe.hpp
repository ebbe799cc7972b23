// Writes the runs from jump points as rows of a jump table.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "indexes/jump_table/jump_table.hpp"
#include "spaces/jumps/jump_view.hpp"

namespace pathstar {

class JumpScribe : public JumpView {
 public:
  JumpScribe(const Grid& grid, const JumpBitmaps& bitmaps)
      : JumpView(grid, bitmaps, 0, HeuristicKind::zero, 0.0), eight_(grid.moves().directions == 8) {}

  // The number of a jump point in the order of the bitmaps.
  std::uint32_t rank(std::uint32_t x, std::uint32_t y) const noexcept { return slot(at(x, y)).number; }

  // Adds the row of a jump point to a table in the order of the bitmaps, whose rows are numbered by rank. False if the
  // cell has too many arcs.
  bool write(int x, int y, JumpTable& table) {
    JumpCell cell{};
    cell.x = static_cast<std::uint16_t>(x);
    cell.y = static_cast<std::uint16_t>(y);
    cell.first = static_cast<std::uint32_t>(table.arcs.size());
    for (std::vector<JumpArc>& run : runs_) run.clear();
    from_start(Collect{*this, x, y, cell});
    std::size_t before[kWays + 1] = {0};
    for (int way = 0; way < kWays; ++way) {
      before[way + 1] = before[way] + runs_[way].size();
      table.arcs.insert(table.arcs.end(), runs_[way].begin(), runs_[way].end());
    }
    if (before[kWays] > kMostArcs) return false;
    cell.count = static_cast<std::uint16_t>(before[kWays]);
    for (int arrival = 0; arrival < kArrivals; ++arrival) settle(arrival, x, y, before, cell);
    table.cells.push_back(cell);
    return true;
  }

 private:
  static constexpr std::size_t kMostArcs = 32767;  // for one cell; twice as many fit 16-bit numbers

  static constexpr bool has(unsigned ways, int way) noexcept { return (ways >> way & 1) != 0; }

  struct Collect {
    JumpScribe& scribe;
    int x, y;
    JumpCell& cell;

    template <int DX, int DY>
    void straight() const {
      scribe.JumpView::straight<DX, DY>(x, y, [this](Node to, Cost) { scribe.add(compass(DX, DY), x, y, to); });
    }
    template <int DX, int DY>
    void slanted() const {
      const int length =
          scribe.JumpView::slanted<DX, DY>(x, y, [this](Node to, Cost) { scribe.add(compass(DX, DY), x, y, to); });
      cell.reach[compass(DX, DY) / 2] = static_cast<std::uint16_t>(length);
    }
  };

  struct Note {
    unsigned& ways;

    template <int DX, int DY>
    void straight() const {
      ways |= 1u << compass(DX, DY);
    }
    template <int DX, int DY>
    void slanted() const {
      ways |= 1u << compass(DX, DY);
    }
  };

  void add(int way, int x, int y, Node to) {
    const auto across = static_cast<std::uint32_t>(std::abs(static_cast<int>(x_of(to)) - x));
    const auto down = static_cast<std::uint32_t>(std::abs(static_cast<int>(y_of(to)) - y));
    const std::uint32_t slope = eight_ ? std::min(across, down) : down;
    const std::uint32_t straight = eight_ ? std::max(across, down) - slope : across;
    runs_[way].push_back(
        {TableRow{slot(to).number}, static_cast<std::uint16_t>(straight), static_cast<std::uint16_t>(slope)});
  }

  void settle(int arrival, int x, int y, const std::size_t* before, JumpCell& cell) const {
    // Without diagonals, runs stop only along rows.
    if (arrival == kNone || (!eight_ && arrival != kEast && arrival != kWest)) return;
    unsigned ways = 0;
    after(arrival, x, y, Note{ways});
    cell.ways[arrival] = static_cast<std::uint8_t>(ways);
    // A path may continue in directions up to some angle on both sides of the arrival.
    const int ahead = compass(arrival % 3 - 1, arrival / 3 - 1);
    int left = 0, right = 0;
    for (int turn = 1; turn < kWays / 2; ++turn) {
      if (has(ways, (ahead - turn) & 7)) left = turn;
      if (has(ways, (ahead + turn) & 7)) right = turn;
    }
    const int from = (ahead - left) & 7, to = (ahead + right) & 7;
    const std::size_t begin = before[from], end = before[to + 1] + (from > to ? before[kWays] : 0);
    cell.after[arrival] = {static_cast<std::uint16_t>(begin), static_cast<std::uint16_t>(end)};
  }

  bool eight_;
  std::vector<JumpArc> runs_[kWays];
};

}  // namespace pathstar
