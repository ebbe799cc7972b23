#include "indexes/jump_table/jump_table.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>

#include "engine/driver/thread_pool.hpp"
#include "spaces/jumps/jump_view.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kMostArcs = 32767;  // of one cell; twice as many have 16-bit numbers

constexpr bool has(unsigned ways, int way) noexcept { return (ways >> way & 1) != 0; }

// Writes down the runs from one cell after the other.
class Scribe : public JumpView {
 public:
  Scribe(const Grid& grid, const JumpBitmaps& bitmaps)
      : JumpView(grid, bitmaps, 0, HeuristicKind::zero, 0.0), eight_(grid.moves().directions == 8) {}

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

// Writes down the cells of one row. False if one has too many arcs.
bool write_row(Scribe& scribe, const Grid& grid, const Lines& rows, std::uint32_t y, JumpTable& table) {
  for (std::uint32_t x = 0; x < grid.width() + 2; x += kWordBits) {
    for (Word special = rows.specials(y, x); special != 0; special &= special - 1) {
      if (!scribe.write(static_cast<int>(x) + lowest(special), static_cast<int>(y), table)) return false;
    }
  }
  return true;
}

Outcome join(std::vector<JumpTable>& rows, JumpTable& made) {
  std::size_t cells = 0, arcs = 0;
  for (const JumpTable& row : rows) cells += row.cells.size(), arcs += row.arcs.size();
  if (arcs > UINT32_MAX) return Outcome::too_many;
  made.cells.reserve(cells);
  made.arcs.reserve(arcs);
  for (JumpTable& row : rows) {
    const auto moved = static_cast<std::uint32_t>(made.arcs.size());
    for (JumpCell& cell : row.cells) {
      cell.first += moved;
      made.cells.push_back(cell);
    }
    made.arcs.insert(made.arcs.end(), row.arcs.begin(), row.arcs.end());
    row = {};
  }
  return Outcome::done;
}

}  // namespace

Outcome make_jump_table(const Grid& grid, const JumpBitmaps& bitmaps, std::uint64_t most_bytes, unsigned threads,
                        const Progress& progress, JumpTable& made) {
  const Lines lines = bitmaps.rows().read();
  std::vector<JumpTable> rows(grid.height());
  std::atomic<std::uint64_t> bytes{0};
  std::atomic<std::size_t> done{0};
  std::atomic<bool> too_large{false}, too_many{false};
  const Poll poll = [&] { return too_large || too_many || progress(static_cast<double>(done) / grid.height()); };
  const bool stopped = parallel_for_with(rows.size(), threads, poll, [&]() -> RowWork {
    const auto scribe = std::make_shared<Scribe>(grid, bitmaps);
    return [&, scribe](std::size_t row, const Poll&) {
      if (too_large || too_many) return;
      JumpTable& table = rows[row];
      const bool fits = write_row(*scribe, grid, lines, static_cast<std::uint32_t>(row) + 1, table);
      bytes += table.arcs.size() * sizeof(JumpArc) + table.cells.size() * sizeof(JumpCell);
      if (!fits) too_many = true;
      if (bytes > most_bytes) too_large = true;
      ++done;
    };
  });
  if (too_many) return Outcome::too_many;
  if (too_large) return Outcome::too_large;
  return stopped ? Outcome::stopped : join(rows, made);
}

}  // namespace pathstar
