#include "indexes/jump_table.hpp"

#include <algorithm>
#include <cstdlib>

#include "spaces/jump_view.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kMostArcs = 32767;  // of one cell; twice as many have 16-bit numbers

constexpr bool has(unsigned ways, int way) noexcept { return (ways >> way & 1) != 0; }

// Writes down the runs from one cell after the other.
class Scribe : public JumpView {
 public:
  Scribe(const Grid& grid, const JumpBoards& boards)
      : JumpView(grid, boards, 0, HeuristicKind::zero, 0.0), eight_(grid.moves().directions == 8) {}

  // False if the cell has too many arcs.
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
  struct Collect {
    Scribe& scribe;
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
    runs_[way].push_back({slot(to), static_cast<std::uint16_t>(straight), static_cast<std::uint16_t>(slope)});
  }

  void settle(int arrival, int x, int y, const std::size_t* before, JumpCell& cell) const {
    // Without diagonals, runs stop along rows only.
    if (arrival == kNone || (!eight_ && arrival != kEast && arrival != kWest)) return;
    unsigned ways = 0;
    after(arrival, x, y, Note{ways});
    cell.ways[arrival] = static_cast<std::uint8_t>(ways);
    // What goes on are the ways up to some angle on both sides of the arrival's.
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

}  // namespace

Outcome make_jump_table(const Grid& grid, const JumpBoards& boards, std::uint64_t most_bytes, const Progress& progress,
                        JumpTable& made) {
  Scribe scribe(grid, boards);
  const Lines rows = boards.rows().read();
  made.cells.reserve(boards.slots());
  for (std::uint32_t y = 1; y <= grid.height(); ++y) {
    if (progress((y - 1.0) / grid.height())) return Outcome::stopped;
    for (std::uint32_t x = 0; x < grid.width() + 2; x += kWordBits) {
      for (Word special = rows.block(y, x).special; special != 0; special &= special - 1) {
        const bool fits = scribe.write(static_cast<int>(x) + lowest(special), static_cast<int>(y), made);
        if (!fits || made.arcs.size() > UINT32_MAX) return Outcome::too_large;
      }
    }
    const std::uint64_t bytes = made.arcs.size() * sizeof(JumpArc) + made.cells.size() * sizeof(JumpCell);
    if (bytes > most_bytes) return Outcome::too_large;
  }
  return Outcome::done;
}

}  // namespace pathstar
