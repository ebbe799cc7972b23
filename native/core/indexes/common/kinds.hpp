// The kinds of index, and the two ways to get one: build it, or open a saved one.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "indexes/hierarchy/gates.hpp"
#include "indexes/landmarks/landmark_builder.hpp"
#include "indexes/subgoals/build_checkpoint.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"

namespace pathstar {

enum class IndexKind : std::uint8_t {
  jump_table,
  subgoal,
  hub_labels,
  contraction_hierarchies,
  landmarks,
  customizable,
  hierarchy
};

struct BuildLimits {
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;  // for data that may exceed a few times the map's size
  std::uint32_t landmarks = 16;
  LandmarkChoice landmark_choice = LandmarkChoice::farthest;
  std::shared_ptr<const Index> order = {};  // the index whose order a customizable index takes, if any
  BuildCheckpoint* checkpoint = nullptr;    // progress of an index over subgoals to resume; see subgoal_tables.hpp
  Entrances entrances = Entrances::few;     // of a hierarchy's clusters
};

// The index has more parts than its numbers can count, whatever the memory limit.
struct TooManyParts : std::length_error {
  TooManyParts() : std::length_error("the index has more parts than there are numbers for") {}
};

// Nothing if it was stopped or would exceed the memory limit; throws TooManyParts if no memory limit would be enough,
// and WrongOrder for an order that does not fit. The space must fit. It works on a copy of a grid, so edits need not
// wait.
std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<Grid> grid, const BuildLimits& limits,
                                   const Progress& progress);
std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<Graph> graph, const BuildLimits& limits,
                                   const Progress& progress);
std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<RegularGrid> regular_grid, const BuildLimits& limits,
                                   const Progress& progress);

// Throws std::invalid_argument for sections that do not form an index of this kind and space, or whose numbers are out
// of range: no query reads or writes beyond an opened index. Whether its paths are right is not checked. The sections'
// memory must outlive the index.
std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<Grid> grid, const std::vector<Section>& sections);
std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<Graph> graph, const std::vector<Section>& sections);
std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<RegularGrid> regular_grid,
                                  const std::vector<Section>& sections);

}  // namespace pathstar
