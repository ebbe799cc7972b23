// The contract of a view: a space as seen by one query.
//
// A view is a small value, made for each query and copied into an engine. An engine is compiled for each view that the
// registry lists, and once for AnyView, which stands for all others. A view must satisfy the concept View. Beyond that
// it may have hooks, each a separate concept; without one, an engine does without the hook:
//   1  HasSuccessors      the steps from a node; only spaces in time have none
//   2  LooksBeyond        prefetches the records that a search reads when it has gone on over a node
//   3  LooksAround        prefetches what an expansion reads around a node
//   4  Fetches            prefetches what an expansion reads of the nodes that steps lead to
//   5  HasRegions         cuts the space into regions, for searches that work on one after another
//   6  ComparesRows       compares many steps at once
//   7  Implicit           nodes are made as they are reached
//   8  InTime             g is the time, and steps depend on it
//   9  CountsSteps        says what a path costs from its numbers of straight and of diagonal steps
//   10 CostsPath          says what a path costs, step by step
//   11 WritesAnswer       writes down a path in its own format
//   12 HasWays            names the direction of each step, for layers over the view
//   13 HasGoalSet         says which nodes are goals, where several will do
//   14 SaysWhatItKeeps    says at run time whether a search keeps a record for each node of the space
//   15 LiesInBlocks       is of squares whose cells have costs, so that a search may take them by the block
// Beside each class of views stands a static_assert of what it is.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "spaces/capabilities.hpp"
#include "spaces/cells/block_ground.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct PathResult;

// Instead of a direction: the step is a portal, which has none.
inline constexpr int kNoDirection = -1;

// Stands for the functions that are called for each step.
struct AnyVisit {
  template <class... Values>
  void operator()(Values&&...) const noexcept {}
};

// What every view has. A space numbers its nodes from 0; a view may number them differently, and a search's
// records (slots) differently again.
template <class V>
concept View = std::copy_constructible<V> &&
               (std::same_as<typename V::Cost, std::int64_t> || std::same_as<typename V::Cost, double>) &&
               requires(const V& view, Node node, typename V::Cost cost) {
                 requires std::same_as<std::remove_cvref_t<decltype(V::kCapabilities)>, Capabilities>;
                 { view.slots() } -> std::same_as<std::uint32_t>;                // the number of records of a search
                 { view.slot(node) } -> std::same_as<Slot>;                      // of a node of the view
                 { view.from_space(node) } -> std::same_as<Node>;                // the view's number of a node
                 { view.to_space(node) } -> std::same_as<Node>;                  // the space's number of a node
                 { view.estimate(node) } -> std::same_as<typename V::Cost>;      // times the weight, to the goal
                 { view.steps() } -> std::same_as<StepRange<typename V::Cost>>;  // bounds of the cost of a step
                 { view.to_double(cost) } -> std::same_as<double>;
               };

// 1: calls visit(next, cost) for each step from a node that was reached from `parent`, or kNoNode at the start.
template <class V>
concept HasSuccessors =
    View<V> && requires(const V& view, Node node, AnyVisit visit) { view.successors(node, node, visit); };

// 2: after a search has moved on from a node over the next one.
template <class V, class Record>
concept LooksBeyond =
    requires(const V& view, Node node, const Record* records) { view.prefetch_beyond(node, node, records); };

// 3: before a node is expanded by a search that keeps such values for each node.
template <class V, class Value>
concept LooksAround = requires(const V& view, Node node, const Value* values) { view.prefetch_around(node, values); };

// 4: two expansions before that of the node.
template <class V, class Record>
concept Fetches = requires(const V& view, Node node, const Record* records) { view.fetch(node, records); };

// 5: see Regions.
template <class V>
concept HasRegions = requires(const V& view) { view.regions(); };

// 6: the steps by which neighbours of a node would get a lower value from g than they have; see RegularGrid.
template <class V>
concept ComparesRows =
    requires(const V& view, Node node, typename V::Cost g, const typename V::Cost* values, AnyVisit visit) {
      { view.has_rows() } -> std::same_as<bool>;
      { view.lower_steps(node, g, values) } -> std::same_as<std::uint32_t>;
      view.each_lower(node, g, std::uint32_t{}, values, visit);
    };

// 7: the view says which nodes are goals and which costs are too large, and forgets the nodes behind the first `known`.
template <class V>
concept Implicit = View<V> && V::kCapabilities.implicit && requires(const V& view, Node node, typename V::Cost g) {
  { view.is_goal(node) } -> std::same_as<bool>;
  { view.within(g) } -> std::same_as<bool>;
  view.forget(std::uint32_t{});
};

// 8: nodes are made as they are reached. A node may have to be reached in time for a later one, so a better g always
// re-opens it.
template <class V>
concept InTime = View<V> && V::kCapabilities.timed &&
                 requires(const V& view, Node node, typename V::Cost g, std::vector<double>& times, AnyVisit visit) {
                   { view.begin() } -> std::same_as<typename V::Cost>;
                   { view.is_goal(node, g) } -> std::same_as<bool>;
                   { view.recorded(node) } -> std::same_as<Node>;       // its number in a trace
                   { view.reached_later(node) } -> std::same_as<bool>;  // in a free time that is not its first
                   view.successors_at(node, g, visit);                  // calls visit(next, time of arrival)
                   { view.timetable(std::vector<Node>(), times) } -> std::same_as<std::vector<Node>>;
                 };

// 9: on plain squares.
template <class V>
concept CountsSteps = View<V> && V::kCapabilities.squares && requires(const V& view, std::span<const Node> nodes) {
  { view.width() } -> std::same_as<std::uint32_t>;
  { view.diagonals() } -> std::same_as<bool>;
  { view.path_cost(nodes, std::uint64_t{}, std::uint64_t{}) } -> std::same_as<double>;
};

// 10: of the space's nodes.
template <class V>
concept CostsPath = View<V> && requires(const V& view, std::span<const Node> nodes) {
  { view.path_cost(nodes) } -> std::same_as<double>;
};

// 11: a chain of the space's nodes.
template <class V>
concept WritesAnswer =
    requires(const V& view, std::vector<Node> chain, PathResult& result) { view.write_answer(chain, result); };

// 12: directions are numbered from 0; kNoDirection stands for any portal.
template <class V>
concept HasWays = View<V> && std::same_as<typename V::Cost, double> &&
                  requires(const V& view, Node node, int direction, AnyVisit visit) {
                    view.each_way(node, visit);                // calls visit(next, cost, direction) for each step
                    view.each_way_to(node, direction, visit);  // visit(source, cost) for each step to it that goes so
                  };

// The needs of a search's result.
template <class V>
concept Answers = CountsSteps<V> || CostsPath<V> || WritesAnswer<V> || InTime<V> || Implicit<V>;

// The needs of the engine.
template <class V>
concept Expandable = HasSuccessors<V> || InTime<V>;

// The same, with paths as results.
template <class V>
concept Searchable = Expandable<V> && Answers<V>;

// 13: of the view's nodes.
template <class V>
concept HasGoalSet = View<V> && requires(const V& view, Node node) {
  { view.is_goal(node) } -> std::same_as<bool>;
  view.goal_set();
};

// 14: also false if an edit of any node may change the view's values for others.
template <class V>
concept SaysWhatItKeeps = requires(const V& view) {
  { view.keeps_nodes() } -> std::same_as<bool>;
};

// 15: see BlockWave.
template <class V>
concept LiesInBlocks = requires(const V& view) {
  { view.block_ground() } -> std::same_as<BlockGround>;
};

// Whether a search keeps one record for each node of the space, so that it can tell which nodes it has visited.
template <View V>
bool keeps_nodes(const V& view) noexcept {
  if constexpr (SaysWhatItKeeps<V>) {
    return view.keeps_nodes();
  } else {
    return !V::kCapabilities.jumps && !V::kCapabilities.implicit;
  }
}

template <View V>
int largest_rise(const V& view) noexcept {
  if constexpr (V::kCapabilities.any) {
    return view.largest_rise();
  } else {
    return V::kCapabilities.largest_rise;
  }
}

}  // namespace pathstar
