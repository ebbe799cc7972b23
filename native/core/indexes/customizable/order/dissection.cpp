#include "indexes/customizable/order/dissection.hpp"

#include <memory>
#include <numeric>
#include <utility>

#include "engine/driver/thread_pool.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kSmallest = 6;                    // parts of at most this many vertices are not cut
constexpr std::uint32_t kVerticesForThreads = 1 << 13;  // fewer are cut sooner than threads start
constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};

// A separator, or a small part, and what it separates.
struct TreeBlock {
  std::vector<std::uint32_t> vertices;
  std::uint32_t parent;
};

// A connected part that is still to be cut.
struct Uncut {
  GraphPart part;
  std::uint32_t parent;
};

// The pieces of a part.
struct Cut {
  std::vector<std::uint32_t> block;
  std::vector<GraphPart> parts;
};

// The connected parts of those vertices of a part that are in `inside`, one after the other.
template <class Inside>
std::vector<GraphPart> connected(const GraphPart& whole, const Inside& inside) {
  std::vector<GraphPart> parts;
  std::vector<std::uint32_t> number(whole.vertices.size(), kNoBlock), queue;
  for (std::uint32_t start = 0; start < number.size(); ++start) {
    if (number[start] != kNoBlock || !inside(start)) continue;
    queue.assign(1, start);
    number[start] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const std::uint32_t other : whole.links.of(queue[i])) {
        if (number[other] != kNoBlock || !inside(other)) continue;
        number[other] = static_cast<std::uint32_t>(queue.size());
        queue.push_back(other);
      }
    }
    GraphPart& part = parts.emplace_back();
    part.vertices.reserve(queue.size());
    part.links.first.reserve(queue.size() + 1);
    for (const std::uint32_t v : queue) {
      part.vertices.push_back(whole.vertices[v]);
      for (const std::uint32_t other : whole.links.of(v)) {
        if (inside(other)) part.links.to.push_back(number[other]);
      }
      part.links.first.push_back(static_cast<std::uint32_t>(part.links.to.size()));
    }
  }
  return parts;
}

Cut cut(const GraphPart& part, SeparatorFinder& finder) {
  if (part.vertices.size() <= kSmallest) return {part.vertices, {}};
  const std::span<const Side> sides = finder.divide(part);
  if (sides.empty()) return {part.vertices, {}};
  Cut made;
  for (std::uint32_t v = 0; v < sides.size(); ++v) {
    if (sides[v] == Side::separator) made.block.push_back(part.vertices[v]);
  }
  made.parts = connected(part, [&](std::uint32_t v) { return sides[v] != Side::separator; });
  return made;
}

// Cuts all parts of one depth at a time.
class Dissection {
 public:
  Dissection(const Links& links, const Places& places, unsigned threads)
      : places_(places), threads_(links.size() < kVerticesForThreads ? 1 : threads) {
    GraphPart whole{std::vector<std::uint32_t>(links.size()), links};
    std::iota(whole.vertices.begin(), whole.vertices.end(), 0u);
    for (GraphPart& part : connected(whole, [](std::uint32_t) { return true; })) {
      uncut_.push_back({std::move(part), kNoBlock});
    }
    left_ = links.size();
  }

  bool run(const Progress& progress) {
    const std::size_t all = left_;
    while (!uncut_.empty()) {
      const double done = 1.0 - static_cast<double>(left_) / static_cast<double>(all);
      if (progress(done) || !cut_all([&] { return progress(done); })) return false;
    }
    return true;
  }

  BlockOrder in_order() const;

 private:
  bool cut_all(const Poll& poll) {
    std::vector<Cut> cuts(uncut_.size());
    const bool stopped = parallel_for_with(uncut_.size(), threads_, poll, [&]() -> RowWork {
      const auto finder = std::make_shared<SeparatorFinder>(places_);
      return [&, finder](std::size_t i, const Poll&) { cuts[i] = cut(uncut_[i].part, *finder); };
    });
    if (stopped) return false;
    std::vector<Uncut> next;
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const auto number = static_cast<std::uint32_t>(tree_.size());
      left_ -= cuts[i].block.size();
      tree_.push_back({std::move(cuts[i].block), uncut_[i].parent});
      for (GraphPart& part : cuts[i].parts) next.push_back({std::move(part), number});
    }
    uncut_ = std::move(next);
    return true;
  }

  const Places& places_;
  unsigned threads_;
  std::size_t left_;
  std::vector<Uncut> uncut_;
  std::vector<TreeBlock> tree_;  // parents first
};

// Children before their parents, depth first, so that related blocks are close in memory.
BlockOrder Dissection::in_order() const {
  std::vector<std::uint32_t> child(tree_.size(), kNoBlock), sibling(tree_.size(), kNoBlock), preorder, waiting;
  for (std::uint32_t b = 0; b < tree_.size(); ++b) {
    if (tree_[b].parent == kNoBlock) {
      waiting.push_back(b);
    } else {
      sibling[b] = std::exchange(child[tree_[b].parent], b);
    }
  }
  while (!waiting.empty()) {
    const std::uint32_t block = waiting.back();
    waiting.pop_back();
    preorder.push_back(block);
    for (std::uint32_t b = child[block]; b != kNoBlock; b = sibling[b]) waiting.push_back(b);
  }
  BlockOrder made;
  for (auto block = preorder.rbegin(); block != preorder.rend(); ++block) {
    const std::vector<std::uint32_t>& vertices = tree_[*block].vertices;
    made.order.insert(made.order.end(), vertices.begin(), vertices.end());
    made.first.push_back(static_cast<std::uint32_t>(made.order.size()));
  }
  return made;
}

}  // namespace

bool dissect(const Links& links, const Places& places, unsigned threads, const Progress& progress, BlockOrder& made) {
  Dissection dissection(links, places, threads);
  if (!dissection.run(progress)) return false;
  made = dissection.in_order();
  return true;
}

}  // namespace pathstar
