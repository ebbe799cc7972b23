#include "indexes/contraction/elimination_tree.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

namespace pathstar {
namespace {

// The roots of merging trees.
class Roots {
 public:
  explicit Roots(std::size_t size) : above_(size) { std::iota(above_.begin(), above_.end(), Node{0}); }

  Node of(Node node) noexcept {
    while (above_[node] != node) node = above_[node] = above_[above_[node]];
    return node;
  }
  void hang(Node root, Node node) noexcept { above_[root] = node; }

 private:
  std::vector<Node> above_;
};

// The links of each node with less important ones.
std::vector<std::vector<Node>> links_down(const HierarchyBuilder& builder, std::span<const Node> order) {
  std::vector<std::vector<Node>> below(order.size());
  for (const Node node : order) {
    for (const auto& link : builder.out(node)) below[link.to].push_back(node);
    if (builder.two_way()) continue;
    for (const auto& link : builder.in(node)) below[link.to].push_back(node);
  }
  return below;
}

}  // namespace

EliminationTree::EliminationTree(const HierarchyBuilder& builder, std::span<const Node> order)
    : first_(order.size(), kNoNode), next_(order.size(), kNoNode) {
  const auto below = links_down(builder, order);
  Roots roots(order.size());
  for (const Node node : order) {
    for (const Node lower : below[node]) {
      const Node root = roots.of(lower);
      if (root == node) continue;
      roots.hang(root, node);
      next_[root] = std::exchange(first_[node], root);
    }
  }
  for (const Node node : order) {
    if (roots.of(node) == node) next_[node] = std::exchange(first_root_, node);
  }
}

std::vector<Node> EliminationTree::in_order() const {
  std::vector<Node> nodes, waiting;
  if (first_root_ != kNoNode) waiting.push_back(first_root_);
  while (!waiting.empty()) {
    const Node node = waiting.back();
    waiting.pop_back();
    nodes.push_back(node);
    if (next_[node] != kNoNode) waiting.push_back(next_[node]);
    if (first_[node] != kNoNode) waiting.push_back(first_[node]);
  }
  return nodes;
}

}  // namespace pathstar
