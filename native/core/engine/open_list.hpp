// The open list: nodes waiting to be expanded, taken by the smallest key.
//
// Five kinds behind one face, chosen once per search. An improved node is pushed again; the caller skips what it pops
// a second time. The exact kinds (heap, sorted, unsorted) take the smallest key, and of equal keys the one the tie
// rule names. The bucket kind takes any node of the lowest bucket, the last one added first; seal() limits it to what
// is left in that bucket, which is all that can still beat a key in it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/buckets.hpp"
#include "engine/settings.hpp"
#include "spaces/hints.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The open list that `automatic` stands for. Buckets serve where keys only rise, and by steps not too different;
// elsewhere the exact order of a heap is better. `rise`: of a key in one step, at most.
template <class Cost>
PATHSTAR_NOINLINE OpenKind choose_open_list(const Settings& settings, double steepness, Cost smallest_step, Cost rise,
                                            int most_rise) noexcept {
  if (settings.open != OpenKind::automatic) return settings.open;
  const bool fits = settings.use_g && steepness <= 1.0 && settings.ties == Ties::larger_g && smallest_step > 0 &&
                    rise / smallest_step < static_cast<Cost>(most_rise);
  return fits ? OpenKind::bucket : OpenKind::heap;
}

template <class Key>
class OpenList {
 public:
  PATHSTAR_NOINLINE void start(OpenKind kind, Ties ties, const BucketPlan<Key>& plan) {
    assert(kind != OpenKind::automatic && kind != OpenKind::none);
    kind_ = kind;
    ties_ = ties;
    sequence_ = 0;
    head_ = 0;
    sealed_ = false;
    entries_.clear();
    if (kind == OpenKind::bucket) buckets_.start(plan);
  }

  // After start(): no key will be lower than this one. Without it none may be lower than the first.
  void start_at(Key lowest) noexcept {
    if (kind_ == OpenKind::bucket) buckets_.start_at(lowest);
  }

  void push(Key key, Key g, Node node) {
    if (kind_ == OpenKind::bucket) {
      buckets_.push(key, node);
    } else {
      push_entry(key, g, node);
    }
  }

  // The same where a key may rise by more than the plan says.
  void push_any(Key key, Key g, Node node) {
    if (kind_ == OpenKind::bucket) {
      buckets_.push_any(key, node);
    } else {
      push_entry(key, g, node);
    }
  }

  // Takes the next node; false when none is left.
  bool pop(Node& node) { return kind_ == OpenKind::bucket ? buckets_.pop(node) : pop_entry(node); }

  // After a pop(): a guess at what will be taken after `others`, or kNoNode.
  Node next(std::uint32_t others = 0) const noexcept {
    return kind_ == OpenKind::bucket ? buckets_.next(others) : kNoNode;
  }

  // Whether a node that waits with one key need not be pushed again with a lower one.
  bool holds(Key waiting, Key lower) const noexcept {
    return kind_ == OpenKind::bucket && buckets_.same(waiting, lower);
  }

  // A bound of the keys that are still to be popped, where keys never fall: none is lower. Asked after a pop().
  Key floor() const noexcept { return kind_ == OpenKind::bucket ? buckets_.floor() : last_key_; }

  // From now on pop() answers only what may have a smaller key than the node popped last.
  void seal() {
    sealed_ = true;
    if (kind_ == OpenKind::bucket) buckets_.seal();
  }

  // Whether a sealed list has nothing left to answer.
  bool exhausted() const noexcept { return kind_ != OpenKind::bucket || buckets_.current_empty(); }

 private:
  struct Entry {
    Key key;
    Key tie;
    std::int64_t order;
    Node node;
  };

  static bool later(const Entry& a, const Entry& b) noexcept {
    if (a.key != b.key) return a.key > b.key;
    if (a.tie != b.tie) return a.tie > b.tie;
    return a.order > b.order;
  }

  // Not inlined, so that the bucket list's few instructions are, into the engine's loop.
  PATHSTAR_NOINLINE void push_entry(Key key, Key g, Node node) {
    const Key tie = ties_ == Ties::larger_g ? -g : ties_ == Ties::smaller_g ? g : Key{0};
    ++sequence_;
    const Entry added{key, tie, ties_ == Ties::first ? sequence_ : -sequence_, node};
    if (kind_ == OpenKind::sorted) {
      entries_.insert(std::lower_bound(entries_.begin(), entries_.end(), added, later), added);
      return;
    }
    entries_.push_back(added);
    if (kind_ == OpenKind::heap) std::push_heap(entries_.begin(), entries_.end(), later);
  }

  PATHSTAR_NOINLINE bool pop_entry(Node& node) {
    if (sealed_ || head_ == entries_.size()) return false;
    if (kind_ == OpenKind::fifo) {
      node = entries_[head_++].node;
      return true;
    }
    if (kind_ == OpenKind::heap) {
      std::pop_heap(entries_.begin(), entries_.end(), later);
    } else if (kind_ == OpenKind::unsorted) {
      std::swap(*std::min_element(entries_.begin(), entries_.end(), [](auto& a, auto& b) { return later(b, a); }),
                entries_.back());
    }
    node = entries_.back().node;
    last_key_ = entries_.back().key;
    entries_.pop_back();
    return true;
  }

  OpenKind kind_ = OpenKind::heap;
  Ties ties_ = Ties::larger_g;
  bool sealed_ = false;
  Key last_key_{};
  std::int64_t sequence_ = 0;
  std::size_t head_ = 0;  // of fifo
  std::vector<Entry> entries_;
  Buckets<Key> buckets_;
};

// Compiled once, in open_list.cpp, for the views' two kinds of cost.
extern template class OpenList<std::int64_t>;
extern template class OpenList<double>;

}  // namespace pathstar
