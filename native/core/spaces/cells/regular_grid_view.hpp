// A grid as seen by one query: steps with costs, and the estimate to the goal.
//
// With portals a path may be cheaper than on foot. The estimate is then the least of the distance to the goal and the
// distances to each portal's entrance plus the remaining cost from there, computed for each query (Dijkstra over the
// portals), so it stays consistent. With very many portals, one number stands for all: the least remaining cost behind
// any of them.
#pragma once

#include <span>
#include <vector>

#include "spaces/cells/regions.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/cells/regular_grid_distance.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

class RegularGridView {
 public:
  using Cost = double;

  static constexpr Capabilities kCapabilities{};

  RegularGridView(const RegularGrid& grid, Node goal, HeuristicKind heuristic, double weight)
      : RegularGridView(grid, goal, heuristic, weight, false) {}

  std::uint32_t slots() const noexcept { return grid_->size(); }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }

  PATHSTAR_INLINE double estimate(Node node) const noexcept {
    if (!estimates_) return 0.0;
    const Offset here = distance_.place(node);
    const double on_foot = distance_(here, goal_);
    return gates_.empty() && beyond_ == RegularGridDistance::kNever && on_foot != RegularGridDistance::kNever
               ? on_foot
               : with_portals(here, on_foot);
  }

  template <class Visit>
  PATHSTAR_INLINE void successors(Node node, Node /*parent*/, Visit&& visit) const {
    grid_->each_edge(node, visit);
  }

  // The forward steps, also on the view for searches from the goal.
  template <class Visit>
  void each_way(Node node, Visit&& visit) const {
    grid_->each_way(node, visit);
  }

  template <class Visit>
  void each_way_to(Node node, int direction, Visit&& visit) const {
    grid_->each_way_to(node, direction, visit);
  }

  // Prefetches the records and costs that will be read when the search has moved on from `node` over `next`; see
  // GridView.
  template <class Record>
  PATHSTAR_INLINE void prefetch_beyond(Node node, Node next, const Record* records) const noexcept {
    const Node beyond = next + 2 * (next - node);
    prefetch(records, beyond - grid_->width());
    prefetch(records, beyond + grid_->width());
  }

  // Prefetches the data for an expansion of `node` by a search that keeps one value for each node.
  PATHSTAR_INLINE void prefetch_around(Node node, const double* values) const noexcept {
    grid_->prefetch_around(node, values, false);
  }

  Regions regions() const {
    return grid_->depth() == 1 ? Regions::of_numbers(slots())
                               : Regions::of_rows(grid_->width(), grid_->height(), grid_->depth());
  }

  // Whether lower_steps() and each_lower() pay; see RegularGrid.
  bool has_rows() const noexcept { return grid_->has_rows(); }

  PATHSTAR_INLINE std::uint32_t lower_steps(Node node, double g, const double* values) const noexcept {
    return grid_->lower_steps(node, g, values, false);
  }

  template <class Visit>
  PATHSTAR_INLINE void each_lower(Node node, double g, std::uint32_t steps, const double* values, Visit&& visit) const {
    grid_->each_lower(node, g, steps, values, false, visit);
  }

  StepRange<double> steps() const noexcept { return steps_; }
  double to_double(double cost) const noexcept { return cost; }
  double path_cost(std::span<const Node> nodes) const noexcept;

 protected:
  // `back`: with every portal reversed.
  RegularGridView(const RegularGrid& grid, Node goal, HeuristicKind heuristic, double weight, bool back);

  const RegularGrid* grid_;

 private:
  // The entrance of a portal, and the estimate of the rest of the way from there through it.
  struct Gate {
    Offset place;
    double rest;
  };

  Node entrance(const Portal& portal) const noexcept { return back_ ? portal.to : portal.from; }
  Node exit(const Portal& portal) const noexcept { return back_ ? portal.from : portal.to; }

  static constexpr std::size_t kMostPortals = 64;

  void add_portals(double weight);
  void add_gates(double weight);
  double with_portals(const Offset& here, double on_foot) const noexcept;

  RegularGridDistance distance_;
  bool estimates_;
  bool back_;
  Offset goal_;
  std::vector<Gate> gates_;  // the ones that may be worth taking
  double beyond_ = RegularGridDistance::kNever;
  StepRange<double> steps_;
};
static_assert(Searchable<RegularGridView> && CostsPath<RegularGridView> && HasWays<RegularGridView>);
static_assert(LooksBeyond<RegularGridView, int>);
static_assert(LooksAround<RegularGridView, double> && HasRegions<RegularGridView> && ComparesRows<RegularGridView>);

// The same with every step reversed, for searches from the goal.
class BackwardRegularGridView : public RegularGridView {
 public:
  BackwardRegularGridView(const RegularGrid& grid, Node goal, HeuristicKind heuristic, double weight)
      : RegularGridView(grid, goal, heuristic, weight, true) {}

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    grid_->each_edge_to(node, visit);
  }

  PATHSTAR_INLINE void prefetch_around(Node node, const double* values) const noexcept {
    grid_->prefetch_around(node, values, true);
  }

  PATHSTAR_INLINE std::uint32_t lower_steps(Node node, double g, const double* values) const noexcept {
    return grid_->lower_steps(node, g, values, true);
  }

  template <class Visit>
  PATHSTAR_INLINE void each_lower(Node node, double g, std::uint32_t steps, const double* values, Visit&& visit) const {
    grid_->each_lower(node, g, steps, values, true, visit);
  }
};
static_assert(Searchable<BackwardRegularGridView> && CostsPath<BackwardRegularGridView> &&
              ComparesRows<BackwardRegularGridView>);

}  // namespace pathstar
