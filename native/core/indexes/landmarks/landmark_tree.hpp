// Where the bounds of the landmarks so far say least: the choice "avoid" (Goldberg and Werneck 2005, Computing
// point-to-point shortest paths from external memory).
//
// Of a tree of cheapest ways from a root, each node weighs as much as the bound between the root and it is too low; a
// subtree as much as its nodes, or nothing if there is a landmark in it. From the heaviest subtree's top one goes down,
// always to the heaviest child: the leaf is where ways end that no landmark lies behind.
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

  // parent: kNoNode for a root. lacks: how much the bound between root and node is too low.
  void add(Node node, Node parent, std::uint64_t lacks) {
    parents_[node] = parent;
    weights_[node] = lacks;
    if (parent != kNoNode) ++children_[parent];
    reached_.push_back(node);
  }
  void bar(Node landmark) { barred_[landmark] = true; }

  // After all were added: adds up subtrees, from the leaves on. False if the poll stopped it.
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

  // What a node's subtree weighs.
  std::uint64_t weight(Node node) const noexcept { return weights_[node]; }

  // The leaf to which the heaviest ways lead.
  Node leaf_below(Node node) const noexcept {
    while (heaviest_[node] != kNoNode) node = heaviest_[node];
    return node;
  }

 private:
  static constexpr std::uint32_t kNodesPerPoll = 1 << 16;

  // Tells the parent of a node all of whose children are done, and answers it.
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
  std::vector<std::uint32_t> children_;  // that are not done
  std::vector<std::uint64_t> weights_;
  std::vector<bool> barred_;  // whether a landmark is in the subtree
  std::vector<Node> reached_;
};

}  // namespace pathstar
