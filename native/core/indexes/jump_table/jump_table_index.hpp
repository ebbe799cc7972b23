// A jump table (jump_table.hpp) for many queries, together with the islands, so that "no path" costs no search.
//
// It searches like other finders, over its own view: it steps, traces and takes limits. The first edit copies the
// table, which is repaired from then on (live_jump_table.hpp).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/jump_table/jump_table.hpp"

namespace pathstar {

struct JumpTableParts {
  JumpTables jumps;
  std::span<const std::int32_t> islands;  // per cell of the grid: the number of its island
  std::shared_ptr<const void> owner;      // owner of the memory; none if the caller owns it
};

std::shared_ptr<Index> make_jump_table_index(std::shared_ptr<Grid> grid, std::uint64_t revision, JumpTableParts parts);

// Throws std::invalid_argument for sections that do not form a table of the grid; see check_jump_tables().
std::shared_ptr<Index> open_jump_table_index(std::shared_ptr<Grid> grid, const std::vector<Section>& sections);

Outcome build_jump_table_parts(const Grid& grid, std::uint64_t most_bytes, unsigned threads, const Progress& progress,
                               JumpTableParts& made);

}  // namespace pathstar
