// The first search of a unit, kept as it was found: an A* whose records later searches go on from.
//
// When to use: a search that may be repaired later. It takes what A* takes; what others make of it, they make of the
//   nodes that they ask for, when they ask.
// Differs from the engine's own search: it ends only after the bucket of the tip, so that what waits in the open list
//   costs at least as much as the path that was found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "engine/driver/settings.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/incremental/paged.hpp"
#include "engine/searches/best_first.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// It has no loop of its own: it runs one that is compiled anyway.
template <class ViewType>
class FirstTree {
 public:
  using View = ViewType;
  using Cost = typename View::Cost;

  // The search spreads over the steps of `out`, whose estimates are of the cost between a node and the tip; those of
  // `in` are of the cost between a node and the root.
  FirstTree(const View& out, const View& in, Node root, Node tip)
      : out_(out),
        in_(in),
        tip_(tip),
        steps_(out.slots()),
        search_(out, root, kNoNode, {}, 1.0, workspace_, observer_),
        records_(workspace_.records()) {}
  FirstTree(const FirstTree&) = delete;
  FirstTree& operator=(const FirstTree&) = delete;

  // Runs at most `budget` expansions.
  Status step(std::uint64_t budget) {
    while (!found()) {
      if (search_.status() == Status::no_path) {
        if (!has(tip_)) return Status::no_path;
        break;
      }
      if (budget == 0) return Status::running;
      const std::uint64_t now = std::min(budget, kBetweenLooks);
      search_.step(now);
      budget -= now;
    }
    whole_ = std::max(search_.floor(), g(tip_) + out_.estimate(tip_));
    return Status::found;
  }
  SearchStats stats() const { return search_.result().stats; }

  bool seen(Node node) const noexcept { return record(node).mark >= workspace_.open_mark(); }
  // Whether a node was expanded since its cost fell last.
  bool has(Node node) const noexcept { return record(node).mark == workspace_.closed_mark(); }
  // Of a node that was seen.
  Cost g(Node node) const noexcept { return record(node).g; }
  Node parent(Node node) const noexcept { return record(node).parent; }

  // The number of steps from the root, along the tree.
  std::uint32_t steps(Node node) {
    Node known = node;
    while (known != kNoNode && steps_[known] == 0) {
      above_.push_back(known);
      known = parent(known);
    }
    std::uint32_t count = known == kNoNode ? 0 : steps_[known];
    for (; !above_.empty(); above_.pop_back()) steps_[above_.back()] = ++count;
    return count - 1;
  }

  // Calls visit(node) for each node that waits, for some more than once.
  template <class Visit>
  void each_open(Visit&& visit) const {
    workspace_.open.each([&](Node node) {
      if (seen(node) && !has(node)) visit(node);
    });
  }

  // After a path was found: what a path between a node and the root costs at least. All that is cheaper together with
  // the rest of the way to the tip is known. It falls over no step by more than that costs.
  Cost at_least(Node node) const {
    const Cost unknown = whole_ - out_.estimate(node);
    return has(node) && g(node) <= unknown ? g(node) : std::max(in_.estimate(node), unknown);
  }

 private:
  using Observer = std::conditional_t<View::kCapabilities.any, MaybeRecorder, NullObserver>;

  static constexpr std::uint64_t kBetweenLooks = 32;  // expansions

  const Record<Cost>& record(Node node) const noexcept { return records_[node]; }

  bool found() const { return has(tip_) && search_.floor() >= g(tip_) + out_.estimate(tip_); }

  View out_;
  View in_;
  Node tip_;
  Cost whole_{};                // no path over a node that waits, or that hangs on one, costs less
  Paged<std::uint32_t> steps_;  // and 1; 0 where they were not counted yet
  std::vector<Node> above_;
  Workspace<Cost> workspace_;
  Observer observer_;
  BestFirst<View, Observer> search_;
  const Record<Cost>* records_;
};

}  // namespace pathstar
