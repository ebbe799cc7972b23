// The functions that indexes over several kinds of space need for each of them.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <span>

#include "paths/trail.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/types.hpp"

namespace pathstar {

inline CornerRule rule_of(const Grid& grid) noexcept { return {grid.width(), grid.moves().directions == 8}; }
template <class Space>
CornerRule rule_of(const Space&) noexcept {
  return {};
}

inline Extent extent_of(const Grid& grid) noexcept { return {grid.width(), grid.height()}; }
template <class Space>
Extent extent_of(const Space&) noexcept {
  return {};
}

// A copy for a build, so that edits need not wait for it. The caller holds the lock shared.
inline std::shared_ptr<const Grid> copy_of(const Grid& grid) {
  std::vector<double> costs(grid.has_cost() ? grid.size() : 0);
  for (Node node = 0; node < costs.size(); ++node) costs[node] = grid.costs()[node];
  return std::make_shared<const Grid>(grid.width(), grid.height(), std::span(grid.walkable_data(), grid.size()), costs,
                                      grid.moves(), grid.cost_rule());
}
inline std::shared_ptr<const RegularGrid> copy_of(const RegularGrid& regular_grid) {
  RegularGridPlan plan = regular_grid.plan();
  if (plan.rules != nullptr) plan.rules = std::make_shared<EdgeRules>(*plan.rules);  // because rules follow edits
  return std::make_shared<const RegularGrid>(std::move(plan));
}
inline std::shared_ptr<const Graph> copy_of(const Graph& graph) { return graph.copy(); }

// A space at a revision.
template <class Space>
struct Snapshot {
  std::shared_ptr<const Space> space;
  std::uint64_t revision;
};

// Holds the space's lock only while it copies.
template <class Space>
Snapshot<Space> snapshot_of(const Space& space) {
  const std::shared_lock reading(space.mutex());
  return {copy_of(space), space.revision()};
}

}  // namespace pathstar
