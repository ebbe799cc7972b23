// A space with times as seen by one query. A search's g is the time on the clock. The estimate is that of the cells,
// because waiting only takes longer.
//
// Between the times at which its cells are held lie the free times of a node. A search knows a node once for each of
// them (Phillips and Likhachev 2011, SIPP: safe interval path planning), because a unit that arrives earlier can do all
// that a later one can, by waiting.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "maps/cell.hpp"
#include "spaces/layers/interval.hpp"
#include "spaces/layers/interval_slots.hpp"
#include "spaces/layers/moves_in_time.hpp"
#include "spaces/layers/reservations.hpp"
#include "spaces/layers/timed.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"
#include "spaces/views.hpp"

namespace pathstar {

// Moves is a MovesInTime with the moves of a unit over the space.
template <class Moves>
class TimedView {
 public:
  using Cost = double;

  static constexpr Capabilities kCapabilities{.timed = true, .reversible = false, .one_to_all = false};

  TimedView(const Timed& space, const Timed::Moment& moment, const Moves& moves, Node goal)
      : moves_(moves),
        table_(&space.table()),
        held_(moment.held),
        goal_(goal),
        begin_(moment.now),
        stay_(space.stay()),
        following_(space.table().following()),
        memory_(std::make_shared<Memory>(moves, *held_)) {}

  // Room for each free time, or for twice the nodes: more are added when they are reached.
  std::uint32_t slots() const noexcept {
    const std::uint64_t nodes = moves_.space().size(), most = std::min<std::uint64_t>(kNoNode, 2 * nodes + kRoom);
    return static_cast<std::uint32_t>(std::min(most, nodes + held_->parts * (nodes / table_->cells() + 1)));
  }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }
  // The number of a slot in a trace: each free time of a node has a separate one, whatever was reached before it.
  Node recorded(Node slot) const {
    if (slot == kNoNode) return slot;
    const auto [node, interval] = memory_->slots.entry(slot);
    const std::uint64_t number = std::uint64_t{interval.number} * moves_.space().size() + node;
    if (number >= kNoNode) throw std::length_error("too many reservations to record a search");
    return static_cast<Node>(number);
  }

  // Whether any free time of a node except the first was reached.
  bool reached_later(Node node) const noexcept { return memory_->slots.has_later(node); }

  double begin() const noexcept { return begin_; }
  Node node(Node slot) const noexcept { return memory_->slots.entry(slot).node; }
  Cell cell(Node node) const noexcept { return moves_.cell(node); }
  // The slot of a node at a time; kNoNode if it is not free then.
  Node slot_at(Node node, double time) const {
    const std::span<const Span> free = free_times(node);
    const std::size_t i = first_after(free, time);
    return i < free.size() && free[i].from <= time ? slot_of(node, interval_at(i), free.size()) : kNoNode;
  }
  // Whether a unit may ever stand on a node for as long as required at the goal, from the beginning on.
  bool can_stay(Node node) const {
    const std::span<const Span> free = free_times(node);
    return std::any_of(free.begin(), free.end(), [&](const Span& span) {
      return begin_ < span.until && std::max(begin_, span.from) + stay_ <= span.until;
    });
  }
  bool is_goal(Node slot, double time) const {
    return moves_.arrived(node(slot), goal_) && time + stay_ <= free_time(slot).until;
  }
  double estimate(Node slot) const noexcept { return moves_.cells().estimate(ground_node_of(moves_.cell(node(slot)))); }

  // Calls visit(target, time of arrival).
  template <class Visit>
  void successors_at(Node slot, double time, Visit&& visit) const {
    each_step(slot, time, [&](Node next, double, double arrive) { visit(next, arrive); });
  }

  // The range of steps without waiting; none if times are so large that buckets could not be numbered.
  StepRange<double> steps() const noexcept {
    StepRange<double> steps = moves_.cells().steps();
    steps.largest += moves_.longest_turn();
    const double farthest = std::max(held_->latest, std::abs(begin_));
    return farthest < kMostSteps * steps.smallest ? steps : StepRange<double>{0.0, 0.0};
  }
  double to_double(double cost) const noexcept { return cost; }

  // The nodes of a chain of slots, and the time at each. A waiting unit is listed twice at a node.
  std::vector<Node> timetable(const std::vector<Node>& chain, std::vector<double>& times) const {
    std::vector<Node> nodes;
    const auto put = [&](Node node, double time) {
      nodes.push_back(node);
      times.push_back(time);
    };
    double time = begin_;
    put(node(chain.front()), time);
    for (std::size_t i = 1; i < chain.size(); ++i) {
      double arrives = kForever, sets_off = time;
      each_step(chain[i - 1], time, [&](Node next, double off, double arrive) {
        if (next == chain[i] && arrive < arrives) arrives = arrive, sets_off = off;
      });
      if (sets_off > time) put(node(chain[i - 1]), sets_off);
      put(node(chain[i]), time = arrives);
    }
    if (moves_.arrived(nodes.back(), goal_)) nodes.back() = goal_;
    return nodes;
  }

 private:
  using Times = const PlaceTimes*;

  static constexpr double kMostSteps = 1e15;
  static constexpr std::uint64_t kRoom = 1 << 12;
  static constexpr Span kAlways{-kForever, kForever};

  // The data that a query collects as it runs.
  struct Memory {
    Memory(const Moves& moves, const Reservations::Snapshot& held) : slots(moves.space().size()) {
      for (const PageTree<PlaceTimes>& places : held.places) readers.emplace_back(places);
      std::size_t count = 0;
      moves.each_cell(0, [&](Cell) { ++count; });
      one_cell = count == 1;
      for (std::size_t kind = 1; kind < held.places.size(); ++kind) {
        has_middles = has_middles || !held.places[kind].empty();
      }
    }
    IntervalSlots slots;
    std::vector<PageReader<PlaceTimes>> readers;  // by the halves of places
    bool one_cell = false;                        // whether the unit occupies only one cell
    bool has_middles = false;
    std::vector<Times> passed;           // the places held by a step, apart from the cells at its ends
    std::vector<Span> common, narrowed;  // free times of many cells
  };

  // Calls visit(target, departure, arrival) for every step of a unit that is at a slot at `time`: to each free time of
  // the next node, as early as possible.
  template <class Visit>
  void each_step(Node slot, double time, Visit&& visit) const {
    const Node here = node(slot);
    const double until = free_time(slot).until;
    moves_.each_move(here, [&](Node next, double turn, double cost) {
      find_passed(here, next);
      const std::span<const Span> free = free_times(next);
      const double ready = time + turn;
      for (std::size_t i = first_after(free, following_ ? ready + cost : ready); i < free.size(); ++i) {
        const auto [leave, arrive] = pass(ready, cost, free[i].from);
        if (leave >= until || arrive > until) break;
        if (arrive < free[i].until)
          visit(slot_of(next, interval_at(i), free.size()), set_off(time, leave, turn), arrive);
      }
    });
  }

  // The times at which a step can begin, from `ready` on, and end, if its target is free from some time on.
  std::pair<double, double> pass(double ready, double cost, double free_from) const noexcept {
    const auto arrival = [&](double leave) { return following_ ? std::max(leave + cost, free_from) : leave + cost; };
    double leave = std::max(ready, following_ ? free_from - cost : free_from);
    for (bool waits = !memory_->passed.empty(); waits && leave < kForever;) {
      waits = false;
      for (const Times times : memory_->passed) {
        const double later = passes(times->free, leave, arrival);
        waits = waits || later > leave;
        leave = later;
      }
    }
    return {leave, arrival(leave)};
  }

  // The time from `time` on at which a unit can set off through a place that stays free until the arrival.
  template <class Arrival>
  static double passes(std::span<const Span> free, double time, const Arrival& arrival) noexcept {
    for (std::size_t i = first_after(free, time); i < free.size(); ++i) {
      const double leave = std::max(time, free[i].from);
      if (arrival(leave) <= free[i].until) return leave;
    }
    return kForever;
  }

  // The time at which a unit that moves at `leave` begins to turn: late enough that, in float arithmetic, the turn does
  // not end earlier.
  static double set_off(double time, double leave, double turn) noexcept {
    if (turn == 0.0) return leave;
    double off = std::max(time, leave - turn);
    while (off + turn < leave) off = std::nextafter(off, kForever);
    return off;
  }

  Times times_of(const GroundPlace& place) const noexcept {
    return memory_->readers[place.halves].find(place.cell.number);
  }

  void find_passed(Node here, Node next) const {
    std::vector<Times>& passed = memory_->passed;
    passed.clear();
    const auto add = [&](Times times) {
      if (times != nullptr) passed.push_back(times);
    };
    if (memory_->has_middles) {
      moves_.each_cell_step(here, next, [&](Cell a, Cell b) {
        table_->each_middle(a, b, [&](const GroundPlace& middle) { add(times_of(middle)); });
      });
    }
    if (memory_->one_cell) return;
    moves_.each_swept(here, next, [&](Cell cell) { add(times_of({cell})); });
  }

  // The index of the first free time that does not end by then.
  static std::size_t first_after(std::span<const Span> free, double time) noexcept {
    const auto ended = [time](const Span& span) { return span.until <= time; };
    return static_cast<std::size_t>(std::partition_point(free.begin(), free.end(), ended) - free.begin());
  }

  // The times at which all cells of a node are free. Valid until the next call.
  std::span<const Span> free_times(Node node) const {
    if (memory_->one_cell) {
      const Times times = times_of({moves_.cell(node)});
      return times == nullptr ? std::span(&kAlways, 1) : std::span(times->free);
    }
    std::span<const Span> free(&kAlways, 1);
    bool always = true;
    moves_.each_cell(node, [&](Cell cell) {
      const Times times = times_of({cell});
      if (times == nullptr) return;
      free = always ? std::span(times->free) : narrowed(free, times->free);
      always = false;
    });
    return free;
  }
  std::span<const Span> narrowed(std::span<const Span> free, std::span<const Span> other) const {
    std::vector<Span>& both = memory_->narrowed;
    both.clear();
    for (std::size_t i = 0, j = 0; i < free.size() && j < other.size();) {
      const Span span{std::max(free[i].from, other[j].from), std::min(free[i].until, other[j].until)};
      if (span.from < span.until) both.push_back(span);
      ++(free[i].until < other[j].until ? i : j);
    }
    std::swap(memory_->common, memory_->narrowed);
    return memory_->common;
  }

  // The free time of a slot.
  Span free_time(Node slot) const {
    const auto [node, interval] = memory_->slots.entry(slot);
    const std::span<const Span> free = free_times(node);
    return interval.number < free.size() ? free[interval.number] : Span{kForever, kForever};
  }
  // The free time at an index of free_times().
  static Interval interval_at(std::size_t index) noexcept { return {static_cast<std::uint32_t>(index)}; }
  Node slot_of(Node node, Interval interval, std::size_t count) const {
    return memory_->slots.slot({node, interval}, count);
  }

  Moves moves_;
  const Reservations* table_;
  std::shared_ptr<const Reservations::Snapshot> held_;
  Node goal_;
  double begin_;
  double stay_;
  bool following_;
  std::shared_ptr<Memory> memory_;
};
static_assert(Searchable<TimedView<MovesInTime<Grid, LengthGridView>>> &&
              InTime<TimedView<MovesInTime<Turning, RegularGridView>>>);

// Calls body(moves) with the moves of a unit over a space, with an estimate to the goal, or none.
template <class Body>
decltype(auto) moves_of(const Timed& timed, Node goal, HeuristicKind heuristic, double weight, Body&& body) {
  return timed.over([&]<class Space>(const Space& space) -> decltype(auto) {
    const auto over = [&](const auto& cells, Node cell) -> decltype(auto) {
      return ways_view_of(cells, cell, heuristic, weight,
                          [&](const auto& view) -> decltype(auto) { return body(MovesInTime(space, view)); });
    };
    if constexpr (std::is_same_v<Space, Turning>) {
      const Node cell = goal == kNoNode ? kNoNode : ground_node_of(space.cell(goal));
      return space.over([&](const auto& ground) -> decltype(auto) { return over(ground, cell); });
    } else {
      return over(space, goal);
    }
  });
}

// Calls body(view) with the view for the space.
template <class Body>
decltype(auto) view_of(const Timed& timed, const Timed::Moment& moment, Node goal, HeuristicKind heuristic,
                       double weight, Body&& body) {
  return moves_of(timed, goal, heuristic, weight,
                  [&](const auto& moves) -> decltype(auto) { return body(TimedView(timed, moment, moves, goal)); });
}

}  // namespace pathstar
