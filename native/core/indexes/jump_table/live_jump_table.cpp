#include "indexes/jump_table/live_jump_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pathstar {
namespace {

constexpr std::size_t kShare = 8;     // one in this many cells may be written again
constexpr std::size_t kAlways = 256;  // and this many in any case

BoardPlace place_of(const JumpCell& cell) noexcept { return {cell.x, cell.y}; }

bool earlier(BoardPlace a, BoardPlace b) noexcept { return a.y != b.y ? a.y < b.y : a.x < b.x; }

// The jump points of a row.
std::vector<BoardPlace> specials(const Lines& rows, std::uint32_t width, std::uint32_t y) {
  std::vector<BoardPlace> places;
  for (std::uint32_t x = 0; x < width; x += kWordBits) {
    for (Word special = rows.specials(y, x); special != 0; special &= special - 1) {
      places.push_back({x + static_cast<std::uint32_t>(lowest(special)), y});
    }
  }
  return places;
}

}  // namespace

LiveJumpTable::LiveJumpTable(const Grid& grid, const JumpTables& tables) : changed_(grid) { take(tables); }

void LiveJumpTable::take(const JumpTables& tables) {
  cells_.assign(tables.cells.begin(), tables.cells.end());
  arcs_.assign(tables.arcs.begin(), tables.arcs.end());
  room_.clear();
  for (const JumpCell& cell : cells_) room_.push_back(cell.count);
  rows_.clear();
  for (std::uint32_t rank = 0; rank < cells_.size(); ++rank) rows_.push_back({rank});
  free_.clear();
  live_arcs_ = arcs_.size();
}

bool LiveJumpTable::repair(const Grid& grid, const JumpBitmaps& bitmaps, std::span<const Node> edited) {
  if (edited.empty()) return true;
  changed_.find(bitmaps, edited);
  if (changed_.places().size() > std::max(kAlways, rows_.size() / kShare)) return false;
  renumber(grid, bitmaps);
  JumpScribe scribe(grid, bitmaps);
  JumpTable row;
  for (const BoardPlace& place : changed_.places()) {
    row.cells.clear();
    row.arcs.clear();
    if (!scribe.write(static_cast<int>(place.x), static_cast<int>(place.y), row)) return false;
    for (JumpArc& arc : row.arcs) arc.to = rows_[arc.to.number];
    put(rows_[scribe.rank(place.x, place.y)], row.cells.front(), row.arcs);
  }
  if (arcs_.size() > 2 * live_arcs_ + 4096) {
    const JumpTable table = in_order();
    take(table.tables());
  }
  return true;
}

// Removes former jump points and adds new ones.
void LiveJumpTable::renumber(const Grid& grid, const JumpBitmaps& bitmaps) {
  const Lines lines = bitmaps.rows().read();
  const std::uint32_t width = grid.width() + 2;
  std::vector<TableRow> rows;
  rows.reserve(rows_.size() + changed_.places().size());
  auto from = rows_.begin();
  const auto begins = [&](std::uint32_t y) {
    return std::partition_point(from, rows_.end(), [&](TableRow row) { return cells_[row.number].y < y; });
  };
  for (const std::uint32_t y : changed_.rows()) {
    const auto begin = begins(y);
    rows.insert(rows.end(), from, begin);
    from = begin;
    const auto end = begins(y + 1);
    // First the removed ones, so that their numbers can be reused.
    const std::vector<BoardPlace> now = specials(lines, width, y);
    std::vector<TableRow> stay;
    for (; from != end; ++from) {
      JumpCell& cell = cells_[from->number];
      if (std::binary_search(now.begin(), now.end(), place_of(cell), earlier)) {
        stay.push_back(*from);
      } else {
        live_arcs_ -= cell.count;
        cell.count = 0;
        free_.push_back(*from);
      }
    }
    auto kept = stay.begin();
    for (const BoardPlace& place : now) {
      const bool stays = kept != stay.end() && place_of(cells_[kept->number]) == place;
      rows.push_back(stays ? *kept++ : new_row(place));
    }
  }
  rows.insert(rows.end(), from, rows_.end());
  rows_ = std::move(rows);
}

TableRow LiveJumpTable::new_row(BoardPlace place) {
  if (free_.empty()) {
    free_.push_back({static_cast<std::uint32_t>(cells_.size())});
    cells_.emplace_back();
    room_.push_back(0);
  }
  const TableRow row = free_.back();
  free_.pop_back();
  cells_[row.number].x = static_cast<std::uint16_t>(place.x);
  cells_[row.number].y = static_cast<std::uint16_t>(place.y);
  return row;
}

void LiveJumpTable::put(TableRow row, const JumpCell& cell, std::span<const JumpArc> arcs) {
  JumpCell& own = cells_[row.number];
  std::uint32_t first = own.first;
  live_arcs_ += arcs.size();
  live_arcs_ -= own.count;
  own = cell;
  if (arcs.size() > room_[row.number]) {
    first = static_cast<std::uint32_t>(arcs_.size());
    arcs_.resize(arcs_.size() + arcs.size());
    room_[row.number] = static_cast<std::uint16_t>(arcs.size());
  }
  own.first = first;
  std::copy(arcs.begin(), arcs.end(), arcs_.begin() + first);
}

JumpTable LiveJumpTable::in_order() const {
  std::vector<TableRow> moved(cells_.size());  // by row: its place in order
  for (std::uint32_t rank = 0; rank < rows_.size(); ++rank) moved[rows_[rank].number] = {rank};
  JumpTable table;
  table.cells.reserve(rows_.size());
  table.arcs.reserve(live_arcs_);
  for (const TableRow row : rows_) {
    JumpCell& cell = table.cells.emplace_back(cells_[row.number]);
    const auto arcs = arcs_.begin() + cell.first;
    cell.first = static_cast<std::uint32_t>(table.arcs.size());
    std::transform(arcs, arcs + cell.count, std::back_inserter(table.arcs),
                   [&](const JumpArc& arc) { return JumpArc{moved[arc.to.number], arc.straight, arc.slope}; });
  }
  return table;
}

}  // namespace pathstar
