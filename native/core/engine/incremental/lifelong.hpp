// Lifelong planning: A* that repairs what it knows when steps change, in place of searching again.
//
// When to use: the same root, a tip that may move, and edits of few places between two queries. With the root at the
//   start this is LPA*, with the root at the goal D* Lite in its optimised form, with the root moved to the start where
//   that is needed MT-D* Lite.
// Needs: the steps in both directions; an estimate of the costs between the tip and a node that is consistent.
// Guarantee: optimal.
// Complexity: a repair expands each node at most twice, and only nodes whose cost changed and may matter for the tip.
// Reference: Koenig, Likhachev and Furcy 2004, Lifelong planning A*; Koenig and Likhachev 2002, D* Lite; Sun, Yeoh and
//   Koenig 2010, Moving target D* Lite.
// Differs from the paper: a cost is a pair, of cost and number of steps. So every step raises it, also one that costs
//   nothing, and no two nodes can each be the reason for the other's cost. Whether a node hangs on another is known
//   from its parent, not by comparing sums of floating-point numbers. Before the search ends, the nodes of the path
//   are looked at once more, as rounding may leave one of them behind its key. MT-D* Lite moves the root with each step
//   of the start, and forgets all that does not hang on it. Here the root stays as long as the cheapest path from it
//   leads through the start, since what follows is then a cheapest path, too. On ground where paths join soon, that is
//   almost always so. The root moves first where edits are nearer to it than the start is. The first search has nothing
//   to repair, so that nothing has to leave the queue: it is an A* with the open list of one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/incremental/key_queue.hpp"
#include "engine/incremental/paged.hpp"
#include "engine/incremental/world.hpp"
#include "engine/open_list/open_list.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// What it costs to get from the root to a node, and with how many steps.
template <class Cost>
struct Way {
  static constexpr Cost kInfinite = std::numeric_limits<Cost>::has_infinity ? std::numeric_limits<Cost>::infinity()
                                                                            : std::numeric_limits<Cost>::max();
  Cost cost = kInfinite;
  std::uint32_t steps = 0;

  bool operator<(const Way& other) const noexcept {
    return cost != other.cost ? cost < other.cost : steps < other.steps;
  }
  bool is_infinite() const noexcept { return cost == kInfinite; }
  Way with(Cost step) const noexcept { return {cost + step, steps + 1}; }
};

// Of a node in the queue.
template <class Cost>
struct RepairKey {
  Cost f;
  Way<Cost> way;
  bool operator<(const RepairKey& other) const noexcept { return f != other.f ? f < other.f : way < other.way; }
};

template <class ViewType, class Space>
class Lifelong {
 public:
  using View = ViewType;
  using Cost = typename View::Cost;
  using World = RepairWorld<View, Space>;

  Lifelong(World world, Node root, Node tip)
      : world_(std::move(world)),
        root_(root),
        from_(root),
        tip_(tip),
        records_(world_.out.slots()),
        queue_(Places{&records_}) {
    start_sorted(open_, world_.out);
    recompute(root_);
  }
  Lifelong(const Lifelong&) = delete;
  Lifelong& operator=(const Lifelong&) = delete;

  std::uint32_t slots() const { return world_.out.slots(); }
  const SearchStats& stats() const noexcept { return stats_; }

  // Takes over the world as it is now. The path is to lead from `from`, which is the root unless both ends move, to the
  // tip. `edited`: both ends of every step that may have changed. The keys of the queue stay lower bounds if the
  // estimates obey the triangle inequality and have not become smaller; else all are worked out again. False if the
  // search has to begin again, as it has not reached `from`.
  bool follow(World world, Node from, Node tip, const std::vector<Node>& edited, bool estimates_hold) {
    if (from != root_ && !reached(from)) return false;
    end_first();
    const Cost moved = tip == tip_ ? Cost{} : world_.out.estimate(tip);
    world_ = std::move(world);
    tip_ = tip;
    if (estimates_hold && raised_ + moved <= most_raised()) {
      raised_ += moved;
    } else {
      raised_ = Cost{};
      queue_.put_all_again([this](Node node) { return key(node, records_[node]); });
    }
    from_ = from;
    if (from_ != root_ && any_behind(edited)) move_root();
    for (const Node node : edited) recompute(node);
    return true;
  }

  // Records what is known, and from now on every change; null: nothing any more.
  void record(Recorder* recorder) {
    observer_ = MaybeRecorder(recorder);
    if (!observer_.listens()) return;
    end_first();
    move_root();
    note(EventType::source, root_, records_[root_]);
    observer_.add(EventType::destination, tip_, kNoNode, 0.0, 0.0);
    records_.each([this](std::size_t index, const Record& record) {
      const auto node = static_cast<Node>(index);
      if (std::min(record.g(), record.rhs()).is_infinite() || (node == root_ && !record.consistent())) return;
      note(record.consistent() ? EventType::known : EventType::generate, node, record);
    });
  }

  // At most `budget` expansions.
  Status step(std::uint64_t budget) {
    if (first_ && !search_first(budget)) return Status::running;
    for (;;) {
      while (must_expand()) {
        if (observer_.full()) return Status::limit;
        if (budget-- == 0) return Status::running;
        expand_top();
      }
      if (const Node behind = first_inconsistent(); behind != kNoNode) {
        if (budget-- == 0) return Status::running;
        expand(behind);
      } else if (leads_along(from_)) {
        return Status::found;
      } else if (root_ == from_) {
        return Status::no_path;
      } else {
        move_root();
      }
    }
  }

  // From the tip back, once a path was found.
  std::vector<Node> chain() const {
    std::vector<Node> nodes{tip_};
    while (nodes.back() != from_) nodes.push_back(parent_of(nodes.back()));
    return nodes;
  }

 private:
  using Way = pathstar::Way<Cost>;
  using Key = RepairKey<Cost>;

  // Two of them fill a cache line.
  struct alignas(32) Record {
    Cost g_cost = Way::kInfinite;
    Cost rhs_cost = Way::kInfinite;
    std::uint32_t g_steps = 0;
    std::uint32_t rhs_steps = 0;
    Node parent = kNoNode;
    std::uint32_t place = ~std::uint32_t{0};  // in the queue

    // What the node cost when it was expanded last, and what its parent makes of it now.
    Way g() const noexcept { return {g_cost, g_steps}; }
    Way rhs() const noexcept { return {rhs_cost, rhs_steps}; }
    void set_g(const Way& way) noexcept { g_cost = way.cost, g_steps = way.steps; }
    void set_rhs(const Way& way) noexcept { rhs_cost = way.cost, rhs_steps = way.steps; }
    bool consistent() const noexcept { return g_cost == rhs_cost && g_steps == rhs_steps; }
  };

  struct Places {
    Paged<Record>* records;
    std::uint32_t& operator()(Node node) const { return (*records)[node].place; }
  };

  // Beyond it, what was added to the keys would cost them digits. Nothing may be added where keys might not fit.
  Cost most_raised() const {
    const Cost largest = std::max(world_.out.steps().largest, Cost{1});
    return largest < kRoom / kMostRaised ? kMostRaised * largest : Cost{};
  }
  static constexpr Cost kRoom = std::numeric_limits<Cost>::max() / 8;
  static constexpr Cost kMostRaised = 1 << 20;

  Key key(Node node, const Record& record) const {
    const Way way = std::min(record.g(), record.rhs());
    if (way.is_infinite()) return {Way::kInfinite, way};
    return {way.cost + world_.out.estimate(node) + raised_, way};
  }

  // A node is in the queue exactly if it is inconsistent. In the first search it waits in the open list instead, where
  // it may still be after it was expanded.
  void put(Node node, Record& record) {
    if (first_) return wait(node, record);
    if (record.consistent()) return queue_.remove(node);
    queue_.put(node, key(node, record));
  }

  void wait(Node node, const Record& record) { open_.push(key(node, record).f, record.rhs_cost, node); }

  // Up to the tip, with at most `budget` expansions, which are taken from it; false if they did not suffice.
  bool search_first(std::uint64_t& budget) {
    for (Node node; open_.pop(node);) {
      Record& record = records_[node];
      if (record.consistent()) continue;
      if (node == tip_ || budget == 0) {
        wait(node, record);
        if (node != tip_) return false;
        break;
      }
      --budget;
      expand(node);
    }
    end_first();
    return true;
  }

  // What still waits after the first search goes to the queue, whose entries can be removed.
  void end_first() {
    if (!std::exchange(first_, false)) return;
    for (Node node; open_.pop(node);) put(node, records_[node]);
    open_ = {};
  }

  void recompute(Node node) {
    Record& record = records_[node];
    record.set_rhs(Way());
    record.parent = kNoNode;
    if (!world_.walkable(node)) return put(node, record);
    if (node == root_) {
      record.set_rhs(base_);
    } else {
      Way best;
      world_.in.successors(node, kNoNode, [&](Node from, Cost step) {
        const Record* other = records_.find(from);
        if (other == nullptr || other->g().is_infinite()) return;
        const Way way = other->g().with(step);
        if (!(way < best)) return;
        best = way;
        record.parent = from;
      });
      record.set_rhs(best);
    }
    put(node, record);
  }

  bool must_expand() {
    if (queue_.empty()) return false;
    const Record& tip = records_[tip_];
    return queue_.top().key < key(tip_, tip) || tip.g() < tip.rhs();
  }

  void expand_top() {
    const auto [old, node] = queue_.top();
    const Key now = key(node, records_[node]);
    if (old < now) return queue_.put(node, now);
    expand(node);
  }

  void expand(Node node) {
    Record& record = records_[node];
    ++stats_.expanded;
    if (record.rhs() < record.g()) {
      record.set_g(record.rhs());
      queue_.remove(node);
      note(EventType::expand, node, record);
      world_.each_out(node, [&](Node next, Cost step) { improve(next, node, record.g().with(step)); });
    } else {
      note(EventType::expand, node, record);
      record.set_g(Way());
      put(node, record);
      note(EventType::raise, node, record);
      world_.each_out(node, [&](Node next, Cost) {
        if (next == root_ || records_[next].parent != node) return;
        recompute(next);
        note(records_[next].consistent() ? EventType::known : EventType::raise, next, records_[next]);
      });
    }
  }

  void improve(Node node, Node parent, const Way& way) {
    Record& record = records_[node];
    if (node == root_ || !(way < record.rhs())) return;
    const bool first = record.rhs().is_infinite();
    ++(first ? stats_.generated : stats_.updated);
    if constexpr (LooksBeyond<View, Paged<Record>>) world_.out.prefetch_beyond(parent, node, &records_);
    record.set_rhs(way);
    record.parent = parent;
    put(node, record);
    note(first && record.g().is_infinite() ? EventType::generate : EventType::update, node, record);
  }

  // With what its key counts: what it cost when it was expanded last, or what it costs now, if that is less.
  void note(EventType type, Node node, const Record& record) {
    if (!observer_.listens()) return;
    const Way way = std::min(record.g(), record.rhs());
    const bool lost = way.is_infinite();
    observer_.add(lost ? EventType::forget : type, node, record.parent,
                  lost ? 0.0 : world_.out.to_double(way.cost - base_.cost),
                  world_.out.to_double(world_.out.estimate(node)));
  }

  Node parent_of(Node node) const {
    const Record* record = records_.find(node);
    return record == nullptr ? kNoNode : record->parent;
  }

  // Of the nodes behind the tip on its path.
  Node first_inconsistent() const {
    Node node = parent_of(tip_);
    while (node != kNoNode && records_.find(node)->consistent()) node = parent_of(node);
    return node;
  }

  // Whether a node is on the path.
  bool leads_along(Node through) const {
    Node node = tip_;
    while (node != through && node != kNoNode) node = parent_of(node);
    return node == through;
  }

  bool reached(Node node) const {
    const Record* record = records_.find(node);
    return record != nullptr && !record->g().is_infinite();
  }

  // Whether one of the nodes is nearer to the root than where the path is to begin.
  bool any_behind(const std::vector<Node>& nodes) const {
    const Way far = records_.find(from_)->g();
    return std::any_of(nodes.begin(), nodes.end(), [&](Node node) {
      const Record* record = records_.find(node);
      return record != nullptr && record->g() < far;
    });
  }

  // Moves the root to where the path is to begin, and forgets what does not hang on that node.
  void move_root() {
    if (root_ == from_) return;
    const Node old = std::exchange(root_, from_);
    base_ = reached(root_) ? records_[root_].g() : Way{Cost{}, 0};
    recompute(root_);
    std::vector<Node> dropped;
    drop(old, dropped);
    for (std::size_t i = 0; i < dropped.size(); ++i) {
      const Node parent = dropped[i];
      world_.each_out(parent, [&](Node node, Cost) {
        if (node != root_ && records_[node].parent == parent) drop(node, dropped);
      });
    }
    for (const Node node : dropped) recompute(node);
  }

  void drop(Node node, std::vector<Node>& dropped) {
    Record& record = records_[node];
    record.set_g(Way());
    record.set_rhs(Way());
    record.parent = kNoNode;
    queue_.remove(node);
    dropped.push_back(node);
  }

  World world_;
  Node root_;
  Node from_;  // where the path is to begin
  Node tip_;
  Way base_{Cost{}, 0};  // what the root costs: what it has moved so far
  Cost raised_{};        // added to keys, by as much as estimates may have become smaller while the tip moved
  Paged<Record> records_;
  KeyQueue<Key, Places> queue_;
  OpenList<Cost> open_;  // of the first search
  bool first_ = true;    // whether that has not ended
  SearchStats stats_;
  MaybeRecorder observer_;
};

}  // namespace pathstar
