// A jump table that is kept current over edits of its grid.
//
// Its cells keep their numbers as jump points come and go, so an edit only rewrites the rows whose runs may have
// changed (changed_jump_points.hpp). Searches equal those over a new table, arc by arc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexes/jump_table/changed_jump_points.hpp"
#include "indexes/jump_table/jump_scribe.hpp"
#include "indexes/jump_table/jump_table.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"

namespace pathstar {

class LiveJumpTable {
 public:
  // Copies the tables, which are in the order of the bitmaps.
  LiveJumpTable(const Grid& grid, const JumpTables& tables);

  // Call it after an edit of these nodes, when the bitmaps are up to date. False if so much has changed that building
  // the table again takes no longer, or if a cell has too many arcs; then the table is unusable.
  bool repair(const Grid& grid, const JumpBitmaps& bitmaps, std::span<const Node> edited);

  JumpTables tables() const noexcept { return {cells_, arcs_, rows_}; }

  // The same table in the order of the bitmaps, as a new build would make it.
  JumpTable in_order() const;

 private:
  void take(const JumpTables& tables);
  void renumber(const Grid& grid, const JumpBitmaps& bitmaps);
  TableRow new_row(BoardPlace place);
  void put(TableRow row, const JumpCell& cell, std::span<const JumpArc> arcs);

  ChangedJumpPoints changed_;
  std::vector<JumpCell> cells_;
  std::vector<JumpArc> arcs_;        // each cell's arcs are contiguous; there may be gaps
  std::vector<std::uint16_t> room_;  // per cell: the capacity for arcs at its position
  std::vector<TableRow> rows_;       // of the jump points, in the order of the bitmaps
  std::vector<TableRow> free_;       // those of former jump points
  std::size_t live_arcs_ = 0;
};

}  // namespace pathstar
