// Iterative-deepening A* (IDA*): depth-first searches, each as deep as the last one's lowest key beyond its bound.
//
// When to use: spaces far too large to remember the visited nodes, in which few paths lead to the same node: puzzles.
// Needs: a view; a good estimate; steps whose sums take few different values, because each value may take a separate
//   iteration.
// Guarantee: with an admissible estimate the cost is optimal, consistent or not; with weight w at most w times that.
// Complexity: memory for one path and the neighbours of its nodes; time for each path, not for each node: on a grid, on
//   which very many paths lead to a node, it explodes.
// Reference: Korf 1985, Depth-first iterative-deepening: an optimal admissible tree search.
// Differs from the paper: a path does not go back to one of its own nodes, so the search ends on every finite space;
//   keys that differ by rounding alone count as equal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/driver/answer.hpp"
#include "engine/driver/limits.hpp"
#include "engine/driver/settings.hpp"
#include "engine/searches/best_first.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

template <Searchable View, class Observer>
class IterativeDeepening {
 public:
  using Cost = typename View::Cost;

  IterativeDeepening(const View& view, Node start, Node goal, const Settings& settings, Observer& observer)
      : view_(view),
        goal_(view.from_space(goal)),
        settings_(settings),
        start_(view.from_space(start)),
        next_{start_, Cost{0}},
        bound_(view.estimate(start_)),
        end_(first_cost_beyond(view, settings.max_cost)),
        observer_(observer) {
    note(EventType::source, next_, kNoNode);
    note(EventType::destination, {goal_, Cost{0}}, kNoNode);
    note(EventType::deepen, {start_, bound_}, kNoNode);
    if (!possible(bound_)) finish(Status::no_path, {goal_, Cost{0}});
  }

  // Runs at most `budget` expansions.
  Status step(std::uint64_t budget) {
    const std::uint64_t allowed = settings_.max_expansions - stats_.expanded;
    const std::uint64_t last = stats_.expanded + std::min(budget, allowed);
    while (status_ == Status::running) {
      if (!waits_ && !choose()) {
        deepen();
      } else if (stats_.expanded == last) {
        if (budget >= allowed) status_ = Status::limit;
        return status_;
      } else {
        visit();
      }
      if constexpr (Observer::kRecords) {
        if (status_ == Status::running && observer_.full()) status_ = Status::limit;
      }
    }
    return status_;
  }

  void stop() noexcept {
    if (status_ == Status::running) status_ = Status::limit;
  }
  Status status() const noexcept { return status_; }

  PathResult result() const {
    PathResult result;
    if (status_ == Status::found) {
      std::vector<Node> chain;
      for (const Frame& frame : path_) chain.push_back(view_.to_space(frame.reached.node));
      chain.push_back(view_.to_space(next_.node));
      if constexpr (Implicit<View>) {
        result.length = chain.size();
        result.corners = std::move(chain);
        result.cost = view_.to_double(next_.g);
      } else {
        write_answer(view_, std::move(chain), result);
      }
    }
    result.status = status_;
    result.stats = stats_;
    return result;
  }

 private:
  static constexpr Cost kInfinity = std::numeric_limits<Cost>::max();

  struct Reached {
    Node node;
    Cost g;
  };
  struct Child {
    Reached reached;
    Cost key;
  };
  // A node of the path, with its untried neighbours: those from `first` on in `children_`.
  struct Frame {
    Reached reached;
    std::size_t first;
    std::uint32_t known;  // the number of nodes when it was expanded, in an implicit space
  };

  static bool possible(Cost key) noexcept { return key < kInfinity; }

  static bool beyond(Cost key, Cost bound) noexcept {
    if constexpr (std::is_integral_v<Cost>) {
      return key > bound;
    } else {
      return key > bound + 1e-12 * bound;
    }
  }

  bool is_goal(Node node) const {
    if constexpr (Implicit<View>) {
      return view_.is_goal(node);
    } else {
      return node == goal_;
    }
  }

  // Expands the waiting node. If a caller's function throws, the node still waits.
  void visit() {
    const Node parent = path_.empty() ? kNoNode : path_.back().reached.node;
    if (is_goal(next_.node)) {
      ++stats_.expanded;
      note(EventType::expand, next_, parent);
      finish(Status::found, next_);
      return;
    }
    const std::size_t first = children_.size();
    const std::uint32_t known = view_.slots();
    try {
      view_.successors(next_.node, parent, [&](Node node, Cost step) { generate({node, next_.g + step}); });
      for (std::size_t i = first; i < children_.size(); ++i) {
        children_[i].key = children_[i].reached.g + view_.estimate(children_[i].reached.node);
      }
    } catch (...) {
      children_.resize(first);
      throw;
    }
    ++stats_.expanded;
    stats_.generated += children_.size() - first;
    note(EventType::expand, next_, parent);
    for (std::size_t i = first; i < children_.size(); ++i) {
      note(EventType::generate, children_[i].reached, next_.node);
    }
    std::reverse(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end());
    path_.push_back({next_, first, known});
    on_path_.insert(next_.node);
    waits_ = false;
  }

  void generate(const Reached& reached) {
    if constexpr (Implicit<View>) {
      if (!view_.within(reached.g)) {
        cut_ = true;
        return;
      }
    }
    if (!(reached.g < end_)) {
      cut_ = cut_ || reached.g < kInfinity;
      return;
    }
    if (!on_path_.contains(reached.node) && reached.node != next_.node) children_.push_back({reached, Cost{0}});
  }

  // Moves on to the next neighbour within the bound, back along the path as far as needed; false if there is none.
  bool choose() {
    while (!path_.empty()) {
      while (children_.size() > path_.back().first) {
        const Child child = children_.back();
        children_.pop_back();
        if (beyond(child.key, bound_)) {
          least_beyond_ = std::min(least_beyond_, child.key);
          note_forgotten(child.reached);
        } else {
          next_ = child.reached;
          return waits_ = true;
        }
      }
      const Frame left = path_.back();
      on_path_.erase(left.reached.node);
      path_.pop_back();
      note_forgotten(left.reached);
      // Nodes made behind this node lie neither on the path nor among the untried ones. Only a trace still names them.
      if constexpr (Implicit<View>) {
        if (!listens()) view_.forget(left.known);
      }
    }
    return false;
  }

  // Begins the next iteration, if any node lay beyond the bound.
  void deepen() {
    if (!possible(least_beyond_)) {
      finish(cut_ ? Status::limit : Status::no_path, {goal_, Cost{0}});
      return;
    }
    bound_ = std::exchange(least_beyond_, kInfinity);
    next_ = {start_, Cost{0}};
    waits_ = true;
    note(EventType::deepen, {start_, bound_}, kNoNode);
    note(EventType::source, next_, kNoNode);
  }

  void finish(Status status, const Reached& last) {
    status_ = status;
    note(EventType::end, last, kNoNode);
  }

  bool listens() const noexcept {
    if constexpr (Observer::kRecords) {
      return observer_.listens();
    } else {
      return false;
    }
  }

  void note(EventType type, const Reached& reached, Node parent) {
    if constexpr (Observer::kRecords) {
      if (!observer_.listens()) return;
      observer_.add(type, view_.to_space(reached.node), view_.to_space(parent), view_.to_double(reached.g),
                    view_.to_double(view_.estimate(reached.node)));
    }
  }

  // A path to a node was left. The node may still wait by an older path, as a neighbour of a node on the path.
  void note_forgotten(const Reached& left) {
    if (!listens()) return;
    note(EventType::forget, left, kNoNode);
    for (std::size_t i = children_.size(); i-- > 0;) {
      if (children_[i].reached.node != left.node) continue;
      const auto owner =
          std::find_if(path_.rbegin(), path_.rend(), [i](const Frame& frame) { return frame.first <= i; });
      note(EventType::revert, children_[i].reached, owner->reached.node);
      return;
    }
  }

  View view_;
  Node goal_;
  Settings settings_;
  Node start_;
  Reached next_;  // while waits_: the node to be expanded
  bool waits_ = true;
  Cost bound_;
  Cost end_;  // the least cost beyond the limit
  Cost least_beyond_ = kInfinity;
  std::vector<Frame> path_;
  std::vector<Child> children_;
  std::unordered_set<Node> on_path_;
  Observer& observer_;
  bool cut_ = false;  // a node was left out because it costs too much
  Status status_ = Status::running;
  SearchStats stats_;
};

}  // namespace pathstar
