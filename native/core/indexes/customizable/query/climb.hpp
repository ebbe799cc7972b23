// A query on a customizable hierarchy: both ends climb to the top, and the best of the ranks where they meet is the top
// of a cheapest path.
//
// When to use: for every query on such an index.
// Needs: a frame, and its costs (customization.hpp).
// Guarantee: optimal.
// Complexity: the rows of the blocks above both ends, each a run of sums.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies (elimination tree query).
// Differs from the paper: whole blocks climb at a time. A quick climb over the nearest rows gives an upper bound first;
//   rows that cannot lie on a cheaper path are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/query/ascent.hpp"
#include "paths/result.hpp"

namespace pathstar {

// The rows that climb: only those that may lie on a cheapest path, or all, for callers that need the ranks' costs.
enum class Rows : std::uint8_t { useful, all };

// Keeps its memory between queries; one for each thread.
class Climb {
 public:
  explicit Climb(const Frame& frame) : frame_(frame), forward_(frame), backward_(frame) {}

  // The cost of a cheapest path; infinite if there is none. An end without a rank is kNoRank.
  double cost(const ArcCosts& costs, std::uint32_t start, std::uint32_t goal, SearchStats& stats);

  // The same for many goals in turn, all from one start.
  void begin_at(const ArcCosts& costs, std::uint32_t start);
  double cost_to(const ArcCosts& costs, std::uint32_t goal, Rows rows);
  const Ascent& forward() const noexcept { return forward_; }    // has climbed all rows after begin_at()
  const Ascent& backward() const noexcept { return backward_; }  // and after cost_to() of all rows

  // The ranks on the last path from cost_to(), from start to goal.
  std::vector<std::uint32_t> ranks_of_path(const ArcCosts& costs) const;

 private:
  double bound(const ArcCosts& costs);
  void meet(std::size_t stage, std::size_t back_stage);

  const Frame& frame_;
  Ascent forward_, backward_;
  double best_ = kNoArcCost;
  std::size_t top_ = 0, back_top_ = 0;  // the stages of both sides at the top of the best path
};

}  // namespace pathstar
