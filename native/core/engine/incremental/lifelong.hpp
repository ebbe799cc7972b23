// Lifelong planning: A* that is repaired when steps change, instead of searching again.
//
// When to use: the same root, a tip that may move, and edits of few places between two queries. With the root at the
//   start this is LPA*, with the root at the goal D* Lite in its optimised form, and with a root that follows the start
//   when needed MT-D* Lite.
// Needs: the steps in both directions; an estimate of the costs between the tip and a node that is consistent.
// Guarantee: optimal.
// Complexity: a repair expands each node at most twice, and only nodes with changed costs that may matter for the tip.
// Reference: Koenig, Likhachev and Furcy 2004, Lifelong planning A*; Koenig and Likhachev 2002, D* Lite; Sun, Yeoh and
//   Koenig 2010, Moving target D* Lite.
// Differs from the paper: a cost is a pair, of cost and number of steps. So every step raises it, also one of cost 0,
//   and no two nodes can each be the reason for the other's cost. Whether a node depends on another is known from its
//   parent, not by comparing sums of floating-point numbers. Before the search ends, the nodes of the path are checked
//   once more, because rounding may leave one of them behind its key. MT-D* Lite moves the root with each step of the
//   start, and forgets all nodes that do not depend on it. Here the root stays while the cheapest path from it leads
//   through the start, because the rest of that path is then a cheapest path, too. On ground where paths join soon,
//   this is almost always so. The root moves first if edits are nearer to it than the start is. The first search has
//   nothing to repair: it is the engine's A*, and takes the same work. It continues as such while nothing is edited and
//   its order still leads to the tip. Its results become a node's costs when a repair first visits the node. See
//   leave_tree().
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/incremental/first_tree.hpp"
#include "engine/incremental/guided_view.hpp"
#include "engine/incremental/key_queue.hpp"
#include "engine/incremental/paged.hpp"
#include "engine/incremental/way.hpp"
#include "engine/incremental/world.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

template <class ViewType, class Space>
class Lifelong {
 public:
  using View = ViewType;
  using Cost = typename View::Cost;
  using World = RepairWorld<View, Space>;
  using Tree = FirstTree<View>;

  Lifelong(World world, Node root, Node tip)
      : world_(std::move(world)),
        root_(root),
        from_(root),
        tip_(tip),
        slots_(world_.out.slots()),
        records_(slots_),
        queue_(Places{&records_}) {
    if (world_.guide == nullptr) {
      first_ = std::make_shared<Tree>(world_.out, world_.in, world_.back, root, tip);
      tree_ = first_;
    } else {
      tree_ = std::make_shared<SearchTree<Guided>>(Guided(guided_view(world_.out, *world_.guide)), root, tip);
    }
  }
  Lifelong(const Lifelong&) = delete;
  Lifelong& operator=(const Lifelong&) = delete;

  // The number of nodes at the beginning; a graph may have grown since then.
  std::uint32_t slots() const noexcept { return slots_; }
  const SearchStats& stats() const noexcept { return stats_; }

  // Takes over the present world. The path is to lead from `from`, which is the root unless both ends move, to the tip.
  // `edited`: both ends of every step that may have changed. The keys of the queue stay lower bounds if the estimates
  // obey the triangle inequality and have not fallen; otherwise all are computed again. False if the search has to
  // begin again, because it has not reached `from` or has lost its guide.
  bool follow(World world, Node from, Node tip, const std::vector<Node>& edited, bool estimates_hold) {
    if (world.guide != world_.guide || (from != root_ && !reached(from))) return false;
    const bool stay = tip == tip_ || world.guide != nullptr;
    const Cost moved = stay ? Cost{} : world_.out.estimate(tip);
    world_ = std::move(world);
    tip_ = tip;
    if (on_tree_ && edited.empty() && (stay || tree_->knows(tip))) {  // the order of its open list does not change
      from_ = from;
      tree_->aim(tip);
      return true;
    }
    if (on_tree_) {
      leave_tree();
    } else if (estimates_hold && raised_ + moved <= most_raised()) {
      raised_ += moved;
    } else {
      raised_ = Cost{};
      queue_.put_all_again([this](Node node) { return key(node, at(node)); });
    }
    from_ = from;
    if (from_ != root_ && any_behind(edited)) move_root();
    for (const Node node : edited) recompute(node);
    return true;
  }

  // The first search, while nothing else is known; else null.
  std::shared_ptr<const Tree> tree() const { return on_tree_ ? first_ : nullptr; }

  // Records the known state, and from now on every change; null: stops recording.
  void record(Recorder* recorder) {
    if (recorder != nullptr && on_tree_) leave_tree();
    observer_ = MaybeRecorder(recorder);
    if (!observer_.listens()) return;
    move_root();
    note(EventType::source, root_, at(root_));
    observer_.add(EventType::destination, tip_, kNoNode, 0.0, 0.0);
    for (Node node = 0; node < slots(); ++node) {
      if (tree_->seen(node)) at(node);  // makes its record
    }
    records_.each([this](std::size_t index, const Record& record) {
      const auto node = static_cast<Node>(index);
      if (record.place == kUnread) return;
      if (std::min(record.g(), record.rhs()).is_infinite() || (node == root_ && !record.consistent())) return;
      note(record.consistent() ? EventType::known : EventType::generate, node, record);
    });
  }

  // At most `budget` expansions.
  Status step(std::uint64_t budget) {
    if (on_tree_) {
      const Status status = tree_->step(budget);
      stats_ = tree_->stats();
      if (status != Status::found) return status;
      follow_parents();
      if (chain_.back() == from_) return Status::found;
      leave_tree();
    }
    for (;;) {
      while (must_expand()) {
        if (observer_.full()) return Status::limit;
        if (budget-- == 0) return Status::running;
        expand_top();
      }
      if (const Node behind = follow_parents(); behind != kNoNode) {
        if (budget-- == 0) return Status::running;
        expand(behind);
      } else if (chain_.back() == from_) {
        return Status::found;
      } else if (root_ == from_) {
        return Status::no_path;
      } else {
        move_root();
      }
    }
  }

  // The nodes from the tip back, after a path was found.
  const std::vector<Node>& chain() const noexcept { return chain_; }

 private:
  using Way = pathstar::Way<Cost>;
  using Key = RepairKey<Cost>;
  // Views of grids are worth a separate engine.
  using Guided = std::conditional_t<View::kCapabilities.any, View,
                                    decltype(guided_view(std::declval<const View&>(), std::declval<const Tree&>()))>;

  static constexpr std::uint32_t kUnread = 0;  // the place in the queue of a node whose record is not made yet

  // Two of them fill a cache line.
  struct alignas(32) Record {
    Cost g_cost = Way::kInfinite;
    Cost rhs_cost = Way::kInfinite;
    std::uint32_t g_steps = 0;
    std::uint32_t rhs_steps = 0;
    Node parent = kNoNode;
    std::uint32_t place = kUnread;  // in the queue

    // The node's cost at its last expansion, and its present cost by its parent.
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

  // Beyond it, the sum added to keys would cost them digits. Nothing may be added if keys might not fit.
  Cost most_raised() const {
    const Cost largest = std::max(world_.out.steps().largest, Cost{1});
    return largest < kRoom / kMostRaised ? kMostRaised * largest : Cost{};
  }
  static constexpr Cost kRoom = std::numeric_limits<Cost>::max() / 8;
  static constexpr Cost kMostRaised = 1 << 20;

  // The record of a node, initially with the result of the first search.
  PATHSTAR_INLINE Record& at(Node node) {
    Record& record = records_[node];
    if (record.place == kUnread) [[unlikely]]
      read(node, record);
    return record;
  }

  PATHSTAR_NOINLINE void read(Node node, Record& record) {
    record.place = decltype(queue_)::kNowhere;
    if (!tree_->seen(node)) return;
    record.set_rhs({tree_->g(node), tree_->steps(node)});
    record.parent = tree_->parent(node);
    if (tree_->has(node)) record.set_g(record.rhs());
  }

  // The same without making a record; null: the result of the first search holds.
  const Record* find(Node node) const {
    const Record* record = records_.find(node);
    return record == nullptr || record->place == kUnread ? nullptr : record;
  }
  Way g_of(Node node) const {
    if (const Record* record = find(node)) return record->g();
    return tree_->has(node) ? Way{tree_->g(node), tree_->steps(node)} : Way();
  }

  // From now on the results of the first search are repaired. Expanded nodes keep their cost at expansion. Open nodes
  // are infinitely dear except for the costs by their parents, so nodes depend on expanded ones, and all inconsistent
  // nodes are in the queue. But the search may have found a better way to an expanded node, which is open again. The
  // nodes behind it go by its earlier cost, which is no longer known; so it is expanded now.
  void leave_tree() {
    on_tree_ = false;
    const SearchStats before = stats_;
    std::vector<Node> opened_again;
    tree_->each_open([&](Node node) {
      if (find(node) != nullptr) return;
      put(node, at(node));
      bool has_child = false;
      world_.each_out(node, [&](Node next, Cost) { has_child |= tree_->seen(next) && tree_->parent(next) == node; });
      if (has_child) opened_again.push_back(node);
    });
    for (const Node node : opened_again) {
      if (!at(node).consistent()) expand(node);
    }
    stats_ = before;
  }

  Key key(Node node, const Record& record) const {
    const Way way = std::min(record.g(), record.rhs());
    if (way.is_infinite()) return {Way::kInfinite, way};
    return {way.cost + world_.estimate(node) + raised_, way};
  }

  // A node is in the queue exactly if it is inconsistent.
  void put(Node node, const Record& record) {
    if (record.consistent()) return queue_.remove(node);
    queue_.put(node, key(node, record));
  }

  void recompute(Node node) {
    chain_holds_ = false;
    Record& record = at(node);
    record.set_rhs(Way());
    record.parent = kNoNode;
    if (!world_.walkable(node)) return put(node, record);
    if (node == root_) {
      record.set_rhs(base_);
    } else {
      Way best;
      world_.in.successors(node, kNoNode, [&](Node from, Cost step) {
        const Way other = g_of(from);
        if (other.is_infinite()) return;
        const Way way = other.with(step);
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
    const Record& tip = at(tip_);
    return queue_.top().key < key(tip_, tip) || tip.g() < tip.rhs();
  }

  void expand_top() {
    const auto [old, node] = queue_.top();
    const Key now = key(node, at(node));
    if (old < now) return queue_.put(node, now);
    expand(node);
  }

  void expand(Node node) {
    chain_holds_ = false;
    Record& record = at(node);
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
        if (next == root_ || parent_of(next) != node) return;
        recompute(next);
        note(at(next).consistent() ? EventType::known : EventType::raise, next, at(next));
      });
    }
  }

  void improve(Node node, Node parent, const Way& way) {
    Record& record = at(node);
    if (node == root_ || !(way < record.rhs())) return;
    const bool first = record.rhs().is_infinite();
    ++(first ? stats_.generated : stats_.updated);
    if constexpr (LooksBeyond<View, Paged<Record>>) world_.out.prefetch_beyond(parent, node, &records_);
    record.set_rhs(way);
    record.parent = parent;
    put(node, record);
    note(first && record.g().is_infinite() ? EventType::generate : EventType::update, node, record);
  }

  // The cost in its key: that at its last expansion, or its present cost if that is lower.
  void note(EventType type, Node node, const Record& record) {
    if (!observer_.listens()) return;
    const Way way = std::min(record.g(), record.rhs());
    const bool lost = way.is_infinite();
    observer_.add(lost ? EventType::forget : type, node, record.parent,
                  lost ? 0.0 : world_.out.to_double(way.cost - base_.cost),
                  world_.out.to_double(world_.estimate(node)));
  }

  Node parent_of(Node node) const {
    if (const Record* record = find(node)) return record->parent;
    return tree_->seen(node) ? tree_->parent(node) : kNoNode;
  }

  // Notes the nodes on the path from the tip back to its beginning, or as far as parents lead. Returns the first
  // inconsistent node behind the tip, also beyond; kNoNode if there is none. Nodes without a record are as expanded by
  // the first search.
  Node follow_parents() {
    if (chain_holds_ && join_chain()) return kNoNode;
    chain_.assign(1, tip_);
    Node behind = kNoNode;
    for (Node node = tip_; behind == kNoNode;) {
      const Record* record = find(node);
      if (node != tip_ && record != nullptr && !record->consistent()) behind = node;
      node = record != nullptr ? record->parent : parent_of(node);
      if (node == kNoNode) break;
      if (chain_.back() != from_) chain_.push_back(node);
    }
    chain_holds_ = behind == kNoNode;
    return behind;
  }

  // The same if nothing has changed since parents were followed last: the parents of another tip soon join the old
  // path. False if they do not, or if the old path does not contain the present beginning of the path.
  bool join_chain() {
    const std::uint32_t steps = steps_to(chain_.front());
    const auto place = [&](Node node) {
      const std::size_t place = std::size_t{steps} - steps_to(node);
      return place < chain_.size() && chain_[place] == node ? place : chain_.size();
    };
    const std::size_t end = place(from_);
    std::vector<Node> begin;
    for (Node node = tip_; node != kNoNode && end < chain_.size(); node = parent_of(node)) {
      const Record* record = find(node);
      if (node != tip_ && record != nullptr && !record->consistent()) return false;
      if (const std::size_t joins = place(node); joins < chain_.size()) {
        if (joins > end) return false;
        chain_.resize(end + 1);
        chain_.erase(chain_.begin(), chain_.begin() + static_cast<std::ptrdiff_t>(joins));
        chain_.insert(chain_.begin(), begin.begin(), begin.end());
        return true;
      }
      begin.push_back(node);
    }
    return false;
  }

  // The number of steps from the root along the parents.
  std::uint32_t steps_to(Node node) const {
    if (const Record* record = find(node)) return record->rhs_steps;
    return tree_->seen(node) ? tree_->steps(node) : 0;
  }

  bool reached(Node node) const {
    const Record* record = find(node);
    return record == nullptr ? tree_->has(node) : !record->g().is_infinite();
  }

  // Whether one of the nodes is nearer to the root than the beginning of the path.
  bool any_behind(const std::vector<Node>& nodes) const {
    const Way far = g_of(from_);
    return std::any_of(nodes.begin(), nodes.end(), [&](Node node) { return g_of(node) < far; });
  }

  // Moves the root to the beginning of the path, and forgets all that does not depend on that node.
  void move_root() {
    if (root_ == from_) return;
    const Node old = std::exchange(root_, from_);
    base_ = reached(root_) ? g_of(root_) : Way{Cost{}, 0};
    recompute(root_);
    std::vector<Node> dropped;
    drop(old, dropped);
    for (std::size_t i = 0; i < dropped.size(); ++i) {
      const Node parent = dropped[i];
      world_.each_out(parent, [&](Node node, Cost) {
        if (node != root_ && parent_of(node) == parent) drop(node, dropped);
      });
    }
    for (const Node node : dropped) recompute(node);
  }

  void drop(Node node, std::vector<Node>& dropped) {
    chain_holds_ = false;
    Record& record = at(node);
    record.set_g(Way());
    record.set_rhs(Way());
    record.parent = kNoNode;
    queue_.remove(node);
    dropped.push_back(node);
  }

  World world_;
  Node root_;
  Node from_;  // the beginning of the path
  Node tip_;
  Way base_{Cost{}, 0};  // the cost of the root: the length of its moves so far
  Cost raised_{};        // added to keys: the most by which estimates may have fallen while the tip moved
  std::uint32_t slots_;
  Paged<Record> records_;
  KeyQueue<Key, Places> queue_;
  std::shared_ptr<Tree> first_;            // the first search; null if it had a guide
  std::shared_ptr<FoundTree<Cost>> tree_;  // the first search, with or without a guide
  bool on_tree_ = true;                    // whether nothing else is known
  std::vector<Node> chain_;                // from the tip back along the parents, when they were followed last
  bool chain_holds_ = false;               // whether they still lead along it
  SearchStats stats_;
  MaybeRecorder observer_;
};

}  // namespace pathstar
