// Plans paths over clusters, and turns plans into cells leg by leg.
//
// When to use: for long paths whose first steps are wanted soon.
// Needs: tables that fit the grid, whose lock the caller holds shared.
// Guarantee: legal paths, and one wherever there is one; cheapest ones with all entrances.
// Complexity: a plan costs time for the gates that it reaches, a leg for the gates and cells of a few clusters.
// Reference: Botea, Mueller and Schaeffer 2004, Near optimal hierarchical path-finding (HPA*).
// Differs from the paper: instead of smoothing a path, each part is searched together with the one behind it, so that
//   the place where it crosses the border between them is chosen among more cells than the gates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "indexes/hierarchy/cell_search.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gate_search.hpp"
#include "indexes/hierarchy/gate_tables.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The clusters that a path goes through, in order; nearer ones on lower levels.
struct ClusterPlan {
  std::deque<ClusterPass> passes;
  double cost = 0.0;  // over the gates: no less than that of the path
};

class LegFinder {
 public:
  LegFinder(const Grid& grid, const ClusterLayout& layout, const GateTables& tables)
      : layout_(&layout), tables_(&tables), cells_(grid), search_(grid, layout, tables) {}

  // Between walkable cells. False if there is no path.
  bool plan(Node start, Node goal, ClusterPlan& made);

  // Appends the cells after the plan's first one, up to the next cluster or to the goal, and takes that part away.
  // Throws DamagedIndex if the tables show a way that the grid does not have.
  void next_leg(ClusterPlan& plan, std::vector<Node>& path);

  std::uint64_t expanded() const noexcept { return cells_.expanded() + search_.expanded(); }

 private:
  std::uint32_t level(const ClusterPass& pass) const noexcept { return layout_->level_of(pass.cluster); }
  void refine(ClusterPlan& plan, std::size_t i);

  const ClusterLayout* layout_;
  const GateTables* tables_;
  CellSearch cells_;
  GateSearch search_;
};

}  // namespace pathstar
