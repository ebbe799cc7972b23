// The first search of a unit: what it has found bounds what paths to its root cost, also where it has not been.
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

  // The search spreads over the steps of `out`, whose estimates are of the cost between a node and the tip; those of
  // `in` are of the cost between a node and the root. `back`: whether the steps of `out` are turned round.
  FirstTree(const View& out, const View& in, bool back, Node root, Node tip)
      : SearchTree<FirstView<View>>(first_view(out, back), root, tip), in_(in) {}

  Status step(std::uint64_t budget) override {
    const Status status = SearchTree<FirstView<View>>::step(budget);
    if (status == Status::found) whole_ = std::max({whole_, this->floor(), this->key(this->tip_)});
    return status;
  }

  // After a path was found: what a path between a node and the root costs at least. All that is cheaper together with
  // the rest of the way to the tip is known. It falls over no step by more than that costs, also where costs have risen
  // since then.
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
  Cost whole_{};  // no path over a node that waits, or that hangs on one, costs less
};

}  // namespace pathstar
