// A view whose estimate is the larger of the space's own and the landmarks' bound (the triangle inequality).
//
// For a landmark L, a node u and the goal t: d(u, t) >= d(L, t) - d(L, u) and d(u, t) >= d(u, L) - d(t, L). A query
// uses the few of these bounds that are largest at its start. The choice holds for the whole query, so the estimate is
// the maximum of the same consistent bounds everywhere, and thus consistent.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "indexes/landmarks/landmark_tables.hpp"
#include "spaces/compiler.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// One of the bounds; the default is no bound.
struct LandmarkGuide {
  std::uint32_t column = 0;
  std::int32_t sign = 0;
  std::int64_t goal = 0;

  std::int64_t bound(const std::uint32_t* row) const noexcept { return sign * (std::int64_t{row[column]} - goal); }
};

// By measurement: with fewer, searches expand more; with more, they cost more time than they save.
using LandmarkGuides = std::array<LandmarkGuide, 8>;

LandmarkGuides best_guides(const LandmarkTables& tables, Node start, Node goal);

template <Searchable View>
class LandmarkView : public View {
 public:
  using Cost = typename View::Cost;

  // The view's estimate must be consistent, and already include the weight.
  LandmarkView(const View& view, const LandmarkTables& tables, Node start, Node goal, double weight)
      : View(view),
        table_(tables.distances.data()),
        columns_(tables.columns()),
        guides_(best_guides(tables, start, goal)) {
    const double per_cost = 1.0 / view.to_double(Cost{1});  // a power of two
    const double most = most_of(view);
    const double unit = std::min(tables.scale.unit * per_cost * weight, most);
    unit_ = static_cast<Cost>(unit);
    most_bound_ = unit > 0.0 ? static_cast<std::int64_t>(std::min(most / unit, 0x1p33)) : 0;
    most_rise_ = static_cast<Cost>(std::min(tables.scale.most_key_increase * per_cost, most));
  }

  // An edit anywhere may make the estimates wrong, so a search with them counts as having visited all nodes.
  bool keeps_nodes() const noexcept { return false; }

  PATHSTAR_INLINE Cost estimate(Node node) const noexcept {
    const std::uint32_t* row = table_ + std::size_t{node} * columns_;
    std::int64_t bound = 0;
    for (const LandmarkGuide& guide : guides_) bound = std::max(bound, guide.bound(row));
    return std::max(View::estimate(node), static_cast<Cost>(std::min(bound, most_bound_)) * unit_);
  }

  template <class Record>
  PATHSTAR_INLINE void prefetch_beyond(Node node, Node next, const Record* records) const noexcept
    requires LooksBeyond<View, Record>
  {
    View::prefetch_beyond(node, next, records);
  }

  template <class Record>
  PATHSTAR_INLINE void fetch(Node node, const Record* records) const noexcept
    requires Fetches<View, Record>
  {
    View::fetch(node, records, PerNode<std::uint32_t>{table_, columns_},
                PerNode<std::uint32_t>{table_ + std::min(columns_ - 1, kColumnsPerLine), columns_});
  }

  // The engine assumes that an estimate increases over a step by at most the largest step cost. With estimates so close
  // to the truth, most keys are nearly equal; the narrowest possible buckets keep them in order.
  StepRange<Cost> steps() const noexcept {
    const StepRange<Cost> range = View::steps();
    const Cost largest = std::max(range.largest, most_rise_);
    return {std::min(range.smallest, largest / kBuckets), largest, range.mixed};
  }

 private:
  static constexpr Cost kBuckets = 500;
  static constexpr std::size_t kColumnsPerLine = 16;  // of the processor's cache

  // No path costs this much. So sums stay in range whatever the table holds, and so do the numbers of buckets, whose
  // width depends on the largest step.
  static double most_of(const View& view) noexcept {
    if constexpr (std::is_integral_v<Cost>) {
      return 0x1p61;
    } else {
      return 0x1p48 * view.steps().largest;
    }
  }

  const std::uint32_t* table_;
  std::size_t columns_;
  LandmarkGuides guides_;
  Cost unit_;
  std::int64_t most_bound_;  // in units
  Cost most_rise_;
};

}  // namespace pathstar
