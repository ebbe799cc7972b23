#include "indexes/jump_table/jump_table.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>

#include "engine/driver/thread_pool.hpp"
#include "indexes/jump_table/jump_scribe.hpp"

namespace pathstar {
namespace {

// Writes the cells of one row. False if one has too many arcs.
bool write_row(JumpScribe& scribe, const Grid& grid, const Lines& rows, std::uint32_t y, JumpTable& table) {
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
    const auto scribe = std::make_shared<JumpScribe>(grid, bitmaps);
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
