// The steps of a masked space reversed: no step enters a node that the mask does not allow, so none leads back from it.
// Paths may still begin there.
#pragma once

#include <concepts>
#include <utility>

#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// `View`: of reversed steps.
template <HasSuccessors View, std::predicate<Node> Allows>
class BackMaskedView : public View {
 public:
  BackMaskedView(const View& view, Allows allows) : View(view), allows_(std::move(allows)) {}

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    if (allows_(this->to_space(node))) View::successors(node, parent, visit);
  }

 private:
  Allows allows_;
};

}  // namespace pathstar
