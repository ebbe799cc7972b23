// The elimination tree of a graph whose nodes are removed in some order.
//
// When to use: to number nodes so that a search finds the ones it visits close together in memory.
// Guarantee: all more important nodes linked to a node are its ancestors.
// Complexity: nearly linear in the links.
// Reference: Liu 1986, A compact row storage scheme for Cholesky factors using elimination trees; Dibbelt, Strasser and
//   Wagner 2016, Customizable contraction hierarchies.
#pragma once

#include <span>
#include <vector>

#include "indexes/contraction/hierarchy_builder.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class EliminationTree {
 public:
  // For a builder that has run; `order` is its result.
  EliminationTree(const HierarchyBuilder& builder, std::span<const Node> order);

  // All nodes in preorder.
  std::vector<Node> in_order() const;

 private:
  Node first_root_ = kNoNode;
  std::vector<Node> first_;  // child of a node
  std::vector<Node> next_;   // sibling
};

}  // namespace pathstar
