// Multipath Generalized Adaptive A*: A* whose estimates get better with each search, and which stops at a known path.
//
// When to use: the same goal, a moving start, and edits of few places between searches that mostly raise costs: ground
//   that is discovered on the way.
// Needs: the steps in both directions; an estimate of the costs to the goal that is consistent.
// Guarantee: optimal.
// Complexity: a search expands no more nodes than A* with lower estimates. Costs that fall lower the estimates of the
//   nodes with a cheaper path over them than was known; each of these takes a turn in a heap.
// Reference: Hernandez, Asin and Baier 2015, Reusing previously found A* paths for fast goal-directed navigation in
//   dynamic terrain; Hernandez, Baier and Asin 2014, Making A* run faster than D*-Lite for path-planning in partially
//   known terrain; Sun, Koenig and Yeoh 2008, Generalized Adaptive A*.
// Differs from the paper: whether a path still leads to the goal is checked once for each of its nodes in a search.
//   Estimates along a path are summed from its end, so that they compare exactly with the costs of its steps. If there
//   is a search from the goal, its results count as learned, and all of its paths are known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "engine/incremental/first_tree.hpp"
#include "engine/incremental/paged.hpp"
#include "engine/incremental/world.hpp"
#include "engine/open_list/open_list.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

template <class ViewType, class Space>
class Multipath {
 public:
  using View = ViewType;
  using Cost = typename View::Cost;
  using World = RepairWorld<View, Space>;

  using Tree = FirstTree<View>;

  // `tree`: a search from the goal that has found a path, or null. `lowered`: both ends of every step that may now cost
  // less than it did in that search.
  Multipath(World world, Node start, Node goal, std::shared_ptr<const Tree> tree = nullptr,
            const std::vector<Node>& lowered = {})
      : world_(std::move(world)),
        start_(start),
        goal_(goal),
        tree_(std::move(tree)),
        slots_(world_.out.slots()),
        records_(slots_) {
    begin(lowered);
  }
  Multipath(const Multipath&) = delete;
  Multipath& operator=(const Multipath&) = delete;

  // The number of nodes at the beginning; a graph may have grown since then.
  std::uint32_t slots() const noexcept { return slots_; }
  bool has_tree() const noexcept { return tree_ != nullptr; }
  const SearchStats& stats() const noexcept { return stats_; }
  // The number of estimates checked before the search under way, because they may have had to be lowered.
  std::uint64_t lowered() const noexcept { return lowered_; }

  // Takes over the present world, in which estimates from the space are unchanged, or lower if there is a tree.
  // `lowered`: both ends of every step that may cost less than before. A search under way continues if nothing has
  // changed.
  bool follow(World world, Node start, const std::vector<Node>& lowered, bool changed) {
    if (mark_ > kLastMark) return false;
    world_ = std::move(world);
    if (start == start_ && !changed && end_ == kNoNode) return true;
    start_ = start;
    begin(lowered);
    return true;
  }

  // Records the state of the search under way, and from now on every change; null: stops recording.
  void record(Recorder* recorder) {
    observer_ = MaybeRecorder(recorder);
    if (!observer_.listens()) return;
    note(EventType::source, start_, at(start_));
    observer_.add(EventType::destination, goal_, kNoNode, 0.0, 0.0);
    records_.each([this](std::size_t index, const Record& record) {
      const auto node = static_cast<Node>(index);
      if (record.mark < mark_ || (node == start_ && record.mark == mark_)) return;
      note(record.mark == mark_ ? EventType::generate : EventType::known, node, record);
    });
  }

  // At most `budget` expansions.
  Status step(std::uint64_t budget) {
    while (end_ == kNoNode) {
      if (observer_.full()) return Status::limit;
      if (budget-- == 0) return Status::running;
      Node node;
      do {
        if (!open_.pop(node)) return Status::no_path;
      } while (at(node).mark != mark_);  // popped a second time
      expand(node);
    }
    return Status::found;
  }

  // The nodes from the goal to the start, after a path was found.
  std::vector<Node> chain() const {
    std::vector<Node> nodes;
    for (Node node = end_; node != goal_; node = records_.find(node)->next) nodes.push_back(node);
    nodes.push_back(goal_);
    std::reverse(nodes.begin(), nodes.end());
    for (Node node = records_.find(end_)->parent; node != kNoNode; node = records_.find(node)->parent) {
      nodes.push_back(node);
    }
    return nodes;
  }

 private:
  static constexpr std::uint32_t kUnread = 0;  // the mark of a node whose record is not made yet,
  static constexpr std::uint32_t kUnseen = 2;  // and of one that no search has seen

  // Two of them fill a cache line.
  struct alignas(32) Record {
    Cost g{};
    Cost h{};                      // learned up to the last search that has seen it; counts if it is above the estimate
    Node parent = kNoNode;         // in the search under way
    Node next = kNoNode;           // on the path to the goal that was found last
    std::uint32_t mark = kUnread;  // of the last search that has seen it, + 1 once closed
    std::uint32_t checked = 0;     // of the search that has checked the path, + 1 if it leads to the goal
  };

  static constexpr Cost kInfinity = std::numeric_limits<Cost>::max();
  static constexpr std::uint64_t kMuch = 512;  // expansions
  static constexpr std::uint32_t kLastMark = std::numeric_limits<std::uint32_t>::max() - 4;

  // The record of a node, initially with the result of the search from the goal.
  PATHSTAR_INLINE Record& at(Node node) {
    Record& record = records_[node];
    if (record.mark == kUnread) [[unlikely]]
      read(node, record);
    return record;
  }

  PATHSTAR_NOINLINE void read(Node node, Record& record) const {
    record.mark = kUnseen;
    if (tree_ == nullptr) return;
    record.h = tree_->at_least(node);
    if (tree_->has(node) && node != goal_) record.next = tree_->parent(node);
  }

  // In the order of the keys. If many nodes will wait, buckets are faster.
  void empty_open_list() {
    if (expected_ < kMuch) return open_.start(OpenKind::heap, Ties::larger_g, {});
    start_sorted(open_, world_.out);
  }

  void begin(const std::vector<Node>& lowered) {
    if (mark_ > kUnseen) expected_ = stats_.expanded - std::exchange(before_, stats_.expanded);
    mark_ += 2;
    end_ = kNoNode;
    whole_.push_back(Cost{});
    lowered_ = 0;
    if (!lowered.empty()) lower(lowered);
    empty_open_list();
    Record& record = at(start_);
    record.h = learned(record);
    record.g = Cost{};
    record.parent = kNoNode;
    record.mark = mark_;
    open_.push(estimate(start_, record), record.g, start_);
  }

  // The least cost of a path, as shown by searches. A node that was closed by the last search to see it lies on no path
  // that costs less than the path found by that search.
  Cost learned(const Record& record) const {
    if (record.mark % 2 == 0 || record.mark >= mark_) return record.h;
    return std::max(record.h, whole_[record.mark / 2] - record.g);
  }

  // Never exceeds the cost of a path, and falls over no step by more than the step costs.
  Cost estimate(Node node, const Record& record) const { return std::max(world_.out.estimate(node), learned(record)); }

  Cost estimate(Node node) const {
    const Record* record = records_.find(node);
    if (record != nullptr && record->mark != kUnread) return estimate(node, *record);
    const Cost least = world_.out.estimate(node);
    return tree_ == nullptr ? least : std::max(least, tree_->at_least(node));
  }

  Cost step_cost(Node from, Node to) const {
    Cost least = kInfinity;
    world_.each_out(from, [&](Node next, Cost step) {
      if (next == to) least = std::min(least, step);
    });
    return least;
  }

  void expand(Node node) {
    Record& record = at(node);
    record.mark = mark_ + 1;
    ++stats_.expanded;
    note(EventType::expand, node, record);
    if (leads_to_goal(node)) return learn(node);
    world_.each_out(node, [&](Node next, Cost step) { reach(next, node, record.g + step); });
  }

  void reach(Node node, Node parent, Cost g) {
    Record& record = at(node);
    const bool seen = record.mark >= mark_;
    if ((seen && (record.mark != mark_ || record.g <= g)) || !(g < kInfinity)) return;
    ++(seen ? stats_.updated : stats_.generated);
    if constexpr (LooksBeyond<View, Paged<Record>>) world_.out.prefetch_beyond(parent, node, &records_);
    if (!seen) record.h = learned(record);
    record.g = g;
    record.parent = parent;
    record.mark = mark_;
    note(seen ? EventType::update : EventType::generate, node, record);
    open_.push(g + estimate(node, record), g, node);
  }

  // Whether a known path from a node to the goal costs as much as the estimate, so that none costs less.
  bool leads_to_goal(Node node) {
    bool leads = false;
    walked_.clear();
    while (!(leads = node == goal_)) {
      Record& record = at(node);
      if (record.next == kNoNode) break;
      if (record.checked >= mark_) {
        leads = record.checked != mark_;
        break;
      }
      walked_.push_back(node);
      record.checked = mark_;
      const Cost step = step_cost(node, record.next);
      if (!(step < kInfinity) || estimate(node, record) != step + estimate(record.next)) break;
      node = record.next;
    }
    for (const Node each : walked_) at(each).checked = mark_ + (leads ? 1 : 0);
    return leads;
  }

  // Keeps the results of the search, and the path, with exact estimates at its nodes.
  void learn(Node end) {
    end_ = end;
    at(end).mark = mark_;
    whole_.back() = at(end).g + estimate(end);
    for (Node node = end; node != start_;) {
      const Node parent = at(node).parent;
      Record& record = at(parent);
      record.next = node;
      record.h = step_cost(parent, node) + estimate(node);
      record.mark = mark_;
      node = parent;
    }
  }

  // Whether a better estimate than that of the space is known for a node.
  bool knows(Node node) const {
    const Record* record = records_.find(node);
    if (record == nullptr || record->mark == kUnread) return tree_ != nullptr;
    return learned(*record) != Cost{};
  }

  // Makes the estimates consistent again after steps got cheaper.
  void lower(const std::vector<Node>& lowered) {
    empty_open_list();
    for (const Node node : lowered) {
      if (!knows(node)) continue;
      ++lowered_;
      world_.each_out(node, [&](Node next, Cost step) { lower_to(node, next, step); });
    }
    for (Node node; open_.pop(node);) {
      world_.each_in(node, [&](Node from, Cost step) { lower_to(from, node, step); });
    }
  }

  void lower_to(Node node, Node next, Cost step) {
    if (!knows(node)) return;
    const Cost now = std::max(world_.out.estimate(node), step + estimate(next));
    if (!(now < estimate(node))) return;
    Record& record = at(node);
    ++lowered_;
    record.h = now;
    record.mark -= record.mark % 2;  // the result of the last search no longer counts
    open_.push(estimate(node, record), Cost{}, node);
  }

  void note(EventType type, Node node, const Record& record) {
    if (!observer_.listens()) return;
    observer_.add(type, node, record.parent, world_.out.to_double(record.g),
                  world_.out.to_double(estimate(node, record)));
  }

  World world_;
  Node start_;
  Node goal_;
  std::uint32_t mark_ = kUnseen;  // of the search under way
  Node end_ = kNoNode;            // where it met a path to the goal
  std::shared_ptr<const Tree> tree_;
  std::uint32_t slots_;
  Paged<Record> records_;
  OpenList<Cost> open_;
  std::vector<Cost> whole_{Cost{}, Cost{}};  // the cost found by each search, by its mark / 2; 0: nothing
  std::vector<Node> walked_;
  SearchStats stats_;
  std::uint64_t lowered_ = 0;
  std::uint64_t before_ = 0;        // expansions before the search under way
  std::uint64_t expected_ = kMuch;  // as many as in the last search
  MaybeRecorder observer_;
};

}  // namespace pathstar
