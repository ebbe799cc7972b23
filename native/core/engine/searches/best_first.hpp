// Best-first search, the one engine (Hart, Nilsson, Raphael 1968; Pearl 1984).
//
// When to use: everything that expands one node after another by the smallest key a*g + b*h.
// Needs: a view of a space (successors, estimate, slots, to_double, path_cost) and an observer.
// Guarantee: with use_g, weight 1 and a consistent heuristic the cost is optimal under every open list. With weight w
//   it is at most w times the optimum. A heuristic that drops faster than the steps cost, by a factor L, counts as
//   weight L. Exact open lists never re-open a closed node and keep these bounds (Likhachev, Gordon, Thrun 2003).
// Complexity: each node is expanded once; a heap adds the logarithm of the open list. Over loose buckets a few nodes
//   are expanded again; see Reopenings for how many at most.
// Differs from the books: an improved node is pushed again instead of moved, and skipped when popped a second time.
//   Over loose buckets, nodes with keys in one bucket's range come in no order; so a closed node that gets better is
//   re-opened, and when the goal is closed the rest of its bucket is finished first. A search that re-opens too many
//   nodes moves its list to a heap and continues. If steps cost less than buckets are wide (graphs), or keys may fall,
//   buckets keep their nodes sorted.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "engine/driver/answer.hpp"
#include "engine/driver/limits.hpp"
#include "engine/driver/settings.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/open_list/open_list_plan.hpp"
#include "engine/open_list/reopenings.hpp"
#include "paths/result.hpp"
#include "spaces/compiler.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

template <Expandable View, class Observer>
class BestFirst {
 public:
  using Cost = typename View::Cost;

  // `consistency_factor`: how much the weighted estimate can fall or rise over a step, per unit of the step's cost.
  // `first_cost`: the cost at the start.
  PATHSTAR_NOINLINE BestFirst(const View& view, Node start, Node goal, const Settings& settings,
                              double consistency_factor, Workspace<Cost>& workspace, Observer& observer,
                              Cost first_cost = Cost{0})
      : view_(view),
        goal_(view.from_space(goal)),
        settings_(settings),
        workspace_(workspace),
        open_(workspace.open),
        observer_(observer) {
    workspace_.begin(view.slots());
    records_ = workspace_.records();
    if constexpr (LooksAround<View, Record<Cost>>) view_.prefetch_around(start, records_);
    open_mark_ = workspace_.open_mark();
    closed_mark_ = workspace_.closed_mark();
    OpenListPlan(view_, settings_, consistency_factor).start(open_);
    // A caller's estimate may be admissible without being consistent.
    reopen_ = InTime<View> || ((open_.loose() || Implicit<View>) && settings_.use_g);
    end_ = first_cost_beyond(view_, settings_.max_cost);
    cuts_by_key_ = end_ < kInfinity && settings_.use_g && consistency_factor <= 1.0 && !settings_.partial;
    if (end_ < kInfinity) end_ += first_g();
    add_source(start, first_cost);
    if constexpr (HasGoalSet<View>) {
      for (const Node each : view_.goal_set().wanted()) {
        note(EventType::destination, view_.from_space(each), kNoNode, Cost{0});
      }
    } else {
      note(EventType::destination, goal_, kNoNode, Cost{0});
    }
  }

  // One more node to start from, before the first step.
  void add_source(Node start, Cost first_cost = Cost{0}) {
    const Node source = view_.from_space(start);
    auto& record = record_of(source);
    const Cost g = first_g() + first_cost;
    if (record.mark >= open_mark_ && record.g <= g) return;
    record = {g, kNoNode, open_mark_};
    note(EventType::source, source, kNoNode, g);
    open_.push(key_of(source, g), g, source);
  }

  // Runs at most `budget` expansions.
  PATHSTAR_NOINLINE Status step(std::uint64_t budget) {
    const std::uint64_t allowed = settings_.max_expansions - stats_.expanded;
    const std::uint64_t last = stats_.expanded + std::min(budget, allowed);
    while (status_ == Status::running) {
      if (stats_.expanded == last) {
        if (budget >= allowed) status_ = Status::limit;
        return status_;
      }
      Node node;
      if (!open_.pop(node)) {
        status_ = goal_g_ < kInfinity ? Status::found : cut_ ? Status::limit : Status::no_path;
      } else if constexpr (std::floating_point<Cost>) {
        visit(node);
      } else {
        call_visit(node);
      }
      if (status_ != Status::running) note(EventType::end, goal_, kNoNode, goal_g_ < kInfinity ? goal_g_ : Cost{0});
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

  // A lower bound of the remaining keys, if keys never fall.
  Cost floor() const noexcept { return open_.floor(); }

  PathResult result() const {
    PathResult result;
    if (status_ == Status::found) result = path_back(goal_);
    const bool under_way = status_ == Status::running || status_ == Status::limit;
    if (under_way && closest_ != kNoNode) result = path_back(closest_);
    result.status = status_;
    result.stats = stats_;
    return result;
  }

  // The paths to the goals that were closed so far, in that order.
  std::vector<PathResult> paths_to_goals() const {
    std::vector<PathResult> paths;
    for (const Node goal : reached_) {
      paths.push_back(path_back(goal));
      paths.back().status = Status::found;
      paths.back().stats = stats_;
    }
    return paths;
  }

  // Whether the cheapest path to a node of the space is known. For searches without an estimate.
  bool settled(Node node) const noexcept {
    const auto& record = record_of(view_.from_space(node));
    if (record.mark != closed_mark_) return false;
    return !reopen_ || status_ != Status::running || record.g <= open_.floor();
  }

  // Whether a node of the space is open or closed. Always true if records do not belong to the space's nodes.
  bool has_seen(Node node) const noexcept {
    if constexpr (InTime<View>) {
      if (view_.reached_later(node)) return true;
    }
    return !keeps_nodes(view_) || record_of(view_.from_space(node)).mark >= open_mark_;
  }

  // The path to a closed node of the space.
  PathResult path_to(Node goal) const { return path_back(view_.from_space(goal)); }

  // Calls visit(node, cost, parent) if the node was reached. For views whose slots are the space's nodes.
  template <class Visit>
  void visit_reached(Node node, Visit&& visit) const {
    const auto& record = records_[node];
    if (record.mark >= open_mark_) visit(node, view_.to_double(record.g), record.parent);
  }

 private:
  // The path to a node of the view.
  PATHSTAR_NOINLINE PathResult path_back(Node last) const {
    PathResult result;
    std::vector<Node> chain;
    chain.reserve(kUsualLength);
    for (Node node = last; node != kNoNode; node = record_of(node).parent) chain.push_back(view_.to_space(node));
    std::reverse(chain.begin(), chain.end());
    if constexpr (Implicit<View>) {  // asking its caller for each step again would take long
      result.length = chain.size();
      result.corners = std::move(chain);
      result.cost = view_.to_double(record_of(last).g);
    } else {
      write_answer(view_, std::move(chain), result);
    }
    return result;
  }

  static constexpr Cost kInfinity = std::numeric_limits<Cost>::max();
  static constexpr std::size_t kUsualLength = 64;  // of a path; shorter ones need no further allocation

  // Whether the view can prefetch records.
  static constexpr bool kLooksAhead = LooksBeyond<View, Record<Cost>>;

  Record<Cost>& record_of(Node node) const noexcept { return records_[view_.slot(node).number]; }

  // By measurement: graphs and regular grids gain a few per cent if it is inlined; squares and jump points lose as
  // much.
  void call_visit(Node node) { visit(node); }
  PATHSTAR_INLINE void visit(Node node) {
    if constexpr (View::kCapabilities.jumps && Fetches<View, Record<Cost>>) {
      // Looking up the record of a jump point would take longer than it saves.
      if (view_.is_far()) {
        if (const Node soon = open_.next_but_one(); soon != kNoNode) view_.fetch(soon, records_);
      }
    } else if constexpr (Fetches<View, Record<Cost>>) {  // prefetched while this node and the next one are expanded
      if (const Node soon = open_.next_but_one(); soon != kNoNode) {
        prefetch(records_, view_.slot(soon).number);
        view_.fetch(soon, records_);
      }
    } else if constexpr (kLooksAhead) {
      if (const Node next = open_.next(); next != kNoNode) prefetch(records_, view_.slot(next).number);
    }
    auto& record = record_of(node);
    if (record.mark == closed_mark_) return;  // popped a second time
    const Cost g = record.g;
    if (goal_g_ < kInfinity && g + rare_estimate(node) >= goal_g_) {  // in the goal's bucket, but not better
      if (open_.exhausted()) status_ = Status::found;
      return;
    }
    record.mark = closed_mark_;
    ++stats_.expanded;
    note(EventType::expand, node, record.parent, g);
    if (settings_.partial) keep_closest(node, g);
    if (is_goal(node, g) && reach(node, g)) return;
    if constexpr (Implicit<View>) {
      expand_implicit(node, g);
    } else if constexpr (InTime<View>) {
      view_.successors_at(node, g, [&](Node next, Cost then) {
        if (next >= workspace_.size()) extend(next);
        relax(node, next, then);
      });
    } else {
      view_.successors(node, record.parent, [this, node, g](Node next, Cost step) { relax(node, next, g + step); });
    }
  }

  // An estimate may be much code, so it is inlined only where each node needs one.
  PATHSTAR_NOINLINE Cost rare_estimate(Node node) const { return view_.estimate(node); }
  Cost key_of(Node node, Cost g) const { return settings_.use_g ? g + rare_estimate(node) : rare_estimate(node); }

  Cost first_g() const noexcept {
    if constexpr (InTime<View>) {
      return view_.begin();
    } else {
      return Cost{0};
    }
  }

  // Notes a closed goal. Returns whether no other is wanted.
  bool reach(Node node, Cost g) {
    if constexpr (HasGoalSet<View>) {
      if (std::find(reached_.begin(), reached_.end(), node) == reached_.end()) reached_.push_back(node);
      if (reached_.size() < view_.goals_wanted()) return false;
    }
    goal_ = node;
    goal_g_ = g;
    open_.seal();
    if (open_.exhausted()) status_ = Status::found;
    return true;
  }

  // The closed node with the least estimate, of several the one with the largest g.
  PATHSTAR_NOINLINE void keep_closest(Node node, Cost g) {
    const Cost h = view_.estimate(node);
    if (closest_ != kNoNode && (h > closest_h_ || (h == closest_h_ && g <= closest_g_))) return;
    closest_ = node;
    closest_h_ = h;
    closest_g_ = g;
  }

  bool is_goal(Node node, [[maybe_unused]] Cost g) const {
    if constexpr (Implicit<View> || HasGoalSet<View>) {
      return view_.is_goal(node);
    } else if constexpr (InTime<View>) {
      return view_.is_goal(node, g);
    } else {
      return node == goal_;
    }
  }

  // If a caller's function throws, the node is re-opened, so that the search can continue.
  void expand_implicit(Node node, Cost g) {
    try {
      view_.successors(node, kNoNode, [&](Node next, Cost step) {
        if (!view_.within(g + step)) {
          cut_ = true;
          return;
        }
        if (next >= workspace_.size()) extend(next);
        relax(node, next, g + step);
      });
    } catch (...) {
      record_of(node).mark = open_mark_;
      open_.push(settings_.use_g ? g : Cost{0}, g, node);
      throw;
    }
  }

  // For spaces that make nodes as they are reached.
  PATHSTAR_NOINLINE void extend(Node node) {
    workspace_.extend(node + 1);
    records_ = workspace_.records();
  }

  PATHSTAR_INLINE void relax(Node node, Node next, Cost g) {
    auto& record = record_of(next);
    const bool seen = record.mark >= open_mark_;
    if (seen & (record.g <= g)) return;  // one branch, nearly always taken
    improve(node, next, g, record, seen);
  }

  // Not inlined, so that the common path saves no registers for the rare one.
  PATHSTAR_NOINLINE void improve(Node node, Node next, Cost g, Record<Cost>& record, bool seen) {
    if (seen && (!settings_.improve || (record.mark == closed_mark_ && !reopen_))) return;
    if (!(g < end_)) return leave_out(g);
    const Cost h = view_.estimate(next);
    if (cuts_by_key_ && !(g + h < end_)) return leave_out(g);
    if (seen) {
      ++stats_.updated;
      if (record.mark == closed_mark_ && open_.loose()) count_reopening();
    } else {
      ++stats_.generated;
      if constexpr (kLooksAhead) view_.prefetch_beyond(node, next, records_);
    }
    record = {g, node, open_mark_};
    note(seen ? EventType::update : EventType::generate, next, node, g);
    const Cost key = settings_.use_g ? g + h : h;
    if constexpr (InTime<View>) {  // waiting may last any time
      open_.push_any(key, g, next);
    } else {
      open_.push(key, g, next);
    }
    if (settings_.stop_at_opened && is_goal(next, g)) {
      goal_ = next;
      goal_g_ = g;
      status_ = Status::found;
    }
  }

  // A node is too dear for the limit, or its cost is lost in the rounding of larger sums, so that there is no way to
  // it.
  void leave_out(Cost g) noexcept { cut_ = cut_ || g < kInfinity; }

  PATHSTAR_NOINLINE void count_reopening() {
    if (!reopenings_.add(stats_.expanded)) return;
    open_.move_to_heap([this](Node node) -> std::optional<std::pair<Cost, Cost>> {
      const auto& record = record_of(node);
      if (record.mark != open_mark_) return std::nullopt;
      return std::pair(key_of(node, record.g), record.g);
    });
  }

  void note(EventType type, Node node, Node parent, Cost g) {
    if constexpr (Observer::kRecords) {
      if (!observer_.listens()) return;
      observer_.add(type, recorded(node), recorded(parent), view_.to_double(g), view_.to_double(rare_estimate(node)));
    }
  }

  // The number under which a node is recorded.
  Node recorded(Node node) const {
    if constexpr (InTime<View>) {
      return view_.recorded(node);
    } else {
      return view_.to_space(node);
    }
  }

  View view_;
  Node goal_;
  Settings settings_;
  Workspace<Cost>& workspace_;
  OpenList<Cost>& open_;
  Record<Cost>* records_ = nullptr;
  Observer& observer_;
  std::uint32_t open_mark_ = 0;
  std::uint32_t closed_mark_ = 0;
  bool reopen_ = false;
  bool cut_ = false;  // a node was left out because it costs too much
  Status status_ = Status::running;
  Cost goal_g_ = kInfinity;
  Cost end_ = kInfinity;      // the least cost beyond the limit
  bool cuts_by_key_ = false;  // keys never exceed the cost of a path over the node, and only whole paths are wanted
  Node closest_ = kNoNode;
  Cost closest_h_{};
  Cost closest_g_{};
  std::vector<Node> reached_;  // the closed ones of many goals
  SearchStats stats_;
  Reopenings reopenings_;
};

}  // namespace pathstar
