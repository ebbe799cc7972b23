#include "indexes/cover_order.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

namespace pathstar {
namespace {

constexpr std::size_t kMostNodes = 40'000'000;  // of all trees together
constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

using Key = std::pair<std::uint64_t, std::uint32_t>;

// One tree of cheapest paths, its nodes so that every subtree lies in one piece.
struct Tree {
  std::vector<std::uint32_t> vertex;  // by node
  std::vector<std::uint32_t> parent;  // node by node; the root is its own
  std::vector<std::uint32_t> node;    // by vertex; kFar if it is not in the tree
  std::vector<std::uint32_t> size;    // of the subtree as grown, by node
  std::vector<std::uint32_t> count;   // of the subtree as it is left, by node
};

class TreeGrower {
 public:
  explicit TreeGrower(const CostGraph& graph) : graph_(graph), cost_(graph.size()), from_(graph.size()) {}

  Tree grow(std::uint32_t root) {
    search(root);
    std::vector<std::vector<std::uint32_t>> children(graph_.size());
    for (const std::uint32_t v : settled_) {
      if (v != root) children[from_[v]].push_back(v);
    }
    Tree tree;
    tree.node.assign(graph_.size(), kFar);
    std::vector<std::uint32_t> stack{root};
    while (!stack.empty()) {
      const std::uint32_t v = stack.back();
      stack.pop_back();
      tree.node[v] = static_cast<std::uint32_t>(tree.vertex.size());
      tree.parent.push_back(tree.node[from_[v]]);
      tree.vertex.push_back(v);
      stack.insert(stack.end(), children[v].begin(), children[v].end());
    }
    tree.size.assign(tree.vertex.size(), 1);
    for (std::size_t i = tree.vertex.size(); i-- > 1;) tree.size[tree.parent[i]] += tree.size[i];
    tree.count = tree.size;
    return tree;
  }

 private:
  void search(std::uint32_t root) {
    std::fill(cost_.begin(), cost_.end(), kFar);
    settled_.clear();
    std::priority_queue<Key, std::vector<Key>, std::greater<>> queue;
    queue.push({0, root});
    cost_[root] = 0;
    from_[root] = root;
    while (!queue.empty()) {
      const auto [cost, u] = queue.top();
      queue.pop();
      if (cost != cost_[u]) continue;
      settled_.push_back(u);
      for (const Arc& arc : graph_[u]) {
        const auto next = static_cast<std::uint32_t>(cost) + arc.cost;
        if (next >= cost_[arc.to]) continue;
        cost_[arc.to] = next;
        from_[arc.to] = u;
        queue.push({next, arc.to});
      }
    }
  }

  const CostGraph& graph_;
  std::vector<std::uint32_t> cost_;
  std::vector<std::uint32_t> from_;
  std::vector<std::uint32_t> settled_;
};

class Cover {
 public:
  explicit Cover(std::size_t vertices) : score_(vertices) {}

  void add(Tree tree) {
    for (std::size_t i = 0; i < tree.vertex.size(); ++i) score_[tree.vertex[i]] += tree.count[i];
    trees_.push_back(std::move(tree));
  }

  std::vector<std::uint32_t> run(const Progress& progress) {
    std::priority_queue<Key> queue;
    for (std::uint32_t v = 0; v < score_.size(); ++v) queue.push({score_[v], v});
    std::vector<std::uint32_t> order;
    while (!queue.empty()) {
      const auto [score, v] = queue.top();
      queue.pop();
      if (score != score_[v]) {
        queue.push({score_[v], v});
        continue;
      }
      if (progress(static_cast<double>(order.size()) / static_cast<double>(score_.size()))) return {};
      for (Tree& tree : trees_) take(tree, v);
      order.push_back(v);
    }
    return order;
  }

 private:
  // Takes a vertex, with all that lies below it, out of a tree.
  void take(Tree& tree, std::uint32_t v) {
    const std::uint32_t node = tree.node[v];
    if (node == kFar || tree.count[node] == 0) return;
    const std::uint32_t count = tree.count[node];
    for (std::uint32_t i = node; i != tree.parent[i];) {
      i = tree.parent[i];
      tree.count[i] -= count;
      score_[tree.vertex[i]] -= count;
    }
    for (std::uint32_t i = node; i < node + tree.size[node]; ++i) {
      score_[tree.vertex[i]] -= tree.count[i];
      tree.count[i] = 0;
    }
  }

  std::vector<std::uint64_t> score_;
  std::vector<Tree> trees_;
};

}  // namespace

std::vector<std::uint32_t> cover_order(const CostGraph& graph, const Progress& progress) {
  const std::size_t size = graph.size();
  if (size == 0) return {};
  const std::size_t trees = std::clamp<std::size_t>(kMostNodes / size, 1, size);
  TreeGrower grower(graph);
  Cover cover(size);
  for (std::size_t i = 0; i < trees; ++i) {
    if (progress(0.5 * static_cast<double>(i) / static_cast<double>(trees))) return {};
    // Roots spread evenly over the vertices, which are numbered row by row.
    cover.add(grower.grow(static_cast<std::uint32_t>(i * size / trees)));
  }
  return cover.run(part_of(progress, 0.5, 1.0));
}

}  // namespace pathstar
