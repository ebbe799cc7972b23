// An index with an order from the space's steps alone, and costs that are filled in afterwards.
//
// When to use: many queries on weighted ground, or with changes of costs between them.
// Needs: a grid, regular grid or graph with small separators; two numbers for each arc.
// Guarantee: optimal. An edit of costs, or one that closes or opens nodes, is followed at the next use. Too many nodes
//   with steps unknown to the order make it stale (openings.hpp).
// Complexity: see customization.hpp, climb.hpp and cost_repair.hpp.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies.
// Differs from the paper: see dissection.hpp and frame.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"

namespace pathstar {

// The given order does not fit this space.
struct WrongOrder : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct CustomizableOptions {
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;
  std::shared_ptr<const Index> order = {};  // an index of this kind whose order is used, or none
};

// Space is Grid, RegularGrid or Graph. Nothing if it was stopped, or would exceed the memory limit. Throws WrongOrder
// if the given order is of another kind of index or space, or does not know all steps.
template <class Space>
std::shared_ptr<Index> build_customizable(std::shared_ptr<Space> space, const CustomizableOptions& options,
                                          const Progress& progress);

// Throws std::invalid_argument for sections that do not form such an index.
template <class Space>
std::shared_ptr<Index> open_customizable(std::shared_ptr<Space> space, const std::vector<Section>& sections);

}  // namespace pathstar
