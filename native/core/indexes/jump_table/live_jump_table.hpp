// A jump table that is kept over edits of its grid.
//
// Its cells have numbers that stay, whatever jump points come and go, so that an edit writes the rows of those alone
// that may lead elsewhere (changed_jump_points.hpp). Searches are those over a new table, arc by arc.
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

  // After an edit of these nodes, which the bitmaps have taken over. False if so much has changed that to build the
  // table again takes no longer, or if a cell has too many arcs; then it is of no more use.
  bool repair(const Grid& grid, const JumpBitmaps& bitmaps, std::span<const Node> edited);

  JumpTables tables() const noexcept { return {cells_, arcs_, numbers_}; }

  // The same table in the order of the bitmaps: as it would be if it was built now.
  JumpTable in_order() const;

 private:
  void take(const JumpTables& tables);
  void renumber(const Grid& grid, const JumpBitmaps& bitmaps);
  std::uint32_t new_number(BoardPlace place);
  void put(std::uint32_t number, const JumpCell& cell, std::span<const JumpArc> arcs);

  ChangedJumpPoints changed_;
  std::vector<JumpCell> cells_;
  std::vector<JumpArc> arcs_;           // a cell's lie together; there may be gaps
  std::vector<std::uint16_t> room_;     // per cell: for how many arcs there is room where its arcs lie
  std::vector<std::uint32_t> numbers_;  // of the jump points, in the order of the bitmaps
  std::vector<std::uint32_t> free_;     // numbers of cells that are no jump points any more
  std::size_t live_arcs_ = 0;
};

}  // namespace pathstar
