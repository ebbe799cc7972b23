// A graph as seen by one query: edges with costs, and the estimate to the goal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "spaces/compiler.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

class GraphView {
 public:
  using Cost = double;

  static constexpr Capabilities kCapabilities{};

  // The heuristic is zero or the graph's metric.
  GraphView(const Graph& graph, Node goal, HeuristicKind heuristic, double weight) noexcept
      : graph_(&graph), unit_(heuristic == HeuristicKind::zero ? 0.0 : weight * graph.cost_per_distance()) {
    if (unit_ > 0.0 && goal < graph.size()) goal_ = graph.coordinates(goal);
  }

  std::uint32_t slots() const noexcept { return graph_->size(); }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }

  PATHSTAR_INLINE double estimate(Node node) const noexcept {
    return goal_ == nullptr ? 0.0 : unit_ * graph_->distance(graph_->coordinates(node), goal_);
  }

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    graph_->each_edge(node, visit);
  }

  // Prefetches the edges that will be read when `next` is expanded.
  template <class Record>
  PATHSTAR_INLINE void prefetch_beyond(Node, Node next, const Record*) const noexcept {
    graph_->prefetch_edges(next);
  }

  // Prefetches the data of the nodes that edges lead to for an expansion, and their elements of further arrays.
  template <class Record, class... More>
  PATHSTAR_INLINE void fetch(Node node, const Record* records, const PerNode<More>&... more) const noexcept {
    if (goal_ == nullptr) {
      graph_->prefetch_targets(node, PerNode<Record>{records}, more...);
    } else {
      graph_->prefetch_targets(node, PerNode<Record>{records}, graph_->coordinates(), more...);
    }
  }

  // Edges may differ by any factor; differences below a share of the mean do not matter.
  StepRange<double> steps() const noexcept {
    return {graph_->mean_cost(), graph_->largest_cost(), true, graph_->least_cost()};
  }
  double to_double(double cost) const noexcept { return cost; }

  // A search that ignores costs may have taken a more expensive one of parallel edges; the cheapest counts.
  double path_cost(std::span<const Node> nodes) const noexcept {
    double sum = 0.0;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      double min_cost = std::numeric_limits<double>::infinity();
      graph_->each_edge(nodes[i - 1], [&](Node target, double cost) {
        if (target == nodes[i]) min_cost = std::min(min_cost, cost);
      });
      sum += min_cost;
    }
    return sum;
  }

 private:
  const Graph* graph_;
  double unit_;
  const double* goal_ = nullptr;
};
static_assert(Searchable<GraphView> && CostsPath<GraphView> && LooksBeyond<GraphView, int> && Fetches<GraphView, int>);

}  // namespace pathstar
