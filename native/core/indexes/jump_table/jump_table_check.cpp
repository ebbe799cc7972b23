#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "indexes/common/section_reader.hpp"
#include "indexes/jump_table/jump_table.hpp"

namespace pathstar {
namespace {

// Whether the rows correspond to the grid's jump points one by one.
bool has_places(std::span<const JumpCell> cells, const Grid& grid, const JumpBitmaps& bitmaps) noexcept {
  if (bitmaps.slots() != cells.size()) return false;
  const Lines rows = bitmaps.rows().read();
  std::size_t i = 0;
  for (std::uint32_t y = 1; y <= grid.height(); ++y) {
    for (std::uint32_t x = 0; x < grid.width() + 2; x += kWordBits) {
      for (Word special = rows.specials(y, x); special != 0; special &= special - 1, ++i) {
        if (cells[i].y != y || cells[i].x != x + static_cast<std::uint32_t>(lowest(special))) return false;
      }
    }
  }
  return true;
}

bool has_arcs(const JumpCell& cell, std::size_t first) noexcept {
  return cell.first == first &&
         std::all_of(std::begin(cell.after), std::end(cell.after), [&](const JumpCell::Arcs& arcs) {
           return arcs.begin <= std::min(arcs.end, cell.count) && arcs.end <= 2 * std::size_t{cell.count};
         });
}

// Whether an arc's length matches the distance between its ends, so that estimates stay consistent.
bool spans(const JumpArc& arc, const JumpCell& from, const JumpCell& to, bool eight) noexcept {
  const int across = std::abs(int{to.x} - int{from.x}), down = std::abs(int{to.y} - int{from.y});
  const int slope = eight ? std::min(across, down) : down;
  return arc.slope == slope && arc.straight == (eight ? std::max(across, down) - slope : across) && across + down > 0;
}

}  // namespace

void check_jump_tables(const JumpTables& tables, const Grid& grid, const JumpBitmaps& bitmaps) {
  require(has_places(tables.cells, grid, bitmaps), "jump_cells");
  const bool eight = grid.moves().directions == 8;
  std::size_t next = 0;
  for (const JumpCell& cell : tables.cells) {
    require(has_arcs(cell, next) && cell.count <= tables.arcs.size() - next, "jump_cells");
    for (const JumpArc& arc : tables.arcs.subspan(next, cell.count)) {
      require(arc.to.number < tables.cells.size() && spans(arc, cell, tables[arc.to], eight), "jump_arcs");
    }
    next += cell.count;
  }
  require(next == tables.arcs.size(), "jump_arcs");
}

}  // namespace pathstar
