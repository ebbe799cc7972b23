// The first search of a unit: its results bound the costs of paths to its root, also for unvisited nodes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "engine/incremental/guided_view.hpp"
#include "engine/incremental/search_tree.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class View>
using FirstView = decltype(first_view(std::declval<const View&>(), true));

template <class View>
class FirstTree final : public SearchTree<FirstView<View>> {
 public:
  using Cost = typename View::Cost;

  // The search spreads over the steps of `out`, with estimates of the cost between a node and the tip; those of `in`
  // are of the cost between a node and the root. `back`: whether the steps of `out` are reversed.
  FirstTree(const View& out, const View& in, bool back, Node root, Node tip)
      : SearchTree<FirstView<View>>(first_view(out, back), root, tip), in_(in) {}

  Status step(std::uint64_t budget) override {
    const Status status = SearchTree<FirstView<View>>::step(budget);
    if (status == Status::found) whole_ = std::max({whole_, this->floor(), this->key(this->tip_)});
    return status;
  }

  // After a path was found: the least cost of a path between a node and the root. All nodes whose cost, together with
  // the rest of the way to the tip, is lower are known. The bound falls over no step by more than the step costs, also
  // after costs have risen.
  Cost at_least(Node node) const {
    const Cost unknown = whole_ - estimate_now(node);
    return this->has(node) && this->g(node) <= unknown ? this->g(node) : std::max(in_.estimate(node), unknown);
  }

 private:
  Cost estimate_now(Node node) const {
    if constexpr (std::is_base_of_v<EntryView, FirstView<View>>) return this->view().EntryView::estimate_now(node);
    return this->view().estimate(node);
  }

  View in_;
  Cost whole_{};  // no path over an open node, or one behind it, costs less
};

}  // namespace pathstar
