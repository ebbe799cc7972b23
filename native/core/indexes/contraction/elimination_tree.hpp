// The elimination tree of a graph whose nodes are taken out in some order.
//
// When to use: to number nodes so that those a search visits together lie
// together. Guarantee: all more important nodes that a node is linked with hang
// above it. Complexity: near linear in the links. Reference: Liu 1986, A
// compact row storage scheme for Cholesky factors using elimination trees;
// Dibbelt, Strasser and
//   Wagner 2016, Customizable contraction hierarchies.
#pragma once

#include <span>
#include <vector>

#include "indexes/contraction/hierarchy_builder.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class EliminationTree {
 public:
  // Of a builder that has run; `order` is what it answered.
  EliminationTree(const HierarchyBuilder& builder, std::span<const Node> order);

  // All nodes: each after the one that it hangs under, and before the next that
  // hangs there.
  std::vector<Node> in_order() const;

 private:
  Node first_root_ = kNoNode;
  std::vector<Node> first_;  // that hangs under a node
  std::vector<Node> next_;   // that hangs under the same
};

}  // namespace pathstar
