// Brings a field up to date after edits of its space: a raise wave, and seeds for a search that goes on.
//
// When to use: few nodes were edited since a one-to-all search came to its end.
// Needs: the field's costs and parents, the view of the space as it is now, and one with every step turned round, whose
//   costs do not matter.
// Guarantee: the search that goes on from the seeds ends with the costs of a new one, to the last bit: both are the
//   least sums of steps, added up from the sources.
// Complexity: in proportion to the edited nodes, those whose costs rose or were led over such, and those that fell.
// Reference: Ramalingam and Reps 1996, An incremental algorithm for a generalization of the shortest-path problem.
// Differs from the paper: all costs that hung on a raised one are cleared first, also those that an equally cheap way
//   would have kept; so no node needs to know how many such ways it has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/searches/one_to_all.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// What was edited, as a field looks at it.
struct EditedNodes {
  std::vector<Node> near;              // both ends of every step that may have changed; nodes may occur twice
  std::function<bool(Node)> walkable;  // as the space is now
};

template <class Cost>
class FieldRepair {
 public:
  using Seed = FieldSeed<Cost>;

  FieldRepair(const EditedNodes& edited, std::span<Cost> costs, std::span<Node> parents)
      : edited_(edited), costs_(costs), parents_(parents), marks_(costs.size() / 64 + 1) {}

  // The nodes from which a search goes on; nothing, with the field spoiled, where more than `most` costs have to be
  // cleared: then a new search is cheaper.
  template <class View>
  std::optional<std::vector<Seed>> seeds(const View& view, const View& back, std::size_t most) {
    if (!clear(view, most)) return std::nullopt;
    return seeds_around(view, back);
  }

 private:
  // Clears the costs that no way supports any more. False once there are more than `most`.
  template <class View>
  bool clear(const View& view, std::size_t most) {
    for (const Node node : raised(view)) drop(node);
    while (done_ < cleared_.size()) {
      if (cleared_.size() > most) return false;
      const Node node = cleared_[done_++];
      each_step(view, node, [&](Node next, Cost) {
        if (parents_[next] == node) drop(next);
      });
    }
    return true;
  }

  // Around what was cleared, and where a step has become cheaper.
  template <class View>
  std::vector<Seed> seeds_around(const View& view, const View& back) {
    marks_.assign(marks_.size(), 0);
    std::vector<Seed> seeds;
    const auto add = [&](Node node) {
      if (known(node) && !mark(node)) seeds.push_back({costs_[node], node});
    };
    for (const Node node : cleared_) {
      each_step(back, node, [&](Node from, Cost) { add(from); });
    }
    for (const Node node : edited_.near) {
      if (known(node) && improves(view, node)) add(node);
    }
    return seeds;
  }

  bool known(Node node) const noexcept { return costs_[node] < infinite_cost<Cost>(); }

  // Returns whether the node was marked before.
  bool mark(Node node) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (node & 63);
    const bool marked = (marks_[node >> 6] & bit) != 0;
    marks_[node >> 6] |= bit;
    return marked;
  }
  bool marked(Node node) const noexcept { return (marks_[node >> 6] >> (node & 63) & 1) != 0; }

  template <class View, class Visit>
  void each_step(const View& view, Node node, Visit&& visit) const {
    if constexpr (!LiesInBlocks<View>) {  // there, nothing leads from what is closed
      if (!edited_.walkable(node)) return;
    }
    view.successors(node, kNoNode, visit);
  }

  // The edited nodes whose costs are not true any more. A step that changed has both its ends among the edited nodes,
  // so what is led over any other step is as true as its parent.
  template <class View>
  std::vector<Node> raised(const View& view) {
    for (const Node node : edited_.near) mark(node);
    std::vector<Node> led;  // over a step that is there still, and costs no more
    for (const Node node : edited_.near) {
      if (!known(node)) continue;
      each_step(view, node, [&](Node next, Cost step) {
        if (parents_[next] == node && costs_[node] + step <= costs_[next]) led.push_back(next);
      });
    }
    std::vector<std::uint64_t> holds(marks_.size());
    for (const Node node : led) holds[node >> 6] |= std::uint64_t{1} << (node & 63);
    std::vector<Node> raised;
    for (const Node node : edited_.near) {
      const Node parent = parents_[node];
      const bool edge_changed = parent != kNoNode && marked(parent) && (holds[node >> 6] >> (node & 63) & 1) == 0;
      if (known(node) && (edge_changed || !edited_.walkable(node))) raised.push_back(node);
    }
    return raised;
  }

  void drop(Node node) {
    if (!known(node)) return;
    costs_[node] = infinite_cost<Cost>();
    parents_[node] = kNoNode;
    cleared_.push_back(node);
  }

  template <class View>
  bool improves(const View& view, Node node) const {
    bool better = false;
    each_step(view, node, [&](Node next, Cost step) { better = better || costs_[node] + step < costs_[next]; });
    return better;
  }

  const EditedNodes& edited_;
  std::span<Cost> costs_;
  std::span<Node> parents_;
  std::vector<std::uint64_t> marks_;  // a bit per node
  std::vector<Node> cleared_;
  std::size_t done_ = 0;  // how many of them the wave has gone on from
};

}  // namespace pathstar
