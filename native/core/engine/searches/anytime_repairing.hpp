// Anytime Repairing A* (ARA*): a path soon, by a large weight, then better ones by smaller weights, the last optimal.
//
// When to use: a path is wanted at once, and a better one as long as there is time.
// Needs: a view whose estimate is consistent and bears no weight; nodes that are all known.
// Guarantee: each path costs at most its bound times the optimum; the last one is optimal. The bound is the cost of the
//   path divided by the least cost proven by the search so far.
// Complexity: each round expands a node at most once, and only if it got better or its key fell below the cost of the
//   path; a heap adds a logarithm. There are about eight rounds.
// Reference: Likhachev, Gordon and Thrun 2003, ARA*: Anytime A* with provable bounds on sub-optimality.
// Differs from the paper: the next weight halves the remaining excess, so there are few rounds whatever the first
//   weight is. Nodes over which no better path can lead are left out. At weight 1 closed nodes are re-opened, because
//   rounding may require it. A path counts as soon as the goal is reached, also in the middle of a round.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "engine/driver/answer.hpp"
#include "engine/driver/limits.hpp"
#include "engine/driver/settings.hpp"
#include "engine/incremental/paged.hpp"
#include "engine/open_list/sorted_buckets.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

template <Searchable View, class Observer>
class AnytimeRepairing {
 public:
  using Cost = typename View::Cost;

  AnytimeRepairing(const View& view, Node start, Node goal, const Settings& settings, Observer& observer)
      : view_(view),
        goal_(view.from_space(goal)),
        settings_(settings),
        observer_(observer),
        weight_(std::max(1.0, settings.weight)),
        end_(first_cost_beyond(view, settings.max_cost)),
        records_(view.slots()) {
    const Node source = view_.from_space(start);
    records_[source].g = Cost{0};
    const Cost least = view_.estimate(source);
    proven_ = static_cast<double>(least);
    cut_ = !(least < end_);
    note(EventType::source, source);
    note(EventType::destination, goal_);
    if (source == goal_) {
      cost_ = Cost{0};
    } else {
      push(source);
    }
  }

  // Runs at most `budget` expansions, fewer where a round ends.
  Status step(std::uint64_t budget) {
    const std::uint64_t allowed = settings_.max_expansions - stats_.expanded;
    const std::uint64_t last = stats_.expanded + std::min(budget, allowed);
    while (status_ == Status::running) {
      if (round_is_over()) {
        end_round();
        return status_;
      }
      if (stats_.expanded == last) {
        if (budget >= allowed) finish(Status::limit);
        return status_;
      }
      expand_top();
      if constexpr (Observer::kRecords) {
        if (observer_.full()) finish(Status::limit);
      }
    }
    return status_;
  }

  void stop() noexcept {
    if (status_ == Status::running) status_ = Status::limit;
  }
  Status status() const noexcept { return status_; }

  // The best path so far, with its bound. Its status is `found` even if the search is not over or a limit has ended it.
  PathResult result() const {
    PathResult result;
    result.status = status_;
    if (cost_ < kInfinity) {
      std::vector<Node> chain;
      for (Node node = goal_; node != kNoNode; node = records_.find(slot(node))->parent) {
        chain.push_back(view_.to_space(node));
      }
      std::reverse(chain.begin(), chain.end());
      write_answer(view_, std::move(chain), result);
      result.status = Status::found;
      result.bound = status_ == Status::found ? 1.0 : bound();
    }
    result.stats = stats_;
    return result;
  }

  // Whether a node of the space is open or closed.
  bool has_seen(Node node) const noexcept {
    const Known* const known = records_.find(slot(view_.from_space(node)));
    return !keeps_nodes(view_) || (known != nullptr && known->g < kInfinity);
  }

 private:
  static constexpr Cost kInfinity = std::numeric_limits<Cost>::max();
  static constexpr double kLeastExcess = 0.01;  // a weight nearer to 1 becomes 1

  struct Known {
    Cost g = kInfinity;
    Node parent = kNoNode;
    std::uint32_t closed = 0;  // the last round that expanded it
    std::uint32_t waits = 0;   // the last round that closed it before it got better
    std::uint32_t order = 0;   // that of its last entry in the open list
  };
  using Waiting = OpenEntry<double>;

  std::uint32_t slot(Node node) const { return view_.slot(node).number; }
  Known& known(Node node) { return records_[slot(node)]; }

  // The cost that a useful path must stay below.
  Cost limit() const noexcept { return std::min(cost_, end_); }

  double bound() const noexcept {
    const double most = static_cast<double>(cost_);
    return most <= proven_ ? 1.0 : most / proven_;
  }

  void push(Node node) {
    Known& record = known(node);
    const auto g = static_cast<double>(record.g);
    ++pushed_;
    record.order = settings_.ties == Ties::first ? pushed_ : ~pushed_;
    const double tie = settings_.ties == Ties::larger_g ? -g : settings_.ties == Ties::smaller_g ? g : 0.0;
    open_.push_back({g + weight_ * static_cast<double>(view_.estimate(node)), tie, record.order, node});
    std::push_heap(open_.begin(), open_.end(), Waiting::Later());
  }

  // Whether an entry of the open list is its node's last, the node still waits, and a better path may lead over it.
  bool is_live(const Waiting& entry) {
    const Known& record = known(entry.node);
    return record.order == entry.order && record.closed != round_ && record.g + view_.estimate(entry.node) < limit();
  }

  bool round_is_over() {
    while (!open_.empty() && !is_live(open_.front())) pop();
    return open_.empty() || open_.front().key >= static_cast<double>(cost_);
  }

  Node pop() {
    std::pop_heap(open_.begin(), open_.end(), Waiting::Later());
    const Node node = open_.back().node;
    open_.pop_back();
    return node;
  }

  void expand_top() {
    const Node node = pop();
    Known& record = known(node);
    record.closed = round_;
    ++stats_.expanded;
    note(EventType::expand, node);
    view_.successors(node, kNoNode, [&](Node next, Cost step) { relax(node, next, record.g + step); });
  }

  void relax(Node node, Node next, Cost g) {
    Known& record = known(next);
    if (record.g <= g) return;
    const Cost least = g + view_.estimate(next);
    if (!(g < kInfinity) || !(least < limit())) {
      cut_ = cut_ || (g < kInfinity && !(least < end_));
      return;
    }
    const bool seen = record.g < kInfinity;
    ++(seen ? stats_.updated : stats_.generated);
    record.g = g;
    record.parent = node;
    if (next == goal_) cost_ = g;
    if (record.closed == round_ && weight_ > 1.0) {
      if (std::exchange(record.waits, round_) != round_) inconsistent_.push_back(next);
      return;
    }
    record.closed = 0;
    note(seen ? EventType::update : EventType::generate, next);
    if (next != goal_) push(next);
  }

  // Continues with the nodes that got better too late for this round, also if that keeps the goal beyond the limit of
  // costs. The path of this round costs at most the weight times the optimum, and the optimum is at least the key of
  // the cheapest open node.
  void end_round() {
    std::vector<Node> left;
    double least = static_cast<double>(cost_);
    const auto keep = [&](Node node) {
      const Cost promised = known(node).g + view_.estimate(node);
      if (!(promised < limit())) return;
      left.push_back(node);
      least = std::min(least, static_cast<double>(promised));
    };
    for (const Waiting& entry : open_) {
      if (is_live(entry)) keep(entry.node);
    }
    for (const Node node : inconsistent_) keep(node);
    if (cost_ < kInfinity) {
      proven_ = std::max({proven_, least, static_cast<double>(cost_) / weight_});
      if (left.empty() || bound() == 1.0) return finish(Status::found);
    } else if (left.empty()) {
      return finish(cut_ ? Status::limit : Status::no_path);
    }
    begin_round(left);
  }

  void begin_round(const std::vector<Node>& nodes) {
    const double excess = (std::min(weight_, bound()) - 1.0) / 2.0;
    weight_ = excess < kLeastExcess ? 1.0 : 1.0 + excess;
    ++round_;
    open_.clear();
    inconsistent_.clear();
    for (const Node node : nodes) {
      note(EventType::update, node);
      push(node);
    }
  }

  void finish(Status status) {
    status_ = status;
    note(EventType::end, goal_);
  }

  void note(EventType type, Node node) {
    if constexpr (Observer::kRecords) {
      if (!observer_.listens()) return;
      const Known& record = known(node);
      const double g = record.g < kInfinity ? view_.to_double(record.g) : 0.0;
      observer_.add(type, view_.to_space(node), view_.to_space(record.parent), g,
                    weight_ * view_.to_double(view_.estimate(node)));
    }
  }

  View view_;
  Node goal_;
  Settings settings_;
  Observer& observer_;
  double weight_;
  Cost end_;               // the least cost beyond the limit
  bool cut_ = false;       // something was left out because it costs too much
  Cost cost_ = kInfinity;  // of the best path to the goal
  double proven_ = 0.0;    // a lower bound of all paths
  std::uint32_t round_ = 1;
  std::uint32_t pushed_ = 0;  // entries of the open list so far
  Paged<Known> records_;
  std::vector<Waiting> open_;       // a heap
  std::vector<Node> inconsistent_;  // closed in this round and better since
  Status status_ = Status::running;
  SearchStats stats_;
};

}  // namespace pathstar
