// Points on a grid, joined if they see each other: a visibility graph of chosen points (Lozano-Perez and Wesley 1979,
// An algorithm for planning collision-free paths among polyhedral obstacles).
//
// Nodes are the grid's cells. The sight between points is computed once; a query joins its start and goal to the points
// that they see, and to each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Waypoints {
 public:
  // The points are different walkable cells. `stop` is called now and then while they are joined.
  Waypoints(std::shared_ptr<Grid> grid, std::span<const Node> points, unsigned threads, const Stop& stop);

  std::uint32_t size() const noexcept { return grid_->size(); }
  bool walkable(Node node) const noexcept { return grid_->walkable(node); }
  std::uint64_t revision() const noexcept { return grid_->revision(); }
  SpaceMutex& mutex() const noexcept { return grid_->mutex(); }

  // After an edit of the grid the points are joined again. If that is stopped, they are not up to date.
  void catch_up(const Stop& stop = never_stop);
  bool up_to_date() const noexcept { return joined_at_.load(std::memory_order_acquire) == grid_->revision(); }

  const std::vector<Node>& points() const noexcept { return points_; }
  std::uint32_t edges() const noexcept { return static_cast<std::uint32_t>(targets_.size()); }

  // The number of the point in a cell, or the number of points if there is none.
  std::uint32_t number(Node cell) const noexcept;

  // Calls visit(point, cost) for each point that a point sees, by number.
  template <class Visit>
  void each_edge(std::uint32_t point, Visit&& visit) const {
    for (auto edge = offsets_[point]; edge != offsets_[point + 1]; ++edge) visit(targets_[edge], costs_[edge]);
  }

  bool sees(Node a, Node b) const noexcept;
  double cost(Node a, Node b) const noexcept;  // of a straight line

  double mean_cost() const noexcept { return mean_cost_; }
  double largest_cost() const noexcept;

 private:
  struct Edge {
    std::uint32_t target;
    double cost;
  };
  using Rows = std::vector<std::vector<Edge>>;

  void join_all(const Stop& stop);
  void join(Rows& rows, std::atomic<std::size_t>& next, const Stop& stop) const;
  void gather(const Rows& rows);

  std::shared_ptr<Grid> grid_;
  unsigned threads_;
  std::atomic<std::uint64_t> joined_at_{~std::uint64_t{0}};  // the grid's revision
  std::vector<Node> points_;
  std::vector<Node> sorted_;            // the points' cells in rising order,
  std::vector<std::uint32_t> numbers_;  // and the number of each
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> targets_;
  std::vector<double> costs_;
  double mean_cost_ = 0.0;
};

}  // namespace pathstar
