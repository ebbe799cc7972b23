// A view restricted to the nodes that `allows` names. The start is not checked.
#pragma once

#include <concepts>
#include <utility>

#include "spaces/node_visit.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

template <HasSuccessors View, std::predicate<Node> Allows>
class MaskedView : public View {
 public:
  MaskedView(const View& view, Allows allows) : View(view), allows_(std::move(allows)) {}

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    const auto allowed = [&](Node next, typename View::Cost step) {
      if (allows_(this->to_space(next))) visit(next, step);
    };
    if constexpr (View::kCapabilities.jumps) {
      using Steps = NodeVisit<typename View::Cost>;
      visit_in_batches<typename View::Cost>([&](Steps& steps) { View::successors(node, parent, steps); }, allowed);
    } else {
      View::successors(node, parent, allowed);
    }
  }

 private:
  Allows allows_;
};

}  // namespace pathstar
