// Finds where the bounds of the landmarks so far say least: the selection "avoid" (Goldberg and Werneck 2005, Computing
// point-to-point shortest paths from external memory).
//
// In a tree of cheapest paths from a root, the weight of a node is the amount by which the bound from the root to it is
// too low; the weight of a subtree is the sum over its nodes, or 0 if it contains a landmark. From the top of the
// heaviest subtree the search descends, always to the heaviest child, to a leaf: paths without a landmark behind them
// end there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/driver/poll.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class LandmarkTree {
 public:
  explicit LandmarkTree(std::uint32_t nodes)
      : parents_(nodes, kNoNode), heaviest_(nodes, kNoNode), children_(nodes, 0), weights_(nodes, 0), barred_(nodes) {}

  // parent: kNoNode for a root. lacks: the amount by which the bound from root to node is too low.
  void add(Node node, Node parent, std::uint64_t lacks) {
    parents_[node] = parent;
    weights_[node] = lacks;
    if (parent != kNoNode) ++children_[parent];
    reached_.push_back(node);
  }
  void bar(Node landmark) { barred_[landmark] = true; }

  // After all nodes were added: sums the subtrees from the leaves up. False if the poll stopped it.
  bool sum(const Poll& poll) {
    std::vector<Node> leaves;
    for (const Node node : reached_) {
      if (children_[node] == 0) leaves.push_back(node);
    }
    std::uint32_t done = 0;
    for (const Node node : leaves) {
      for (Node parent = finished(node); parent != kNoNode && --children_[parent] == 0; parent = finished(parent)) {
        if (++done % kNodesPerPoll == 0 && poll()) return false;
      }
    }
    return true;
  }

  // The weight of a node's subtree.
  std::uint64_t weight(Node node) const noexcept { return weights_[node]; }

  // The leaf below a node, along the heaviest children.
  Node leaf_below(Node node) const noexcept {
    while (heaviest_[node] != kNoNode) node = heaviest_[node];
    return node;
  }

 private:
  static constexpr std::uint32_t kNodesPerPoll = 1 << 16;

  // Adds a finished node to its parent, and returns the parent.
  Node finished(Node node) {
    const Node parent = parents_[node];
    if (barred_[node]) weights_[node] = 0;
    if (parent == kNoNode) return kNoNode;
    if (barred_[node]) barred_[parent] = true;
    weights_[parent] += weights_[node];
    Node& heaviest = heaviest_[parent];
    if (heaviest == kNoNode || weights_[node] > weights_[heaviest]) heaviest = node;
    return parent;
  }

  std::vector<Node> parents_, heaviest_;
  std::vector<std::uint32_t> children_;  // unfinished ones
  std::vector<std::uint64_t> weights_;
  std::vector<bool> barred_;  // whether a landmark is in the subtree
  std::vector<Node> reached_;
};

}  // namespace pathstar
