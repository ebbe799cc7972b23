// A type-erased function that is called for each step from a node, so that long code is compiled once instead of once
// for each function. Steps are passed in batches, because a call for each would take longer than the work itself.
#pragma once

#include <memory>

#include "spaces/types.hpp"

namespace pathstar {

template <class Cost>
class NodeVisit {
 public:
  void operator()(Node next, Cost step) {
    steps_[count_++] = {next, step};
    if (count_ == kBatch) hand_over_(*this, visit_);
  }

 private:
  static constexpr int kBatch = 16;  // more than the steps of most nodes

  struct Step {
    Node next;
    Cost cost;
  };

  template <class Visit>
  explicit NodeVisit(Visit& visit) noexcept
      : visit_(std::addressof(visit)), hand_over_([](NodeVisit& steps, const void* function) {
          steps.empty_into(*const_cast<Visit*>(static_cast<const Visit*>(function)));
        }) {}

  template <class Visit>
  void empty_into(Visit& visit) {
    for (int i = 0; i < count_; ++i) visit(steps_[i].next, steps_[i].cost);
    count_ = 0;
  }

  template <class OfCost, class Ask, class Visit>
  friend void visit_in_batches(const Ask& ask, Visit& visit);

  const void* visit_;
  void (*hand_over_)(NodeVisit& steps, const void* function);
  int count_ = 0;
  Step steps_[kBatch];
};

// Calls ask(steps), in which a view passes all steps from a node to `steps`, and visit(next, cost) for each of them.
template <class Cost, class Ask, class Visit>
void visit_in_batches(const Ask& ask, Visit& visit) {
  NodeVisit<Cost> steps(visit);
  ask(steps);
  steps.empty_into(visit);
}

}  // namespace pathstar
