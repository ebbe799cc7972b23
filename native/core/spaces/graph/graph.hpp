// A graph: nodes, and edges with costs from each to others, in compressed rows (CSR).
//
// Nodes may have positions, from which the cost that is left is estimated. The estimate is the distance times a cost
// per distance; the largest that overestimates no edge is consistent, and is the default.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "spaces/heuristic.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Where the nodes lie: `dimensions` numbers each. On the great circle these are longitude and latitude in degrees.
struct Positions {
  HeuristicKind metric = HeuristicKind::zero;  // euclidean, great_circle; zero without positions
  std::vector<double> numbers;
  std::uint32_t dimensions = 0;
};

// The edge of which the estimate falls most, per unit of its cost.
struct LeastConsistentEdge {
  std::uint32_t edge = 0;
  double consistency_factor = 0.0;
};

class Graph {
 public:
  static constexpr double kEarthRadius = 6371008.8;  // metres, the mean radius of the International Union of Geodesy

  // Node i has the edges offsets[i] to offsets[i + 1] - 1, to `targets` at `costs`, which are finite and not negative.
  // `cost_per_distance` is NaN for the default.
  Graph(std::span<const std::uint32_t> offsets, std::span<const Node> targets, std::span<const double> costs,
        Positions positions, double cost_per_distance);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(offsets_.size() - 1); }
  std::uint32_t edges() const noexcept { return static_cast<std::uint32_t>(targets_.size()); }
  bool walkable(Node) const noexcept { return true; }
  std::uint64_t revision() const noexcept { return 0; }
  void catch_up() noexcept {}  // nothing edits it
  SpaceMutex& mutex() const noexcept { return mutex_; }

  const std::vector<std::uint32_t>& offsets() const noexcept { return offsets_; }
  const std::vector<Node>& targets() const noexcept { return targets_; }
  const std::vector<double>& costs() const noexcept { return costs_; }

  // Calls visit(target, cost) for each edge of a node.
  template <class Visit>
  void each_edge(Node node, Visit&& visit) const {
    for (std::uint32_t edge = offsets_[node]; edge != offsets_[node + 1]; ++edge) visit(targets_[edge], costs_[edge]);
  }

  double mean_cost() const noexcept { return mean_cost_; }
  double largest_cost() const noexcept { return largest_cost_; }

  HeuristicKind metric() const noexcept { return metric_; }
  double cost_per_distance() const noexcept { return cost_per_distance_; }
  const LeastConsistentEdge& least_consistent() const noexcept { return least_consistent_; }

  // Coordinates of a node in a space whose straight lines are no longer than the metric's.
  const double* coordinates(Node node) const noexcept { return &coordinates_[std::size_t{node} * dimensions_]; }
  double distance(const double* a, const double* b) const noexcept;

  // The same nodes with every edge turned round. Made when first asked for.
  const Graph& reversed() const;

 private:
  struct Turned {};
  Graph(const Graph& graph, Turned);
  void place(Positions positions);
  void scale(double cost_per_distance);

  std::vector<std::uint32_t> offsets_;
  std::vector<Node> targets_;
  std::vector<double> costs_;
  double mean_cost_ = 0.0;
  double largest_cost_ = 0.0;
  HeuristicKind metric_ = HeuristicKind::zero;
  std::uint32_t dimensions_ = 0;
  std::vector<double> coordinates_;
  double cost_per_distance_ = 0.0;
  LeastConsistentEdge least_consistent_;
  mutable SpaceMutex mutex_;
  mutable std::once_flag turned_once_;
  mutable std::unique_ptr<const Graph> turned_;
};

}  // namespace pathstar
