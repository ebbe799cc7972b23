#include "indexes/contraction/hierarchy_layout.hpp"

#include <algorithm>
#include <cstddef>

namespace pathstar {
namespace {

class Layout {
 public:
  explicit Layout(const HierarchyBuilder& builder) : builder_(builder) {}

  // Nodes near on the map are near in memory, and arcs up lead to lower numbers.
  void number(std::span<const Node> order, std::span<const Node> in_tree, std::size_t top) {
    std::vector<bool> important(order.size());
    for (const Node node : order.last(top)) important[node] = true;
    for (const bool now : {true, false}) {
      std::copy_if(in_tree.begin(), in_tree.end(), std::back_inserter(made_.node_of),
                   [&](Node node) { return important[node] == now; });
    }
    made_.number_of.resize(order.size());
    for (std::uint32_t number = 0; number < order.size(); ++number) made_.number_of[made_.node_of[number]] = number;
  }

  void put_arcs() {
    for (const Node node : made_.node_of) {
      const std::uint32_t down = arcs();
      if (!builder_.two_way()) put(builder_.in(node));
      made_.first.push_back({down, arcs()});
      put(builder_.out(node));
    }
    made_.first.push_back({arcs(), arcs()});
  }

  // The parts of a node's arcs belong to less important nodes.
  void put_insides(std::span<const Node> order) {
    made_.inside.resize(made_.arcs.size());
    for (const Node node : order) {
      const std::uint32_t number = made_.number_of[node];
      const FirstArcs first = made_.first[number];
      for (std::uint32_t at = first.down; at != made_.first[number + 1].down; ++at) {
        if (middle_[at] == kNoNode) continue;
        const std::uint32_t end = made_.arcs[at].to;
        put_inside(at, at < first.up ? end : number, at < first.up ? number : end);
      }
    }
  }

  HierarchyArrays take() { return std::move(made_); }

 private:
  std::uint32_t arcs() const noexcept { return static_cast<std::uint32_t>(made_.arcs.size()); }

  void put(const std::vector<HierarchyBuilder::Link>& links) {
    for (const auto& link : links) {
      made_.arcs.push_back({link.cost, made_.number_of[link.to], link.edges});
      middle_.push_back(link.middle);
    }
  }

  void put_inside(std::uint32_t at, std::uint32_t from, std::uint32_t to) {
    const std::uint32_t middle = made_.number_of[middle_[at]];
    const FirstArcs arcs = made_.first[middle];
    const std::uint32_t first = arc_at(builder_.two_way() ? arcs.up : arcs.down, from), second = arc_at(arcs.up, to);
    const std::uint32_t edges = made_.arcs[first].edges;
    ArcInside& inside = made_.inside[at];
    if (made_.arcs[at].edges > ArcInside::kShort) {
      inside.words = {first, second, edges, middle_[at]};
      return;
    }
    const std::uint32_t rest = made_.arcs[second].edges;
    for (std::uint32_t i = 1; i < edges; ++i) {
      inside.words[i - 1] = made_.inside[first].words[(builder_.two_way() ? edges - i : i) - 1];
    }
    inside.words[edges - 1] = middle_[at];
    for (std::uint32_t i = 1; i < rest; ++i) inside.words[edges + i - 1] = made_.inside[second].words[i - 1];
  }

  // The first arc to a node from this one on.
  std::uint32_t arc_at(std::uint32_t at, std::uint32_t to) const noexcept {
    while (made_.arcs[at].to != to) ++at;
    return at;
  }

  const HierarchyBuilder& builder_;
  HierarchyArrays made_;
  std::vector<Node> middle_;  // by arc: the node that a shortcut bypasses
};

}  // namespace

HierarchyArrays lay_out(const HierarchyBuilder& builder, std::span<const Node> order, std::span<const Node> in_tree,
                        std::size_t top) {
  Layout layout(builder);
  layout.number(order, in_tree, top);
  layout.put_arcs();
  layout.put_insides(order);
  return layout.take();
}

}  // namespace pathstar
