// The open list: nodes waiting to be expanded, taken by the smallest key.
//
// Five kinds behind one interface, chosen once per search. An improved node is pushed again; the caller skips a node
// that it pops a second time. The exact kinds (heap, sorted, unsorted) take the smallest key, and of equal keys the one
// chosen by the tie rule. So does the bucket kind if its plan says `sorted`. Otherwise it is loose: it takes any node
// of the lowest bucket, the last one added first; seal() limits it to the rest of that bucket, because only that can
// still beat a key in it. A loose list can be moved to a heap in the middle of a search.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "engine/driver/settings.hpp"
#include "engine/open_list/buckets.hpp"
#include "engine/open_list/sorted_buckets.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The open list chosen by `automatic`: buckets if keys only rise, and by steps of similar size; otherwise a heap,
// because its exact order is better. `key_increase`: the largest rise of a key in one step. `most_key_increase`: the
// most smallest steps that a key may rise by; 0 if nothing is known about the steps, so that buckets cannot be planned.
template <class Cost>
PATHSTAR_NOINLINE OpenKind choose_open_list(const Settings& settings, double consistency_factor, Cost smallest_step,
                                            Cost key_increase, int most_key_increase) noexcept {
  if (settings.open == OpenKind::bucket && most_key_increase == 0) return OpenKind::heap;
  if (settings.open != OpenKind::automatic) return settings.open;
  const bool fits = settings.use_g && consistency_factor <= 1.0 && settings.ties == Ties::larger_g &&
                    smallest_step > 0 && key_increase / smallest_step < static_cast<Cost>(most_key_increase);
  return fits ? OpenKind::bucket : OpenKind::heap;
}

template <class Key>
class OpenList {
 public:
  using Entry = OpenEntry<Key>;
  using Later = typename Entry::Later;

  PATHSTAR_NOINLINE void start(OpenKind kind, Ties ties, const BucketPlan<Key>& plan) {
    assert(kind != OpenKind::automatic && kind != OpenKind::none);
    kind_ = kind;
    ties_ = ties;
    loose_ = kind == OpenKind::bucket && !plan.sorted;
    sorted_ = kind == OpenKind::bucket && plan.sorted;
    sequence_ = 0;
    head_ = 0;
    sealed_ = false;
    last_key_ = Key{};
    entries_.clear();
    if (loose_) {
      stacks_.start(plan);
    } else if (sorted_) {
      buckets_.start(plan);
    }
  }

  void push(Key key, Key g, Node node) {
    if (loose_) {
      stacks_.push(key, node);
    } else if (sorted_) {
      push_sorted(key, g, node);
    } else {
      push_entry(key, g, node);
    }
  }

  // The same for a key that may rise by more than the plan says.
  void push_any(Key key, Key g, Node node) {
    if (loose_) {
      stacks_.push_any(key, node);
    } else {
      push(key, g, node);
    }
  }

  // Takes the next node; false when none is left.
  bool pop(Node& node) { return loose_ ? stacks_.pop(node) : sorted_ ? pop_sorted(node) : pop_entry(node); }

  // After a pop(): a guess at the next node, or kNoNode.
  Node next() const noexcept { return loose_ ? stacks_.next(0) : sorted_ ? buckets_.next() : kNoNode; }
  // The same for the node after it.
  PATHSTAR_INLINE Node next_but_one() const noexcept {
    return loose_ ? stacks_.next(1) : sorted_ ? next_but_one_sorted() : kNoNode;
  }

  // Whether nodes with keys in the same bucket come in no particular order.
  bool loose() const noexcept { return loose_; }

  // A lower bound of the remaining keys, if keys never fall. Valid after a pop().
  Key floor() const noexcept { return loose_ ? stacks_.floor() : last_key_; }

  // From now on pop() returns only what may have a smaller key than the node popped last.
  void seal() {
    sealed_ = true;
    if (loose_) stacks_.seal();
  }

  // Whether no remaining key is smaller than that of the node popped last.
  bool exhausted() const noexcept { return !loose_ || stacks_.current_empty(); }

  // Calls visit(node) for all waiting nodes, in no order.
  template <class Visit>
  void each(Visit&& visit) const {
    if (loose_) return stacks_.each(visit);
    if (sorted_) return buckets_.each(visit);
    for (std::size_t i = head_; i < entries_.size(); ++i) visit(entries_[i].node);
  }

  // Returns the key and g of a node, or nothing if it no longer waits.
  using EntryOf = std::function<std::optional<std::pair<Key, Key>>(Node)>;

  // Moves the nodes of a loose list to a heap, and removes the seal.
  PATHSTAR_NOINLINE void move_to_heap(const EntryOf& entry_of) {
    last_key_ = stacks_.floor();
    kind_ = OpenKind::heap;
    loose_ = sealed_ = false;
    stacks_.each([&](Node node) {
      if (const std::optional<std::pair<Key, Key>> found = entry_of(node)) {
        entries_.push_back(entry(found->first, found->second, node));
      }
    });
    std::make_heap(entries_.begin(), entries_.end(), Later());
  }

 private:
  Entry entry(Key key, Key g, Node node) noexcept {
    const Key tie = ties_ == Ties::larger_g ? -g : ties_ == Ties::smaller_g ? g : Key{0};
    ++sequence_;
    return {key, tie, ties_ == Ties::first ? sequence_ : ~sequence_, node};
  }

  // Not inlined, so that the loose list's few instructions are inlined into the engine's loop.
  PATHSTAR_NOINLINE void push_sorted(Key key, Key g, Node node) { buckets_.push({key, -g, ~++sequence_, node}); }
  PATHSTAR_NOINLINE Node next_but_one_sorted() const noexcept { return buckets_.next_but_one(); }
  PATHSTAR_NOINLINE bool pop_sorted(Node& node) { return !sealed_ && buckets_.pop(node, last_key_); }

  PATHSTAR_NOINLINE void push_entry(Key key, Key g, Node node) {
    const Entry added = entry(key, g, node);
    if (kind_ == OpenKind::sorted) {
      entries_.insert(std::lower_bound(entries_.begin(), entries_.end(), added, Later()), added);
      return;
    }
    entries_.push_back(added);
    if (kind_ == OpenKind::heap) std::push_heap(entries_.begin(), entries_.end(), Later());
  }

  PATHSTAR_NOINLINE bool pop_entry(Node& node) {
    if (sealed_) return false;
    if (head_ == entries_.size()) return false;
    if (kind_ == OpenKind::fifo) {
      node = entries_[head_++].node;
      return true;
    }
    if (kind_ == OpenKind::heap) {
      std::pop_heap(entries_.begin(), entries_.end(), Later());
    } else if (kind_ == OpenKind::unsorted) {
      const auto sooner = [](const Entry& a, const Entry& b) { return Later()(b, a); };
      std::swap(*std::min_element(entries_.begin(), entries_.end(), sooner), entries_.back());
    }
    node = entries_.back().node;
    last_key_ = entries_.back().key;
    entries_.pop_back();
    return true;
  }

  OpenKind kind_ = OpenKind::heap;
  Ties ties_ = Ties::larger_g;
  bool loose_ = false;   // uses stacks_
  bool sorted_ = false;  // uses buckets_, otherwise entries_
  bool sealed_ = false;
  Key last_key_{};
  std::uint32_t sequence_ = 0;
  std::size_t head_ = 0;  // of fifo
  std::vector<Entry> entries_;
  Buckets<Key> stacks_;
  SortedBuckets<Key> buckets_;
};

// Compiled once, in open_list.cpp, for the two cost types of views.
extern template class OpenList<std::int64_t>;
extern template class OpenList<double>;

}  // namespace pathstar
