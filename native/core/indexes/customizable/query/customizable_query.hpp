// A query between two nodes: over the ranks of the hierarchy, and over its openings if there are any.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/openings/openings.hpp"
#include "indexes/customizable/query/climb.hpp"
#include "paths/result.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The present state of a hierarchy.
struct Ground {
  const Frame& frame;
  const ArcCosts& costs;
  const Openings& openings;
};

// Keeps its memory between queries; one for each thread.
class CustomizableQuery {
 public:
  explicit CustomizableQuery(const Frame& frame) : climb_(frame) {}

  // The cost of a cheapest path between two different nodes; infinite if there is none.
  double cost(const Ground& ground, Node start, Node goal, SearchStats& stats);
  // The path of the last cost. To be called once.
  std::vector<Node> path(const Ground& ground, const KnownSteps& steps);

  // The costs to many goals in turn, all from one start.
  void begin_at(const Ground& ground, Node start);
  double cost_to(const Ground& ground, Node goal);

 private:
  std::uint32_t first_opening(const Openings& openings) const;

  Climb climb_;
  Node start_ = kNoNode, goal_ = kNoNode;
  std::vector<double> to_openings_;       // from the start, over ranks only
  std::vector<double> over_openings_;     // from the start
  std::uint32_t last_ = Openings::kNone;  // the last opening on the path, if any
};

}  // namespace pathstar
