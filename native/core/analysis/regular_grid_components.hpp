// The weakly connected components of any space: different labels mean that there is no path.
//
// Method: union-find with path halving (Tarjan 1975), in time just over linear in the edges.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

class Components {
 public:
  // space: size() and each_edge(node, visit), which calls visit(target, cost).
  template <class Space>
  explicit Components(const Space& space) : parent_(space.size()) {
    for (Node node = 0; node < parent_.size(); ++node) parent_[node] = node;
    for (Node node = 0; node < parent_.size(); ++node) {
      space.each_edge(node, [&](Node target, double) { merge(node, target); });
    }
    for (Node node = 0; node < parent_.size(); ++node) parent_[node] = parent_[parent_[node]];
  }

  bool same(Node a, Node b) const noexcept { return parent_[a] == parent_[b]; }

  // 1, 2, ... in the order of each component's first node.
  std::vector<std::int32_t> labels() const {
    std::vector<std::int32_t> labels(parent_.size());
    std::int32_t count = 0;
    for (Node node = 0; node < parent_.size(); ++node) {
      labels[node] = parent_[node] == node ? ++count : labels[parent_[node]];
    }
    return labels;
  }

 private:
  Node root(Node node) noexcept {
    for (; parent_[node] != node; node = parent_[node]) parent_[node] = parent_[parent_[node]];
    return node;
  }
  // The smaller node becomes the root of both, so that a parent never comes after its node.
  void merge(Node a, Node b) noexcept {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

  std::vector<Node> parent_;
};

}  // namespace pathstar
