// A kept search: an A* from whose records later searches continue.
//
// When to use: a search that may be repaired later, or continued to other tips. It takes as long as A*; repairs and
//   other searches convert its results node by node when they ask for them. Differs from the engine's own search: it
//   ends only after the bucket of the tip, so that all nodes on the open list cost at least as much as the path that
//   was found.
#pragma once

#include <algorithm>
#include <cstdint>
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

// The results of a search over any view.
template <class Cost>
class FoundTree {
 public:
  FoundTree(const FoundTree&) = delete;
  FoundTree& operator=(const FoundTree&) = delete;
  virtual ~FoundTree() = default;

  // Runs at most `budget` expansions towards the tip.
  virtual Status step(std::uint64_t budget) = 0;
  virtual SearchStats stats() const = 0;
  // Whether the cheapest path to a node is known.
  virtual bool knows(Node node) const = 0;
  // From now on the search is for a path to this node; its order of expansions does not change.
  void aim(Node tip) noexcept { tip_ = tip; }

  bool seen(Node node) const noexcept { return record(node).mark >= workspace_.open_mark(); }
  // Whether a node was expanded after its cost last fell.
  bool has(Node node) const noexcept { return record(node).mark == workspace_.closed_mark(); }
  // For a node that was seen.
  Cost g(Node node) const noexcept { return record(node).g; }
  Node parent(Node node) const noexcept { return record(node).parent; }

  // The number of steps from the root, along the tree. Only for nodes whose cheapest path is known, or if the search
  // does not continue.
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

  // Calls visit(node) for each open node, for some more than once.
  template <class Visit>
  void each_open(Visit&& visit) const {
    workspace_.open.each([&](Node node) {
      if (seen(node) && !has(node)) visit(node);
    });
  }

 protected:
  FoundTree(std::uint32_t slots, Node tip) : tip_(tip), steps_(slots) {}

  // Called once the workspace has its records.
  void find_records() noexcept { records_ = workspace_.records(); }

  Node tip_;
  Workspace<Cost> workspace_;

 private:
  const Record<Cost>& record(Node node) const noexcept { return records_[node]; }

  const Record<Cost>* records_ = nullptr;
  Paged<std::uint32_t> steps_;  // plus 1; 0 if not counted yet
  std::vector<Node> above_;
};

// It has no loop of its own: it runs the engine's.
template <class View>
class SearchTree : public FoundTree<typename View::Cost> {
 public:
  using Cost = typename View::Cost;

  // The search spreads over the steps of a view, in the order of its estimates.
  SearchTree(const View& view, Node root, Node tip)
      : FoundTree<Cost>(view.slots(), tip),
        view_(view),
        search_(view, root, kNoNode, {}, 1.0, this->workspace_, observer_) {
    this->find_records();
  }

  Status step(std::uint64_t budget) override {
    while (!knows(this->tip_)) {
      if (search_.status() == Status::no_path) return this->has(this->tip_) ? Status::found : Status::no_path;
      if (budget == 0) return Status::running;
      const std::uint64_t now = std::min(budget, kBetweenLooks);
      search_.step(now);
      budget -= now;
    }
    return Status::found;
  }

  SearchStats stats() const final { return search_.result().stats; }
  bool knows(Node node) const final { return this->has(node) && floor() >= key(node); }

 protected:
  // No open node has a lower key.
  Cost floor() const { return search_.floor(); }
  Cost key(Node node) const { return this->g(node) + view_.estimate(node); }
  const View& view() const noexcept { return view_; }

 private:
  using Observer = std::conditional_t<View::kCapabilities.any, MaybeRecorder, NullObserver>;

  static constexpr std::uint64_t kBetweenLooks = 32;  // expansions

  View view_;
  Observer observer_;
  BestFirst<View, Observer> search_;
};

}  // namespace pathstar
