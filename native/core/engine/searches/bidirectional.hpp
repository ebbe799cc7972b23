// Two searches at once, from the start forwards and from the goal backwards, until neither can improve on the best
// meeting.
//
// When to use: spaces in which an estimate helps little, such as grids with very different costs and graphs without
//   positions: two small discs instead of a large one.
// Needs: a view of the space and one of the reversed space, whose estimates are consistent and include the settings'
//   weight; and a workspace for each.
// Guarantee: optimal, under every open list, also with steps that cost nothing.
// Complexity: as best-first search, each node once from either side.
// Reference: Pijls and Post 2009, Yet another bidirectional algorithm for finding the shortest path (NBA*). With an
//   estimate of zero it is Dijkstra's algorithm from both sides (Nicholson 1966), with Nicholson's stopping rule.
// Differs from the paper: a node is left out by what is known of the two open lists when it is taken and when it is
//   added, not by a set of nodes that both searches share; so it also works for open lists without an exact order.
//
// Why it stops where it does: let mu be the cost of the best path found, floor(A) a lower bound of the remaining keys
// of side A, and P a cheapest path, cheaper than mu. The first node of P that the forward search has not expanded at
// its true cost is open at that cost, and so is the last one for the backward search. Their keys are at most P's cost,
// and since estimates are consistent, neither of the tests in hopeless() holds for them. So while there is such a P,
// each side has an open node with a key below mu.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/driver/answer.hpp"
#include "engine/driver/limits.hpp"
#include "engine/open_list/open_list_plan.hpp"
#include "engine/open_list/reopenings.hpp"
#include "paths/trail.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

template <Searchable Forward, Searchable Backward, class Observer = NullObserver>
class Bidirectional {
 public:
  using Cost = typename Forward::Cost;

  PATHSTAR_NOINLINE Bidirectional(const Forward& forward, const Backward& backward, Node start, Node goal,
                                  const Settings& settings, double consistency_factor, Workspace<Cost>& forward_space,
                                  Workspace<Cost>& backward_space, Observer& observer)
      : forward_(forward),
        backward_(backward),
        settings_(settings),
        blind_(!(consistency_factor > 0)),
        from_start_(forward_space),
        from_goal_(backward_space),
        goal_(forward_.from_space(goal)),
        observer_(observer),
        end_(first_cost_beyond(forward, settings.max_cost)) {
    begin(forward_, from_start_, forward_.from_space(start), consistency_factor);
    note(EventType::destination, forward_, from_start_, goal_, kNoNode, Cost{0});
    begin(backward_, from_goal_, backward_.from_space(goal), consistency_factor);
  }

  // Runs at most `budget` expansions.
  Status step(std::uint64_t budget) {
    const std::uint64_t allowed = settings_.max_expansions - stats_.expanded;
    const std::uint64_t last = stats_.expanded + std::min(budget, allowed);
    while (status_ == Status::running) {
      if (stats_.expanded == last) {
        if (budget >= allowed) status_ = Status::limit;
        return status_;
      }
      const std::uint64_t before = from_start_.expanded + from_goal_.expanded;
      if (forwards_) {
        run<true>(last - before);
      } else {
        run<false>(last - before);
      }
      stats_.expanded = from_start_.expanded + from_goal_.expanded;
    }
    return status_;
  }

  void stop() noexcept {
    if (status_ == Status::running) status_ = Status::limit;
  }
  Status status() const noexcept { return status_; }

  // Whether a node of the space is open or closed on either side.
  bool has_seen(Node node) const noexcept {
    if (!keeps_nodes(forward_)) return true;
    const std::uint32_t slot = forward_.slot(forward_.from_space(node)).number;
    return from_start_.records[slot].mark >= from_start_.open_mark ||
           from_goal_.records[slot].mark >= from_goal_.open_mark;
  }

  PathResult result() const {
    PathResult result;
    result.status = status_;
    result.stats = stats_;
    if (status_ == Status::found) write_answer(forward_, chain(), result);
    return result;
  }

 private:
  static constexpr Cost kInfinity = std::numeric_limits<Cost>::max();
  static constexpr std::uint64_t kLongestTurn = 256;
  static constexpr std::uint64_t kTurnShare = 8;
  static constexpr int kBlockBits = 7;

  struct Side {
    explicit Side(Workspace<Cost>& workspace) : space(workspace), open(workspace.open) {}

    Workspace<Cost>& space;
    OpenList<Cost>& open;
    Record<Cost>* records = nullptr;
    std::uint32_t open_mark = 0;
    std::uint32_t closed_mark = 0;
    std::uint64_t expanded = 0;
    Cost floor{};  // a lower bound of the remaining keys
    // For each block of records, whether this side has used any, so that the other need not fetch one.
    std::vector<std::uint8_t> blocks;
  };

  // The side of the search from the start, or of that from the goal.
  template <bool kForwards>
  const auto& view_of() const noexcept {
    if constexpr (kForwards) {
      return forward_;
    } else {
      return backward_;
    }
  }
  template <bool kForwards>
  Side& side() noexcept {
    return kForwards ? from_start_ : from_goal_;
  }
  template <bool kForwards>
  const Side& side() const noexcept {
    return kForwards ? from_start_ : from_goal_;
  }

  template <class View>
  void begin(const View& view, Side& side, Node source, double consistency_factor) {
    side.space.begin(view.slots());
    side.records = side.space.records();
    side.open_mark = side.space.open_mark();
    side.closed_mark = side.space.closed_mark();
    OpenListPlan(view, settings_, consistency_factor).start(side.open);
    side.blocks.assign((view.slots() >> kBlockBits) + 1, 0);
    side.records[view.slot(source).number] = {Cost{0}, kNoNode, side.open_mark};
    side.blocks[view.slot(source).number >> kBlockBits] = 1;
    side.floor = view.estimate(source);
    side.open.push(side.floor, Cost{0}, source);
    note(EventType::source, view, side, source, kNoNode, Cost{0});
  }

  // The length of a side's turn. It grows with the search: at first the sides alternate node by node, so that short
  // searches meet in the middle; later a side expands many in a row, because each has separate memory in the
  // processor's cache.
  template <bool kForwards>
  void run(std::uint64_t budget) {
    Side& mine = side<kForwards>();
    const std::uint64_t others = side<!kForwards>().expanded;
    const std::uint64_t turn = others + std::clamp<std::uint64_t>(others / kTurnShare, 1, kLongestTurn);
    const std::uint64_t last = std::min(turn, mine.expanded + budget);
    while (mine.expanded < last) {
      advance<kForwards>();
      if constexpr (Observer::kRecords) note_ending();
      if (status_ != Status::running) return;
    }
    if (mine.expanded >= turn) forwards_ = !kForwards;
  }

  // Otherwise the compiler would no longer inline the list's function into other searches, as it is called so often.
  PATHSTAR_NOINLINE static Node next_of(const Side& side) noexcept { return side.open.next(); }

  // Takes one node from the open list of a side.
  template <bool kForwards>
  PATHSTAR_INLINE void advance() {
    const auto& view = view_of<kForwards>();
    Side& mine = side<kForwards>();
    const Side& other = side<!kForwards>();
    Node node;
    if (!mine.open.pop(node)) {
      finish();
      return;
    }
    mine.floor = std::max(mine.floor, mine.open.floor());
    if (mine.floor >= end_ && best_ >= end_) {  // any other path is as dear
      status_ = Status::limit;
      return;
    }
    if (best_ < kInfinity && (mine.floor >= best_ || (blind_ && mine.floor + other.floor >= best_))) {
      finish();
      return;
    }
    using View = std::remove_cvref_t<decltype(view)>;
    if constexpr (Fetches<View, Record<Cost>>) {  // prefetched while this node and the next one are expanded
      if (const Node soon = mine.open.next_but_one(); soon != kNoNode) {
        prefetch(mine.records, view.slot(soon).number);
        view.fetch(soon, mine.records);
      }
    } else if constexpr (LooksBeyond<View, Record<Cost>>) {
      if (const Node next = next_of(mine); next != kNoNode) prefetch(mine.records, view.slot(next).number);
    }
    auto& record = mine.records[view.slot(node).number];
    if (record.mark == mine.closed_mark) return;  // popped a second time
    record.mark = mine.closed_mark;
    if (meet<kForwards>(node, record.g) ||
        (best_ < kInfinity && hopeless<kForwards>(node, record.g, view.estimate(node)))) {
      note(EventType::prune, view, mine, node, record.parent, record.g);
      return;
    }
    ++mine.expanded;
    note(EventType::expand, view, mine, node, record.parent, record.g);
    const Cost g = record.g;  // not read again after each write of another record
    Record<Cost>* const records = mine.records;
    const std::uint32_t open_mark = mine.open_mark;
    view.successors(node, record.parent, [&](Node next, Cost step) {
      auto& reached = records[view.slot(next).number];
      const bool seen = reached.mark >= open_mark;
      if (seen & (reached.g <= g + step)) return;
      improve<kForwards>(node, next, g + step, reached, seen);
    });
  }

  // Nothing cheaper than the best path is left.
  void finish() noexcept {
    status_ = best_ == kInfinity ? Status::no_path : best_ < end_ ? Status::found : Status::limit;
  }

  // Takes the path from one end over the node to the other. True if the other side's part is final.
  template <bool kForwards>
  bool meet(Node node, Cost g) {
    const Side& other = side<!kForwards>();
    const auto& other_view = view_of<!kForwards>();
    const std::uint32_t slot = other_view.slot(node).number;
    if (other.blocks[slot >> kBlockBits] == 0) return false;
    const auto& met = other.records[slot];
    if (met.mark < other.open_mark) return false;
    if (g + met.g < best_) {
      best_ = g + met.g;
      meeting_ = node;
      note(EventType::meet, view_of<kForwards>(), side<kForwards>(), node, kNoNode, best_);
    }
    return met.g + other_view.estimate(node) < other.floor;
  }

  // Whether no path over a node unknown to the other side can be cheaper than the best.
  template <bool kForwards>
  bool hopeless(Node node, Cost g, Cost h) const noexcept {
    return g + h >= best_ || g + side<!kForwards>().floor - view_of<!kForwards>().estimate(node) >= best_;
  }

  template <bool kForwards>
  PATHSTAR_INLINE void improve(Node node, Node next, Cost g, Record<Cost>& record, bool seen) {
    const auto& view = view_of<kForwards>();
    Side& mine = side<kForwards>();
    if (!(g < kInfinity)) return;  // too large to tell sums of costs apart: no way
    const Cost h = view.estimate(next);
    if (best_ < kInfinity && hopeless<kForwards>(next, g, h)) return;
    ++(seen ? stats_.updated : stats_.generated);
    if (record.mark == mine.closed_mark && mine.open.loose()) count_reopening();
    if constexpr (LooksBeyond<std::remove_cvref_t<decltype(view)>, Record<Cost>>) {
      if (!seen) view.prefetch_beyond(node, next, mine.records);
    }
    record = {g, node, mine.open_mark};
    note(seen ? EventType::update : EventType::generate, view, mine, next, node, g);
    mine.blocks[view.slot(next).number >> kBlockBits] = 1;
    mine.open.push(g + h, g, next);
  }

  // The bound of Reopenings holds for both sides together, so both move at once.
  PATHSTAR_NOINLINE void count_reopening() {
    if (!reopenings_.add(from_start_.expanded + from_goal_.expanded)) return;
    move_to_heap(forward_, from_start_);
    move_to_heap(backward_, from_goal_);
  }

  template <class View>
  static void move_to_heap(const View& view, Side& side) {
    side.open.move_to_heap([&](Node node) -> std::optional<std::pair<Cost, Cost>> {
      const auto& record = side.records[view.slot(node).number];
      if (record.mark != side.open_mark) return std::nullopt;
      return std::pair(record.g + view.estimate(node), record.g);
    });
  }

  template <class View>
  PATHSTAR_INLINE void note(EventType type, const View& view, const Side& side, Node node, Node parent, Cost g) {
    if constexpr (Observer::kRecords) {
      if (!observer_.listens()) return;
      observer_.add(type, view.to_space(node), view.to_space(parent), view.to_double(g),
                    view.to_double(view.estimate(node)), &side == &from_goal_);
    }
  }

  void note_ending() {
    if (status_ != Status::running) {
      note(EventType::end, forward_, from_start_, goal_, kNoNode, best_ < kInfinity ? best_ : Cost{0});
    } else if (observer_.full()) {
      status_ = Status::limit;
    }
  }

  // Both halves of the path, joined. If steps cost nothing they may share nodes: the part between is left out.
  std::vector<Node> chain() const {
    std::vector<Node> nodes;
    for (Node node = meeting_; node != kNoNode; node = from_start_.records[forward_.slot(node).number].parent) {
      nodes.push_back(forward_.to_space(node));
    }
    std::reverse(nodes.begin(), nodes.end());
    for (Node node = meeting_; (node = from_goal_.records[backward_.slot(node).number].parent) != kNoNode;) {
      nodes.push_back(backward_.to_space(node));
    }
    return without_loops(nodes);
  }

  Forward forward_;
  Backward backward_;
  Settings settings_;
  bool blind_;
  bool forwards_ = true;
  Side from_start_;
  Side from_goal_;
  Node goal_;  // as numbered by the search from the start
  Observer& observer_;
  Status status_ = Status::running;
  Cost best_ = kInfinity;
  Cost end_;  // the least cost beyond the limit
  Node meeting_ = kNoNode;
  SearchStats stats_;
  Reopenings reopenings_;
};

}  // namespace pathstar
