#include "indexes/hub_labels/greedy_cover_order.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <queue>
#include <utility>

#include "engine/driver/thread_pool.hpp"
#include "engine/searches/local_dijkstra.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kMostNodes = 40'000'000;  // in all trees
constexpr std::uint64_t kBytesPerNode = 5 * sizeof(std::uint32_t);
constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

using Key = std::pair<std::uint64_t, std::uint32_t>;

// One tree of cheapest paths, with the nodes of every subtree contiguous.
struct Tree {
  std::vector<std::uint32_t> vertex;  // by node
  std::vector<std::uint32_t> parent;  // by node; the root is its own parent
  std::vector<std::uint32_t> node;    // by vertex; kFar if it is not in the tree
  std::vector<std::uint32_t> size;    // of the complete subtree, by node
  std::vector<std::uint32_t> count;   // of the remaining subtree, by node
};

class TreeGrower {
 public:
  explicit TreeGrower(const CostGraph& graph)
      : graph_(graph), search_(graph.size()), from_(graph.size()), room_(graph.size()) {}

  Tree grow(std::uint32_t root) {
    search(root);
    Tree tree;
    tree.node.assign(graph_.size(), kFar);
    // Sizes of the subtrees by vertex, then their positions from the root outward.
    for (const std::uint32_t v : settled_) room_[v] = 1;
    for (std::size_t i = settled_.size(); i-- > 1;) room_[from_[settled_[i]]] += room_[settled_[i]];
    tree.vertex.resize(settled_.size());
    tree.parent.resize(settled_.size());
    tree.size.resize(settled_.size());
    std::uint32_t next = 0;
    for (const std::uint32_t v : settled_) {
      const std::uint32_t size = room_[v];
      std::uint32_t& free = v == root ? next : room_[from_[v]];
      const std::uint32_t node = free;
      free += size;
      room_[v] = node + 1;  // the position of its first child
      tree.node[v] = node;
      tree.vertex[node] = v;
      tree.parent[node] = tree.node[from_[v]];
      tree.size[node] = size;
    }
    tree.count = tree.size;
    return tree;
  }

 private:
  void search(std::uint32_t root) {
    search_.clear();
    settled_.clear();
    search_.reach(root, 0);
    from_[root] = root;
    while (!search_.empty()) {
      const auto entry = search_.take();
      if (!search_.current(entry)) continue;
      settled_.push_back(entry.vertex);
      for (const Arc& arc : graph_[entry.vertex]) {
        if (search_.reach(arc.to, entry.key + arc.cost)) from_[arc.to] = entry.vertex;
      }
    }
  }

  const CostGraph& graph_;
  LocalDijkstra<std::uint32_t> search_;
  std::vector<std::uint32_t> from_;
  std::vector<std::uint32_t> room_;
  std::vector<std::uint32_t> settled_;
};

class Cover {
 public:
  Cover(std::size_t vertices, std::vector<Tree> trees) : score_(vertices), trees_(std::move(trees)) {
    for (const Tree& tree : trees_) {
      for (std::size_t i = 0; i < tree.vertex.size(); ++i) score_[tree.vertex[i]] += tree.count[i];
    }
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
  // Removes a vertex and everything below it from a tree.
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

std::vector<std::uint32_t> greedy_cover_order(const CostGraph& graph, unsigned threads, std::uint64_t most_bytes,
                                              const Progress& progress) {
  const std::size_t size = graph.size();
  if (size == 0) return {};
  const std::uint64_t nodes = std::min(kMostNodes, most_bytes / kBytesPerNode);
  std::vector<Tree> trees(std::clamp<std::size_t>(nodes / size, 1, size));
  std::atomic<std::size_t> grown{0};
  const Poll poll = [&] { return progress(0.5 * static_cast<double>(grown) / static_cast<double>(trees.size())); };
  const bool stopped = parallel_for_with(trees.size(), threads, poll, [&]() -> RowWork {
    const auto grower = std::make_shared<TreeGrower>(graph);
    return [&, grower](std::size_t i, const Poll&) {
      // Roots spread evenly over the vertices, which are numbered row by row.
      trees[i] = grower->grow(static_cast<std::uint32_t>(i * size / trees.size()));
      ++grown;
    };
  });
  if (stopped) return {};
  return Cover(size, std::move(trees)).run(part_of(progress, 0.5, 1.0));
}

}  // namespace pathstar
