// What the indexes over subgoals consist of: plain arrays, in memory or in a file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "indexes/common/step_units.hpp"
#include "indexes/hub_labels/block_labels.hpp"
#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/build_checkpoint.hpp"
#include "indexes/subgoals/sight_bitmaps.hpp"
#include "spaces/cells/grid.hpp"

namespace pathstar {

struct IndexTables {
  StepUnits units;
  SightTables sight;
  LabelTables labels;
  BlockLabelTables blocks;            // empty if only subgoals have labels
  std::shared_ptr<const void> owner;  // of the memory; none if that is the caller's
};

// The tables as sections, and back; `cells`: of an index with labels for all cells. Sections that do not make up an
// index of this grid, or whose numbers lead out of them (table_checks.hpp), raise std::invalid_argument.
std::vector<Section> sections_of(const IndexTables& tables);
IndexTables tables_of(const std::vector<Section>& sections, const Grid& grid, bool cells);

// What to build.
struct BuildOptions {
  bool cells = false;  // labels for all cells, block by block
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;  // of the blocks' labels
  BuildCheckpoint* checkpoint = nullptr;              // to go on with and to keep; none if nobody asks
};

// Where a checkpoint is given, it takes up what is done, and a checkpoint that does not fit raises
// std::invalid_argument; once the outcome is `done` there is nothing left in it. For a grid for which has_subgoals().
// `made` is complete only if the outcome is `done`.
Outcome build_tables(const Grid& grid, const BuildOptions& options, const Progress& progress, IndexTables& made);

}  // namespace pathstar
