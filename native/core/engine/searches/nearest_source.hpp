// The nearest source of each node of a field.
//
// When to use: after a one-to-all search from several sources.
// Needs: the costs and parents of the search, and its view.
// Guarantee: a node belongs to the source from which a path of its cost leads to it; of several such sources to that
//   with the lowest number. So the result does not depend on the order of the search. If paths are equal, parents are
//   changed so that a path ends at the source of its nodes.
// Complexity: each step is checked once; a node whose number falls is checked again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/searches/any_view.hpp"
#include "paths/field.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Cost>
class NearestSource {
 public:
  // `unknown`: the cost of a node that was not reached.
  NearestSource(const AnyView<Cost>& view, std::span<const Cost> costs, std::span<Node> parents, Cost unknown)
      : view_(view), costs_(costs), parents_(parents), unknown_(unknown), numbers_(costs.size(), Field::kNoSource) {}

  // A source. Its node may be reached at a lower cost from another source; then the source does not count. At the same
  // cost the search may have taken either, so the path ends here until a lower number is offered.
  void add(Node node, Cost cost, std::uint32_t number) {
    if (costs_[node] != cost) return;
    parents_[node] = kNoNode;
    numbers_[node] = std::min(numbers_[node], number);
  }

  LargeArray<std::uint32_t> numbers() {
    for (Node node = 0; node < costs_.size(); ++node) inherit(node);
    for (Node node = 0; node < costs_.size(); ++node) {
      if (costs_[node] < unknown_) offer(node);
    }
    return std::move(numbers_);
  }

 private:
  // Sets the number of the source at the end of the path from a node, for all nodes on the path.
  void inherit(Node node) {
    if (!(costs_[node] < unknown_)) return;
    Node known = node;
    while (numbers_[known] == Field::kNoSource && parents_[known] != kNoNode) known = parents_[known];
    const std::uint32_t number = numbers_[known];
    for (; numbers_[node] == Field::kNoSource && parents_[node] != kNoNode; node = parents_[node]) {
      numbers_[node] = number;
    }
  }

  // Passes a lower number on to all nodes with an equally cheap path from here.
  void offer(Node first) {
    waiting_.push_back(first);
    while (!waiting_.empty()) {
      const Node node = waiting_.back();
      waiting_.pop_back();
      view_.successors(node, kNoNode, [&](Node next, Cost step) {
        if (numbers_[next] <= numbers_[node] || costs_[next] != costs_[node] + step) return;
        numbers_[next] = numbers_[node];
        parents_[next] = node;
        waiting_.push_back(next);
      });
    }
  }

  const AnyView<Cost>& view_;
  std::span<const Cost> costs_;
  std::span<Node> parents_;
  Cost unknown_;
  LargeArray<std::uint32_t> numbers_;
  std::vector<Node> waiting_;
};

}  // namespace pathstar
