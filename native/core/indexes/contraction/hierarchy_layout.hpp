// The memory layout of a hierarchy.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/contraction/hierarchy.hpp"
#include "indexes/contraction/hierarchy_builder.hpp"

namespace pathstar {

// The arrays behind the tables of a built hierarchy.
struct HierarchyArrays {
  std::vector<std::uint32_t> number_of;
  std::vector<Node> node_of;
  std::vector<FirstArcs> first;
  std::vector<HierarchyArc> arcs;
  std::vector<ArcInside> inside;
};

// `order`: all nodes, the least important first; `in_tree`: all nodes in the order of the elimination tree. The `top`
// most important ones get the lowest numbers.
HierarchyArrays lay_out(const HierarchyBuilder& builder, std::span<const Node> order, std::span<const Node> in_tree,
                        std::size_t top);

}  // namespace pathstar
