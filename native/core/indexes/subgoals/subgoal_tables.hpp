// The data of the indexes over subgoals: plain arrays, in memory or in a file.
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
  std::shared_ptr<const void> owner;  // of the memory; null if the caller owns it
};

// Converts the tables to sections, and back; `cells`: for an index with labels for all cells. Throws
// std::invalid_argument for sections that do not form an index of this grid, or whose numbers are out of range
// (table_checks.hpp).
std::vector<Section> sections_of(const IndexTables& tables);
IndexTables tables_of(const std::vector<Section>& sections, const Grid& grid, bool cells);

struct BuildOptions {
  bool cells = false;  // labels for all cells, block by block
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;  // for the edges, for the order of the hubs, and for the labels
  BuildCheckpoint* checkpoint = nullptr;              // to resume and to fill, or null
};

// Requires has_subgoals(grid). Resumes from a checkpoint if one is given, and throws std::invalid_argument if it does
// not fit; when the outcome is `done` the checkpoint is empty. `made` is complete only if the outcome is `done`.
Outcome build_tables(const Grid& grid, const BuildOptions& options, const Progress& progress, IndexTables& made);

}  // namespace pathstar
