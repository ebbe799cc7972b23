// The kinds of index, and the two ways to get one: build it, or open what was saved.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "indexes/landmarks/landmark_builder.hpp"
#include "indexes/subgoals/build_checkpoint.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"

namespace pathstar {

enum class IndexKind : std::uint8_t { jump_table, subgoal, hub_labels, contraction_hierarchies, landmarks };

struct BuildLimits {
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;  // of what grows with the map beyond a few times its size
  std::uint32_t landmarks = 16;
  LandmarkChoice landmark_choice = LandmarkChoice::farthest;
  BuildCheckpoint* checkpoint = nullptr;  // of an index over subgoals, to go on with; see index_tables.hpp
};

// An index of this kind does not have numbers for all its parts, however much memory it may take.
struct TooManyParts : std::length_error {
  TooManyParts() : std::length_error("the index has more parts than there are numbers for") {}
};

// Nothing if it was told to stop, or would take more memory than it may; TooManyParts if that would not help. The space
// must fit. Works on a copy of a grid, so that an edit meanwhile waits for nothing.
std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<Grid> grid, const BuildLimits& limits,
                                   const Progress& progress);
std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<Graph> graph, const BuildLimits& limits,
                                   const Progress& progress);
std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<RegularGrid> regular_grid, const BuildLimits& limits,
                                   const Progress& progress);

// Sections that do not make up an index of this kind and space raise std::invalid_argument, and so do numbers that lead
// out of them: no query reads or writes beyond an index that was opened. That its paths are right is taken on trust.
// The sections' memory must outlive the index.
std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<Grid> grid, const std::vector<Section>& sections);
std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<Graph> graph, const std::vector<Section>& sections);
std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<RegularGrid> regular_grid,
                                  const std::vector<Section>& sections);

}  // namespace pathstar
