// A grid with times as one query sees it. What a search calls g is the time on the clock. The estimate is that of
// the cells: to wait only takes longer.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "spaces/cells/regular_grid_view.hpp"
#include "spaces/layers/timed.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

class TimedView {
 public:
  using Cost = double;

  static constexpr Capabilities kCapabilities{.timed = true, .reversible = false, .one_to_all = false};

  TimedView(const Timed& space, Node goal, HeuristicKind heuristic, double weight)
      : space_(&space), cells_(space.ground(), goal, heuristic, weight), goal_(goal), begin_(space.now()) {}

  std::uint32_t slots() const noexcept { return space_->slots(); }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }

  double begin() const noexcept { return begin_; }
  bool is_goal(Node node, double time) const noexcept {
    return space_->cell(node) == goal_ && space_->can_stay_at(node, time);
  }
  double estimate(Node node) const noexcept { return cells_.estimate(space_->cell(node)); }

  // Calls visit(target, time of arrival).
  template <class Visit>
  void successors_at(Node node, double time, Visit&& visit) const {
    space_->each_step(node, time, [&](Node next, double, double arrive) { visit(next, arrive); });
  }

  // Of a step that one need not wait for; none where times are so far off that buckets could not be numbered.
  StepRange<double> steps() const noexcept {
    const StepRange<double> steps = cells_.steps();
    const double farthest = std::max(space_->latest(), std::abs(begin_));
    return farthest < kMostSteps * steps.smallest ? steps : StepRange<double>{0.0, 0.0};
  }
  double to_double(double cost) const noexcept { return cost; }

  // The cells of a chain of slots, and the time at each; who waits is on a cell twice.
  std::vector<Node> timetable(const std::vector<Node>& chain, std::vector<double>& times) const;

 private:
  static constexpr double kMostSteps = 1e15;

  const Timed* space_;
  RegularGridView cells_;
  Node goal_;
  double begin_;
};
static_assert(Searchable<TimedView> && InTime<TimedView>);

}  // namespace pathstar
