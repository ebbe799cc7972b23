// Dijkstra's algorithm over a part of a graph, many times over: the search that index builders use.
//
// When to use: many short searches over one set of vertices, whose edges the caller knows and may change in between.
// Needs: keys that never fall along an edge.
// Guarantee: a vertex is settled with its least key; of equal keys the lower vertex comes first.
// Complexity: a search costs time for the nodes that it reaches, whatever the size of the graph.
// Reference: Dijkstra 1959, A note on two problems in connexion with graphs.
// Differs from the book: an entry whose vertex has got a better key stays on the heap, and take() returns it as well; a
//   caller that limits its work counts it, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace pathstar {

template <class Key>
class LocalDijkstra {
 public:
  static constexpr Key kFar =
      std::numeric_limits<Key>::has_infinity ? std::numeric_limits<Key>::infinity() : std::numeric_limits<Key>::max();

  struct Entry {
    Key key;
    std::uint32_t vertex;
    auto operator<=>(const Entry&) const = default;
  };

  explicit LocalDijkstra(std::size_t vertices) : keys_(vertices, kFar) {}

  // The least known key of a vertex; kFar if it was not reached.
  Key key(std::uint32_t vertex) const noexcept { return keys_[vertex]; }

  // Notes a way to a vertex. Returns whether it is better than those known.
  bool reach(std::uint32_t vertex, Key key) {
    if (key >= keys_[vertex]) return false;
    if (keys_[vertex] == kFar) reached_.push_back(vertex);
    keys_[vertex] = key;
    heap_.push_back({key, vertex});
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
    return true;
  }

  bool empty() const noexcept { return heap_.empty(); }

  // The entry with the least key; it is current unless its vertex has got a better one since.
  Entry take() {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const Entry entry = heap_.back();
    heap_.pop_back();
    return entry;
  }
  bool current(const Entry& entry) const noexcept { return entry.key == keys_[entry.vertex]; }

  // Forgets all reached vertices.
  void clear() {
    for (const std::uint32_t vertex : reached_) keys_[vertex] = kFar;
    reached_.clear();
    heap_.clear();
  }

 private:
  std::vector<Key> keys_;
  std::vector<std::uint32_t> reached_;
  std::vector<Entry> heap_;
};

}  // namespace pathstar
