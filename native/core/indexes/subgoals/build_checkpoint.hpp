// The progress of the build of an index over subgoals, so that it can be interrupted, saved and resumed.
//
// A build fills its checkpoint as it goes: the order of the hubs, the labels of the subgoals, and the labels of the
// blocks portion by portion. A build that starts with a partly filled checkpoint makes only what is missing, and the
// index is the same to the last byte.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "indexes/common/section.hpp"
#include "indexes/hub_labels/block_labels.hpp"
#include "indexes/hub_labels/labels.hpp"
#include "spaces/cells/grid.hpp"

namespace pathstar {

class BuildCheckpoint {
 public:
  // Restores an earlier result of sections() for a build on this grid. Throws std::invalid_argument for sections that
  // do not belong together or to the grid, or whose numbers are out of range (table_checks.hpp).
  void restore(const std::vector<Section>& sections, const Grid& grid);

  // Throws std::invalid_argument if the restored data has another number of vertices or blocks, as after an edit of the
  // grid.
  void check_fits(std::size_t vertices, std::size_t blocks) const;

  // The progress to save: arrays of this checkpoint, and some that live as long as the result. Call it on the building
  // thread, as during a progress report; other threads may go on with their portions.
  struct Kept {
    std::vector<Section> sections;
    std::deque<std::vector<std::uint32_t>> gathered;
  };
  Kept sections() const;

  std::vector<std::uint32_t> order;         // empty until it is known
  Labels labels;                            // empty until it is known
  std::unique_ptr<BlockPortions> portions;  // none until they are started
};

}  // namespace pathstar
