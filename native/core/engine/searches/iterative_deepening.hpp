// Iterative-deepening A* (IDA*): depth-first searches, each as deep as the last one's lowest key beyond its bound.
//
// When to use: spaces far too large to remember the nodes seen, in which few ways lead to the same node: puzzles.
// Needs: a view; a good estimate; steps whose sums take few different values, as each value may cost an iteration of
//   its own.
// Guarantee: with an admissible estimate the cost is optimal, consistent or not; with weight w at most w times that.
// Complexity: memory for one path and the neighbours of its nodes; time for each path, not for each node: on a grid,
//   where very many paths lead to a node, it explodes.
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

namespace pathstar {

template <Searchable View>
class IterativeDeepening {
 public:
  using Cost = typename View::Cost;

  IterativeDeepening(const View& view, Node start, Node goal, const Settings& settings)
      : view_(view),
        goal_(view.from_space(goal)),
        settings_(settings),
        start_(view.from_space(start)),
        next_{start_, Cost{0}},
        bound_(view.estimate(start_)),
        end_(first_cost_beyond(view, settings.max_cost)) {
    if (!possible(bound_)) status_ = Status::no_path;
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
      for (const Frame& frame : path_) chain.push_back(view_.to_space(frame.node));
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
  // A node of the path, with its neighbours that are still to be tried: those from `first` on in `children_`.
  struct Frame {
    Node node;
    std::size_t first;
    std::uint32_t known;  // how many nodes there were when it was expanded, in an implicit space
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

  // Expands the node that waits. A caller's function may throw; then the node still waits.
  void visit() {
    if (is_goal(next_.node)) {
      ++stats_.expanded;
      status_ = Status::found;
      return;
    }
    const std::size_t first = children_.size();
    const std::uint32_t known = view_.slots();
    try {
      const Node parent = path_.empty() ? kNoNode : path_.back().node;
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
    std::reverse(children_.begin() + static_cast<std::ptrdiff_t>(first), children_.end());
    path_.push_back({next_.node, first, known});
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

  // Goes on to the next neighbour within the bound, back along the path as far as need be; false if there is none.
  bool choose() {
    while (!path_.empty()) {
      while (children_.size() > path_.back().first) {
        const Child child = children_.back();
        children_.pop_back();
        if (beyond(child.key, bound_)) {
          least_beyond_ = std::min(least_beyond_, child.key);
        } else {
          next_ = child.reached;
          return waits_ = true;
        }
      }
      on_path_.erase(path_.back().node);
      // Nodes found behind this one lie neither on the path nor among those still to be tried.
      if constexpr (Implicit<View>) view_.forget(path_.back().known);
      path_.pop_back();
    }
    return false;
  }

  // Begins the next iteration, if anything lay beyond the bound.
  void deepen() noexcept {
    if (!possible(least_beyond_)) {
      status_ = cut_ ? Status::limit : Status::no_path;
      return;
    }
    bound_ = std::exchange(least_beyond_, kInfinity);
    next_ = {start_, Cost{0}};
    waits_ = true;
  }

  View view_;
  Node goal_;
  Settings settings_;
  Node start_;
  Reached next_;  // while waits_: the node to be expanded
  bool waits_ = true;
  Cost bound_;
  Cost end_;  // the least cost that is too dear
  Cost least_beyond_ = kInfinity;
  std::vector<Frame> path_;
  std::vector<Child> children_;
  std::unordered_set<Node> on_path_;
  bool cut_ = false;  // something was left out because it costs too much
  Status status_ = Status::running;
  SearchStats stats_;
};

}  // namespace pathstar
