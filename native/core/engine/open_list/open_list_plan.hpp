// Which open list a best-first search over a view uses.
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

  // The kind whose order nodes come in: sorted buckets keep that of a heap.
  OpenKind order() const noexcept { return kind_ == OpenKind::bucket && sorted_ ? OpenKind::heap : kind_; }

  // Empties an open list, and makes it such a one.
  void start(OpenList<Cost>& open) const {
    auto plan = BucketPlan<Cost>::fit(sorted_ ? Cost{0} : smallest_ / 2, key_increase_);
    plan.sorted = sorted_;
    open.start(kind_, settings_.ties, plan);
  }

 private:
  // How many of the least step may make a mean one before loose buckets are too many for too few nodes.
  static constexpr int kMostLeastPerMean = 64;

  // Whether mixed steps are alike enough for loose buckets that are narrower than the least. Without an estimate no
  // node of a bucket can then improve another one (Denardo and Fox 1979). From both ends only: a search from the start
  // keeps to the exact order, which its traces explain.
  static bool least_serves(const StepRange<Cost>& steps, const Settings& settings, double consistency_factor,
                           int most) noexcept {
    return settings.loop == Loop::bidirectional && steps.mixed && !(consistency_factor > 0) && steps.least > 0 &&
           steps.smallest / steps.least < kMostLeastPerMean && steps.largest / steps.least < static_cast<Cost>(most);
  }

  const Settings& settings_;
  bool by_least_;  // whether the least step, not the mean one, says how wide buckets are
  Cost smallest_;
  Cost key_increase_;  // the most by which a key can rise over one step
  bool sorted_;        // whether buckets keep their nodes sorted
  OpenKind kind_;
};

template <class View>
OpenListPlan(const View&, const Settings&, double) -> OpenListPlan<typename View::Cost>;

}  // namespace pathstar
