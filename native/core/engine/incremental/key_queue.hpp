// A priority queue with movable and removable entries: a four-ary heap that knows the place of each node.
//
// Complexity: logarithmic in the number of entries.
// Reference: Johnson 1975, Priority queues with update and finding minimum spanning trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

// Places is a function that returns a reference to a node's place in the heap, counted from 1, or kNowhere.
template <class Key, class Places>
class KeyQueue {
 public:
  struct Entry {
    Key key;
    Node node;
  };

  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  explicit KeyQueue(Places places) : places_(std::move(places)) {}

  bool empty() const noexcept { return heap_.empty(); }
  std::size_t size() const noexcept { return heap_.size(); }
  const Entry& top() const noexcept { return heap_.front(); }

  // Inserts a node, or changes its key.
  void put(Node node, const Key& key) {
    std::uint32_t& place = places_(node);
    if (place == kNowhere) {
      heap_.push_back({key, node});
      return rise(heap_.size() - 1);
    }
    const std::size_t at = place - 1;
    const bool lower = key < heap_[at].key;
    heap_[at].key = key;
    lower ? rise(at) : sink(at);
  }

  void remove(Node node) {
    const std::uint32_t left = std::exchange(places_(node), kNowhere);
    if (left == kNowhere) return;
    const std::size_t place = left - 1;
    const Entry last = heap_.back();
    heap_.pop_back();
    if (place == heap_.size()) return;
    const bool lower = last.key < heap_[place].key;
    heap_[place] = last;
    lower ? rise(place) : sink(place);
  }

  // Sets every entry's key to the result of the function for its node.
  template <class KeyOf>
  void put_all_again(const KeyOf& key_of) {
    for (Entry& entry : heap_) entry.key = key_of(entry.node);
    for (std::size_t place = heap_.size() / kChildren + 1; place-- > 0;) {
      if (place < heap_.size()) sink(place);
    }
  }

 private:
  static constexpr std::size_t kChildren = 4;

  void set(std::size_t place, const Entry& entry) {
    heap_[place] = entry;
    places_(entry.node) = static_cast<std::uint32_t>(place + 1);
  }

  void rise(std::size_t place) {
    const Entry entry = heap_[place];
    while (place > 0) {
      const std::size_t parent = (place - 1) / kChildren;
      if (!(entry.key < heap_[parent].key)) break;
      set(place, heap_[parent]);
      place = parent;
    }
    set(place, entry);
  }

  void sink(std::size_t place) {
    const Entry entry = heap_[place];
    for (;;) {
      const std::size_t first = place * kChildren + 1;
      if (first >= heap_.size()) break;
      std::size_t least = first;
      for (std::size_t child = first + 1; child < first + kChildren && child < heap_.size(); ++child) {
        if (heap_[child].key < heap_[least].key) least = child;
      }
      if (!(heap_[least].key < entry.key)) break;
      set(place, heap_[least]);
      place = least;
    }
    set(place, entry);
  }

  Places places_;
  std::vector<Entry> heap_;
};

}  // namespace pathstar
