// A caller's space as seen by one query.
#pragma once

#include <memory>
#include <vector>

#include "spaces/heuristic.hpp"
#include "spaces/implicit/custom.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

class CustomView {
 public:
  using Cost = double;

  static constexpr Capabilities kCapabilities{
      .implicit = true, .reversible = false, .one_to_all = false, .largest_rise = 0};

  // If `goal` is not a node, the space's test determines the goals.
  CustomView(const Custom& space, Node goal, HeuristicKind heuristic, double weight)
      : space_(&space),
        goal_(goal),
        weight_(heuristic == HeuristicKind::given ? weight : 0.0),
        steps_(std::make_shared<std::vector<CustomStep>>()) {}

  std::uint32_t slots() const { return space_->size(); }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }

  bool within(double g) const noexcept { return g <= space_->max_cost(); }
  bool is_goal(Node node) const { return goal_ == kNoNode ? space_->is_goal(node) : node == goal_; }
  double estimate(Node node) const {
    return weight_ > 0.0 && node != kNoNode ? weight_ * space_->estimate(node, goal_) : 0.0;
  }

  void forget(std::uint32_t known) const { space_->forget(known); }

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    steps_->clear();
    space_->successors(node, *steps_);
    for (const CustomStep& step : *steps_) visit(step.target, step.cost);
  }

  // Nothing is known about the steps, so there is no range.
  StepRange<double> steps() const noexcept { return {0.0, 0.0}; }
  double to_double(double cost) const noexcept { return cost; }

 private:
  const Custom* space_;
  Node goal_;
  double weight_;
  std::shared_ptr<std::vector<CustomStep>> steps_;  // kept to reuse the memory; one query expands one node at a time
};
static_assert(Searchable<CustomView> && Implicit<CustomView>);

}  // namespace pathstar
