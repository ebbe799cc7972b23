// A view for searches that may end at any of several goals.
//
// The goals are put into a few groups, each around one goal, its centre. The estimate to a group is the estimate to its
// centre, minus the largest estimate from a goal of the group to the centre. If the estimates of the view are
// consistent, no path to a goal of the group costs less, and the least of these estimates is consistent too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "paths/result.hpp"
#include "spaces/goal_set.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

template <HasSuccessors View>
class GoalView : public View {
 public:
  using Cost = typename View::Cost;

  // `to(centre)` returns the view of a search to that goal; `view` is that to the first goal. The search ends at the
  // `wanted`-th goal.
  template <class MakeView>
  GoalView(const View& view, std::shared_ptr<const GoalSet> goals, std::size_t wanted, const MakeView& to)
      : View(view), goals_(std::move(goals)), wanted_(wanted) {
    const std::span<const Node> nodes = goals_->wanted();
    const std::size_t groups = std::clamp<std::size_t>(kMostEstimates / nodes.size(), 1, kMostGroups);
    std::vector<Cost> nearest(nodes.size(), std::numeric_limits<Cost>::max());
    std::vector<std::size_t> group_of(nodes.size(), 0);
    std::size_t centre = 0;  // the first one; then always the goal farthest from the centres so far
    for (std::size_t group = 0; group < std::min(groups, nodes.size()); ++group) {
      groups_.push_back({to(nodes[centre]), Cost{0}});
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Cost h = groups_.back().to_centre.estimate(view.from_space(nodes[i]));
        if (h < nearest[i]) nearest[i] = h, group_of[i] = group;
      }
      centre = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      Cost& radius = groups_[group_of[i]].radius;
      radius = std::max(radius, nearest[i]);
    }
  }

  const GoalSet& goal_set() const noexcept { return *goals_; }
  std::size_t goals_wanted() const noexcept { return wanted_; }
  bool is_goal(Node node) const noexcept { return goals_->has(this->to_space(node)); }

  Cost estimate(Node node) const {
    if (node == kNoNode) return Cost{0};
    Cost least = std::numeric_limits<Cost>::max();
    for (const Group& group : groups_) {
      const Cost h = group.to_centre.estimate(node);
      least = std::min(least, h > group.radius ? h - group.radius : Cost{0});
    }
    return least;
  }

  // A path that ends at an alias of a goal ends at that goal.
  void write_answer(std::vector<Node> chain, PathResult& result) const
    requires WritesAnswer<View>
  {
    chain.back() = goals_->goal_at(chain.back());
    View::write_answer(std::move(chain), result);
  }

 private:
  struct Group {
    View to_centre;
    Cost radius;
  };

  static constexpr std::size_t kMostGroups = 8;           // each takes an estimate for every node of a search
  static constexpr std::size_t kMostEstimates = 1 << 14;  // for finding the groups; more goals make fewer groups

  std::vector<Group> groups_;
  std::shared_ptr<const GoalSet> goals_;
  std::size_t wanted_;
};

}  // namespace pathstar
