// The weakly connected components of any space: different labels mean that there is no path.
//
// Method: union-find with path halving (Tarjan 1975), in time just over linear in the edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Components {
 public:
  // space: size(), walkable(node) and each_edge(node, visit), which calls visit(target, cost). Unfinished if it was
  // stopped.
  template <class Space>
  explicit Components(const Space& space, const Stop& stop = never_stop) : parent_(space.size()) {
    for (Node node = 0; node < parent_.size(); ++node) parent_[node] = node;
    in_slices(parent_.size(), stop, [&](std::size_t begin, std::size_t end) {
      for (auto node = static_cast<Node>(begin); node < end; ++node) {
        space.each_edge(node, [&](Node target, double) { merge(node, target); });
      }
    });
  }

  // 0 for nodes that are not walkable, otherwise 1, 2, ... in the order of each component's first node.
  template <class Space>
  std::vector<std::int32_t> labels(const Space& space, const Stop& stop = never_stop) const {
    std::vector<std::int32_t> labels(parent_.size());
    std::int32_t count = 0;
    in_slices(parent_.size(), stop, [&](std::size_t begin, std::size_t end) {
      for (auto node = static_cast<Node>(begin); node < end; ++node) {
        if (space.walkable(node)) labels[node] = parent_[node] == node ? ++count : labels[parent_[node]];
      }
    });
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

template <class Space>
std::vector<std::int32_t> component_labels(const Space& space, const Stop& stop = never_stop) {
  return Components(space, stop).labels(space, stop);
}

}  // namespace pathstar
