// The open list of a best-first search over a view.
#pragma once

#include "engine/driver/settings.hpp"
#include "engine/open_list/buckets.hpp"
#include "engine/open_list/open_list.hpp"
#include "spaces/compiler.hpp"
#include "spaces/view.hpp"

namespace pathstar {

template <class Cost>
class OpenListPlan {
 public:
  // `consistency_factor`: how much the weighted estimate can fall or rise over a step, per unit of the step's cost.
  template <class View>
  OpenListPlan(const View& view, const Settings& settings, double consistency_factor) noexcept
      : settings_(settings),
        by_least_(least_serves(view.steps(), settings, consistency_factor, largest_rise(view))),
        smallest_(by_least_ ? view.steps().least : view.steps().smallest),
        key_increase_(view.steps().largest +
                      static_cast<Cost>(consistency_factor * static_cast<double>(view.steps().largest))),
        sorted_((view.steps().mixed && !by_least_) || consistency_factor > 1.0),
        kind_(choose_open_list(settings, consistency_factor, smallest_, key_increase_, largest_rise(view))) {}

  OpenKind kind() const noexcept { return kind_; }

  // The kind with the order of the nodes: sorted buckets keep that of a heap.
  OpenKind order() const noexcept { return kind_ == OpenKind::bucket && sorted_ ? OpenKind::heap : kind_; }

  // Empties an open list and applies the plan to it.
  void start(OpenList<Cost>& open) const {
    auto plan = BucketPlan<Cost>::fit(sorted_ ? Cost{0} : smallest_ / 2, key_increase_);
    plan.sorted = sorted_;
    open.start(kind_, settings_.ties, plan);
  }

 private:
  // The ratio of the mean step to the least one beyond which there are too many loose buckets for too few nodes.
  static constexpr int kMostLeastPerMean = 64;

  // Whether mixed steps are similar enough for loose buckets narrower than the least step. Without an estimate no node
  // of a bucket can then improve another one (Denardo and Fox 1979). Only for searches from both ends: a search from
  // the start keeps to the exact order, which its traces explain.
  static bool least_serves(const StepRange<Cost>& steps, const Settings& settings, double consistency_factor,
                           int most) noexcept {
    return settings.loop == Loop::bidirectional && steps.mixed && !(consistency_factor > 0) && steps.least > 0 &&
           steps.smallest / steps.least < kMostLeastPerMean && steps.largest / steps.least < static_cast<Cost>(most);
  }

  const Settings& settings_;
  bool by_least_;  // whether the least step, not the mean one, determines the width of buckets
  Cost smallest_;
  Cost key_increase_;  // the largest rise of a key over one step
  bool sorted_;        // whether buckets keep their nodes sorted
  OpenKind kind_;
};

template <class View>
OpenListPlan(const View&, const Settings&, double) -> OpenListPlan<typename View::Cost>;

}  // namespace pathstar
