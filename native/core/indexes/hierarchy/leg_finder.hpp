// Plans paths over clusters, and turns plans into cells leg by leg.
//
// When to use: for long paths whose first steps are wanted soon.
// Needs: tables that fit the grid, whose lock the caller holds shared.
// Guarantee: a legal path if there is one; a cheapest one with all entrances.
// Complexity: a plan costs time for the gates that it reaches, a leg for the gates and cells of a few clusters.
// Reference: Botea, Mueller and Schaeffer 2004, Near optimal hierarchical path-finding (HPA*).
// Differs from the paper: instead of smoothing a path, each part is searched together with the next one, so that the
//   place where it crosses the border between them is chosen among more cells than the gates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <type_traits>
#include <vector>

#include "indexes/hierarchy/cell_search.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gate_search.hpp"
#include "indexes/hierarchy/gate_tables.hpp"
#include "indexes/hierarchy/regular_cell_search.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The clusters on a path, in order; nearer ones on lower levels.
struct ClusterPlan {
  std::deque<ClusterPass> passes;
  std::uint64_t time = 0;  // of the tables, when it was begun

  bool still_fits(const GateTables& tables) const {
    return std::all_of(passes.begin(), passes.end(),
                       [&](const ClusterPass& pass) { return tables.fit(pass.cluster, time); });
  }
};

template <class Space>
class LegFinder {
 public:
  LegFinder(const Space& space, const ClusterLayout& layout, const GateTables& tables)
      : layout_(&layout), tables_(&tables), cells_(space), search_(space, layout, tables) {}

  // Begins a plan between walkable cells.
  void begin_plan(Node start, Node goal);
  // Expands up to this many gates for it; true once it is made.
  bool step_plan(std::uint64_t budget) { return search_.step(budget); }
  // Whether no edit came near the clusters visited for the plan.
  bool still_fits() const noexcept;
  // The plan once it is made; one without passes if there is no path.
  ClusterPlan made_plan() const;

  // Refines the plan's beginning once, or appends the cells after its first one, up to the next cluster or to the goal,
  // and removes that part. Returns whether cells were appended. Throws DamagedIndex if the tables contain a way that
  // the grid does not.
  bool step_leg(ClusterPlan& plan, std::vector<Node>& path);

  std::uint64_t expanded() const noexcept { return cells_.expanded() + search_.expanded(); }

 private:
  std::uint32_t level(const ClusterPass& pass) const noexcept { return layout_->level_of(pass.cluster); }
  void refine(ClusterPlan& plan, std::size_t i);
  void walk(ClusterPlan& plan, std::vector<Node>& path);

  const ClusterLayout* layout_;
  const GateTables* tables_;
  std::conditional_t<std::is_same_v<Space, Grid>, CellSearch, RegularCellSearch> cells_;
  GateSearch<Space> search_;
  Node start_ = kNoNode, goal_ = kNoNode;  // of the plan
  double direct_ = 0.0;                    // the cost of a path that stays in one cluster
  std::uint64_t time_ = 0;                 // of the tables, when the plan was begun
};

extern template class LegFinder<Grid>;
extern template class LegFinder<RegularGrid>;

}  // namespace pathstar
