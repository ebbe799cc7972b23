// Brings a field up to date after edits of its space: a raise wave, and the seeds from which a search continues.
//
// When to use: few nodes were edited since a one-to-all search ended, or while it is under way.
// Needs: the field's costs and parents, the view of the present space, and one with every step reversed, in which costs
//   do not matter. For a search under way, its open nodes have to be among the seeds as well.
// Guarantee: the continued search ends with the costs of a new one, to the last bit: both are the least sums of steps,
//   added up from the sources.
// Complexity: in proportion to the edited nodes, nodes with paths over risen costs, and those that fell.
// Reference: Ramalingam and Reps 1996, An incremental algorithm for a generalization of the shortest-path problem.
// Differs from the paper: all costs that depended on a raised one are cleared first, also those that an equally cheap
//   path would have kept; so no node needs to know the number of such paths. It works a little at a time, and takes in
//   further edits on the way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engine/searches/field_arrays.hpp"
#include "engine/searches/one_to_all.hpp"
#include "spaces/compiler.hpp"
#include "spaces/small_pages.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// The edits, as seen by a field.
struct EditedNodes {
  std::vector<Node> near;              // both ends of every step that may have changed; nodes may occur twice
  std::function<bool(Node)> walkable;  // as the space is now
};

template <class Cost>
class FieldRepair {
 public:
  using Seed = FieldSeed<Cost>;

  // The arrays must stay where they are.
  explicit FieldRepair(FieldArrays<Cost>& arrays) : arrays_(arrays), whole_(arrays.whole()), marks_(words()) {}

  // Takes in further edits. The views of the next step must include them.
  void take_in(EditedNodes edited) {
    edited_.walkable = std::move(edited.walkable);
    edited_.near.insert(edited_.near.end(), edited.near.begin(), edited.near.end());
    cleared_.reserve(edited_.near.size());
  }

  // Clears the costs that no path supports any more, and then, with `seeds`, collects the nodes from which a search
  // continues. Visits about `budget` nodes; false once it has visited all.
  template <class View>
  bool step(const View& view, const View& back, std::uint64_t budget, bool seeds) {
    if (begun_at_ < edited_.near.size()) begin(view);
    for (; budget > 0 && cleared_from_ < cleared_.size(); --budget) {
      const Node node = cleared_[cleared_from_++].node;
      each_step(view, node, [&](Node next, Cost) {
        if (arrays_.parents[next] == node) drop(next);
      });
    }
    if (cleared_from_ < cleared_.size()) return true;
    if (!seeds) return false;
    for (; budget > 0 && seeded_from_ < cleared_.size(); --budget) {
      each_step(back, cleared_[seeded_from_++].node, [&](Node from, Cost) { add(from); });
    }
    if (seeded_from_ < cleared_.size()) return true;
    for (const Node node : edited_.near) {
      if (known(node) && improves(view, node)) add(node);
    }
    return false;
  }

  // Puts a node among the seeds, if it has a cost.
  PATHSTAR_INLINE void add(Node node) {
    if (!known(node) || marked(marks_, node)) return;
    mark(marks_, node);
    seeds_.push_back({arrays_.costs[node], node});
  }

  const EditedNodes& edited() const noexcept { return edited_; }
  // The seeds, without nodes that have lost their costs since they were found.
  std::vector<Seed> take_seeds() {
    std::erase_if(seeds_, [this](const Seed& seed) { return !known(seed.node); });
    return std::move(seeds_);
  }
  // The nodes that have lost their costs so far, with the former costs.
  const std::vector<Seed>& cleared() const noexcept { return cleared_; }
  // The number of visited nodes.
  std::uint64_t looked_at() const noexcept { return cleared_from_ + seeded_from_; }

 private:
  using Marks = ZeroArray<std::uint64_t>;  // a bit per node

  std::size_t words() const noexcept { return arrays_.size() / 64 + 1; }
  static std::uint64_t bit(Node node) noexcept { return std::uint64_t{1} << (node & 63); }
  static void mark(Marks& marks, Node node) { marks[node >> 6] |= bit(node); }
  static bool marked(const Marks& marks, Node node) noexcept { return (marks[node >> 6] & bit(node)) != 0; }

  PATHSTAR_INLINE bool known(Node node) const noexcept {
    return (whole_ || arrays_.has(node)) && arrays_.costs[node] < infinite_cost<Cost>();
  }

  template <class View, class Visit>
  void each_step(const View& view, Node node, Visit&& visit) const {
    if constexpr (!LiesInBlocks<View>) {  // there, no step leads from a closed cell
      if (!edited_.walkable(node)) return;
    }
    if (whole_) return view.successors(node, kNoNode, visit);
    view.successors(node, kNoNode, [&](Node next, Cost step) {
      arrays_.write(next);
      visit(next, step);
    });
  }

  // Clears the edited nodes, for the edits taken in since, whose costs are not true any more. A changed step has both
  // its ends among the edited nodes, so a cost over any other step is as true as that of its parent.
  template <class View>
  void begin(const View& view) {
    const std::span near = std::span(edited_.near).subspan(begun_at_);
    begun_at_ = edited_.near.size();
    Marks is_near(words());
    for (const Node node : near) mark(is_near, node);
    Marks holds(words());  // nodes with paths over a step that still exists, and costs no more
    for (const Node node : near) {
      if (!known(node)) continue;
      const Cost here = arrays_.costs[node];
      each_step(view, node, [&](Node next, Cost step) {
        if (arrays_.parents[next] == node && here + step <= arrays_.costs[next]) mark(holds, next);
      });
    }
    std::vector<Node> raised;
    for (const Node node : near) {
      if (!known(node)) continue;
      const Node parent = arrays_.parents[node];
      const bool edge_changed = parent != kNoNode && marked(is_near, parent) && !marked(holds, node);
      if (edge_changed || !edited_.walkable(node)) raised.push_back(node);
    }
    for (const Node node : raised) drop(node);
  }

  void drop(Node node) {
    if (!known(node)) return;
    cleared_.push_back({arrays_.costs[node], node});
    arrays_.costs[node] = infinite_cost<Cost>();
    arrays_.parents[node] = kNoNode;
  }

  template <class View>
  bool improves(const View& view, Node node) const {
    bool better = false;
    const Cost here = arrays_.costs[node];
    each_step(view, node, [&](Node next, Cost step) { better = better || here + step < arrays_.costs[next]; });
    return better;
  }

  EditedNodes edited_;
  FieldArrays<Cost>& arrays_;
  bool whole_;                // no part of the arrays has to be written before it is read
  std::size_t begun_at_ = 0;  // the number of edited nodes visited at the beginning
  Marks marks_;               // the seeds
  std::vector<Seed> cleared_;
  std::size_t cleared_from_ = 0;  // the number of them from which the wave has spread
  std::size_t seeded_from_ = 0;   // and the number around which it has looked for seeds
  std::vector<Seed> seeds_;
};

}  // namespace pathstar
