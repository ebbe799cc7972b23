// A hierarchy of clusters, over which long paths are planned in large steps and walked in small ones.
//
// When to use: on large maps, if the first steps are wanted at once, and on ground that changes.
// Needs: a grid of one floor: squares or hexagons, with or without costs, joined borders, portals and one-way cells.
// Guarantee: a path if there is one; optimal with all entrances. An edit is followed at the next use.
// Complexity: see gate_builder.hpp, gate_repair.hpp and leg_finder.hpp.
// Reference: Botea, Mueller and Schaeffer 2004, Near optimal hierarchical path-finding (HPA*).
// Differs from the paper: see gates.hpp, regular_gates.cpp, gate_search.hpp and leg_finder.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/driver/poll.hpp"
#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "indexes/hierarchy/gate_builder.hpp"
#include "paths/result.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Nothing if it was stopped, or would exceed the memory limit.
std::shared_ptr<Index> build_cluster_index(std::shared_ptr<Grid> grid, const GateTableOptions& options,
                                           const Progress& progress);
std::shared_ptr<Index> build_cluster_index(std::shared_ptr<RegularGrid> grid, const GateTableOptions& options,
                                           const Progress& progress);

// Throws std::invalid_argument for sections that do not form such an index.
std::shared_ptr<Index> open_cluster_index(std::shared_ptr<Grid> grid, const std::vector<Section>& sections);
std::shared_ptr<Index> open_cluster_index(std::shared_ptr<RegularGrid> grid, const std::vector<Section>& sections);

// A path leg by leg: each leg begins at the end of the previous one.
class PathLegs {
 public:
  virtual ~PathLegs() = default;

  // The next leg, in the present grid: an edit makes a new plan from here on. If its status is not `found`, there will
  // be no other leg; once the goal is reached, a leg is that cell alone.
  virtual PathResult next(const Poll& poll) = 0;

  // The same by steps: makes about this many expansions, and is `running` until the leg is complete. Tables near an
  // edit are repaired meanwhile, a little with each step, and a plan stays if no edit came near it.
  virtual PathResult step(std::uint64_t budget) = 0;

  virtual Node place() const noexcept = 0;
  virtual bool arrived() const noexcept = 0;
};

// Start and goal must be nodes of the grid. Throws Unsupported for an index of another kind.
std::unique_ptr<PathLegs> legs_of(std::shared_ptr<Index> index, Node start, Node goal);

}  // namespace pathstar
