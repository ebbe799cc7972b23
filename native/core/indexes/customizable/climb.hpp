// A query on a customizable hierarchy: both ends climb to the top, and the best of the ranks where they meet is the top
// of a cheapest path.
//
// When to use: for every query on such an index.
// Needs: a frame, and its costs (customization.hpp).
// Guarantee: optimal.
// Complexity: the rows of the blocks above both ends, each a run of sums; unpacking takes a few sums for each node.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies (elimination tree query).
// Differs from the paper: whole blocks climb at a time, and rows that cost no less than the best path so far are left
//   out. A path is unpacked by looking for the lower triangle whose sum an arc has, so no arc keeps its middle.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/customizable/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Keeps its memory between queries; one for each thread.
class Climb {
 public:
  explicit Climb(const Frame& frame);

  // The cost of a cheapest path; infinite if there is none.
  double cost(const ArcCosts& costs, std::uint32_t start, std::uint32_t goal, SearchStats& stats);

  // The same for many goals in turn, all from one start.
  void begin_at(const ArcCosts& costs, std::uint32_t start);
  double cost_to(const ArcCosts& costs, std::uint32_t goal);

  // The ranks on the path whose cost was asked for last, from start to goal.
  std::vector<std::uint32_t> ranks_of_path(const ArcCosts& costs, std::uint32_t start, std::uint32_t goal) const;

 private:
  // What one end knows of a rank; between queries all costs are infinite.
  struct Side {
    std::vector<double> costs;
    std::vector<std::uint32_t> from;  // the block by whose rows a rank was reached last; kNoRank at the end itself
    std::uint32_t begin = kNoRank;
    std::vector<double> columns;  // of the block that climbs
  };

  void begin(Side& side, std::uint32_t rank);
  void forget(Side& side);
  void gather(Side& side, std::uint32_t block);
  void scatter(Side& side, std::uint32_t block);
  void climb_block(const ArcCosts& costs, std::uint32_t block, bool forward, bool backward, SearchStats& stats);
  void meet(std::uint32_t rank);
  std::uint32_t before(const Side& side, std::span<const double> costs, std::uint32_t rank) const;

  const Frame& frame_;
  Side forward_, backward_;
  double best_;
  std::uint32_t top_ = kNoRank;
};

}  // namespace pathstar
