// Costs from several nodes of a small graph to all, found together: each node holds them side by side, so that one
// instruction compares two of them.
//
// When to use: to fill in tables of clusters.
// Needs: a graph in which there is an edge back along every edge, if at infinite cost.
// Guarantee: the least sums of costs, added up from the start of a path.
// Complexity: sweeps in alternating order over the nodes whose neighbours have changed, until none has; as many as the
//   cheapest paths have turns against the order of the nodes.
// Reference: Bellman 1958, On a routing problem; the alternation is Yen's, 1970.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pathstar {

class LocalCosts {
 public:
  static constexpr std::size_t kLanes = 8;
  using Lanes = std::array<double, kLanes>;  // the costs from each start

  // Forgets the graph.
  void clear() noexcept {
    first_.assign(1, 0);
    edges_.clear();
  }
  // Edges are added node by node: those to the first node, then those to the next.
  void add_edge(std::uint32_t from, double cost) { edges_.push_back({cost, from}); }
  void end_node() { first_.push_back(static_cast<std::uint32_t>(edges_.size())); }
  std::uint32_t nodes() const noexcept { return static_cast<std::uint32_t>(first_.size() - 1); }

  // Begins to find the costs from up to kLanes nodes.
  void begin(std::span<const std::uint32_t> starts);
  // Visits up to this many nodes, and returns their number.
  std::uint64_t step(std::uint64_t most) noexcept;
  bool over() const noexcept { return left_ == 0; }
  const Lanes& costs(std::uint32_t node) const noexcept { return costs_[node]; }

 private:
  struct Edge {
    double cost;
    std::uint32_t from;
  };

  std::span<const Edge> edges_to(std::uint32_t node) const noexcept {
    return {edges_.data() + first_[node], first_[node + 1] - first_[node]};
  }
  void mark_around(std::uint32_t node) noexcept;
  bool improve(std::uint32_t node) noexcept;

  std::vector<std::uint32_t> first_{0};
  std::vector<Edge> edges_;
  std::vector<Lanes> costs_;
  std::vector<std::uint8_t> marked_;  // nodes with a neighbour that has changed
  std::size_t left_ = 0;              // the number of marked nodes
  std::uint32_t swept_ = 0;           // nodes of the sweep under way
  bool forwards_ = true;
};

}  // namespace pathstar
