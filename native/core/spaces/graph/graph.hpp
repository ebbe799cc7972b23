// A graph: nodes, and edges with costs between them, in compressed rows (CSR).
//
// Nodes may have positions, from which the remaining cost is estimated. The estimate is the distance times a cost
// per distance; the largest that overestimates no edge is consistent, and is the default.
//
// Edits change costs in place. A row that outgrows its room moves to the end; once half of the room is waste, all rows
// are laid out again. Node numbers are stable: a removed node keeps its number, without edges. The default cost per
// distance falls with an edit if it must, and does not rise again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

#include "maps/edit_log.hpp"
#include "spaces/compiler.hpp"
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

// The edge over which the estimate falls most, per unit of the edge's cost.
struct LeastConsistentEdge {
  Node from = kNoNode;
  Node to = kNoNode;
  double cost = 0.0;
  double consistency_factor = 0.0;
};

// Edges as columns of the same length.
struct EdgeColumns {
  std::span<const Node> sources;
  std::span<const Node> targets;
  std::span<const double> costs;  // if they matter
};

// Consecutive rows. Shared arrays are no longer changed.
struct GraphArrays {
  std::vector<std::uint32_t> offsets;  // the beginning of each row, and the end of the last one, if there are no `ends`
  std::vector<Node> targets;
  std::vector<double> costs;
  std::vector<std::uint32_t> ends;  // of each row; empty if each ends at the beginning of the next
  std::vector<std::uint32_t> room;  // the end of each row's room; as `ends`
};

// An array with the same number of values for each node.
template <class Value>
struct PerNode {
  const Value* values;
  std::size_t stride = 1;
};

class Graph {
 public:
  static constexpr double kEarthRadius = 6371008.8;  // metres, the mean radius of the International Union of Geodesy

  // Node i has the edges offsets[i] to offsets[i + 1] - 1, to `targets` at `costs`, which are finite and not negative.
  // `cost_per_distance` is NaN for the default.
  Graph(std::span<const std::uint32_t> offsets, std::span<const Node> targets, std::span<const double> costs,
        Positions positions, double cost_per_distance);

  // A copy of the present graph, for long reads. The caller holds the lock shared.
  std::shared_ptr<Graph> copy() const { return std::shared_ptr<Graph>(new Graph(*this)); }

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(removed_.size()); }
  std::uint32_t edges() const noexcept { return edges_; }
  bool walkable(Node node) const noexcept { return removed_[node] == 0; }
  SpaceMutex& mutex() const noexcept { return mutex_; }

  // Counts the edits.
  std::uint64_t revision() const noexcept { return log_.revision(); }
  void catch_up() noexcept {}  // it follows nothing else
  // The revision of the last edit by which a path may have become cheaper, or possible.
  std::uint64_t fell_at() const noexcept { return fell_at_; }
  // Adds the nodes at which edges changed after `revision` to `nodes`; false if the log does not reach back that far.
  bool edited_since(std::uint64_t revision, std::vector<Node>& nodes) const { return log_.since(revision, nodes); }
  template <class Visit>
  void each_near(Node node, Visit&& visit) const {
    visit(node);
  }
  // The values that searches are planned with: a search under way cannot continue once these change.
  auto planned_with() const noexcept {
    return std::tuple(size(), largest_cost_, cost_per_distance_, least_consistent_.consistency_factor);
  }

  // Edits wait for searches that hold the lock, and searches wait for edits. Each call counts as one edit, of existing
  // nodes. All edges between two nodes get the cost, or are removed.
  void set_costs(const EdgeColumns& edges);
  void remove_edges(const EdgeColumns& edges);
  void add_edges(const EdgeColumns& edges);
  // New nodes get the numbers after the last one. positions: as in Positions, if the graph has any.
  void add_nodes(std::uint32_t count, const std::vector<double>& positions);
  // Removes nodes with all their edges, or brings them back without any.
  void remove_nodes(std::span<const Node> nodes);
  void restore_nodes(std::span<const Node> nodes, const std::vector<double>& positions);

  // The arrays in order, without gaps. They no longer change.
  std::shared_ptr<const GraphArrays> arrays() const;

  // Calls visit(target, cost) for each edge of a node.
  template <class Visit>
  void each_edge(Node node, Visit&& visit) const {
    // In locals, because the compiler assumes that visit() may write these members, and would read them again.
    const Node* const targets = targets_;
    const double* const costs = costs_;
    const std::uint32_t end = ends_[node];
    for (std::uint32_t edge = begins_[node]; edge != end; ++edge) visit(targets[edge], costs[edge]);
  }
  // Calls visit(source, cost) for each edge to a node.
  template <class Visit>
  void each_edge_to(Node node, Visit&& visit) const {
    reversed().each_edge(node, visit);
  }

  // Prefetches the data of a node for each_edge().
  PATHSTAR_INLINE void prefetch_edges(Node node) const noexcept {
    const std::uint32_t edge = begins_[node];
    prefetch(targets_, edge);
    prefetch(costs_, edge);
  }
  // Prefetches the elements of some arrays for the nodes that the first edges lead to, and the starts of their rows.
  template <class... Values>
  PATHSTAR_INLINE void prefetch_targets(Node node, const PerNode<Values>&... arrays) const noexcept {
    const std::uint32_t begin = begins_[node], end = ends_[node];
    if (begin == end) return;
    // A loop to the end would be mispredicted at every other node.
    for (std::uint32_t i = 0; i < kUsualDegree; ++i) prefetch_target(std::min(begin + i, end - 1), arrays...);
    for (std::uint32_t i = kUsualDegree; i < kMostPrefetched && begin + i < end; ++i) {
      prefetch_target(begin + i, arrays...);
    }
  }

  double mean_cost() const noexcept { return mean_cost_; }
  double largest_cost() const noexcept { return largest_cost_; }
  double least_cost() const noexcept { return least_cost_; }

  HeuristicKind metric() const noexcept { return metric_; }
  double cost_per_distance() const noexcept { return cost_per_distance_; }
  const LeastConsistentEdge& least_consistent() const noexcept { return least_consistent_; }

  PerNode<double> coordinates() const noexcept { return {coordinates_.data(), dimensions_}; }
  // Coordinates of a node in a space whose straight lines are no longer than the metric's.
  const double* coordinates(Node node) const noexcept { return &coordinates_[std::size_t{node} * dimensions_]; }
  double distance(const double* a, const double* b) const noexcept;

  // The same nodes with every edge reversed. Made at the first use, then kept up to date by edits. The caller holds the
  // lock shared.
  const Graph& reversed() const;

 private:
  static constexpr std::uint32_t kUsualDegree = 4;
  static constexpr std::uint32_t kMostPrefetched = 8;  // of a node's edges

  template <class... Values>
  PATHSTAR_INLINE void prefetch_target(std::uint32_t edge, const PerNode<Values>&... arrays) const noexcept {
    const std::size_t target = targets_[edge];
    prefetch(begins_, target);
    (prefetch(arrays.values, target * arrays.stride), ...);
  }

  struct Turned {};
  Graph(const Graph& graph, Turned);
  Graph(const Graph& graph);

  void use(std::shared_ptr<GraphArrays> arrays) const noexcept;
  void own();
  void loosen();
  void lay_out() const;
  std::vector<double> coordinates_of(const std::vector<double>& positions) const;
  void measure(Node node, std::uint32_t edge) noexcept;
  void scale() noexcept;
  template <class Change>
  void edit(const std::vector<Node>& touched, bool falls, Change&& change);
  template <class Change>
  void edit_edges(const EdgeColumns& edges, bool falls, Change&& change);
  bool set_cost(Node from, Node to, double cost) noexcept;
  void add_edge(Node from, Node to, double cost);
  void drop_edges(Node from, Node to);

  mutable std::shared_ptr<GraphArrays> arrays_;
  // Into the arrays.
  mutable const std::uint32_t* begins_ = nullptr;
  mutable const std::uint32_t* ends_ = nullptr;
  mutable const Node* targets_ = nullptr;
  mutable const double* costs_ = nullptr;
  std::uint32_t edges_ = 0;
  std::vector<std::uint8_t> removed_;  // per node
  double mean_cost_ = 0.0;
  double largest_cost_ = 0.0;
  double least_cost_ = std::numeric_limits<double>::infinity();  // the least of all present and former edges
  HeuristicKind metric_ = HeuristicKind::zero;
  std::uint32_t dimensions_ = 0;
  std::vector<double> coordinates_;
  double chosen_cost_per_distance_;                               // NaN for the default
  double least_ratio_ = std::numeric_limits<double>::infinity();  // of cost and distance, of any edge
  double cost_per_distance_ = 0.0;
  LeastConsistentEdge least_consistent_;
  EditLog<Node> log_;
  std::uint64_t fell_at_ = 0;
  mutable SpaceMutex mutex_;
  mutable std::once_flag turned_once_;
  mutable std::unique_ptr<Graph> turned_;
};

}  // namespace pathstar
