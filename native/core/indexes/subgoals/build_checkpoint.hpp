// How far the build of an index over subgoals has come, so that it can be broken off, kept, and taken up again.
//
// A build fills its checkpoint as it goes: the order of the hubs, the labels of the subgoals, and the labels of the
// blocks portion by portion. One that begins with a checkpoint that is filled in part makes only what is missing, and
// the index is the same to the last byte.
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
  // What sections() returned before, for a build on this grid. Sections that do not belong together or to the grid, or
  // whose numbers lead out of them (table_checks.hpp), raise std::invalid_argument.
  void restore(const std::vector<Section>& sections, const Grid& grid);

  // Raises std::invalid_argument if what was restored is not of a graph of so many vertices and so many blocks, as
  // after an edit of the grid.
  void check_fits(std::size_t vertices, std::size_t blocks) const;

  // What is done, to be kept: arrays of this checkpoint, and some that live as long as the answer. To be asked for on
  // the thread that builds, as when that tells of its progress; others may go on with their portions.
  struct Kept {
    std::vector<Section> sections;
    std::deque<std::vector<std::uint32_t>> gathered;
  };
  Kept sections() const;

  std::vector<std::uint32_t> order;         // empty until it is known
  Labels labels;                            // likewise
  std::unique_ptr<BlockPortions> portions;  // none until they are begun
};

}  // namespace pathstar
