// Contraction hierarchies: what their arcs stand for, and the labels of their top.
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "indexes/contraction/contraction_query.hpp"
#include "indexes/contraction/hierarchy.hpp"
#include "spaces/graph/graph.hpp"
#include "support/check.hpp"

using namespace pathstar;

namespace {

constexpr auto kGoOn = [](double) { return false; };
constexpr double kFar = std::numeric_limits<double>::infinity();

struct Edge {
  Node from, to;
  double cost;
};

std::unique_ptr<Graph> graph_of(std::uint32_t size, const std::vector<Edge>& edges) {
  std::vector<std::uint32_t> offsets{0};
  std::vector<Node> targets;
  std::vector<double> costs;
  for (Node node = 0; node < size; ++node) {
    for (const Edge& edge : edges) {
      if (edge.from != node) continue;
      targets.push_back(edge.to);
      costs.push_back(edge.cost);
    }
    offsets.push_back(static_cast<std::uint32_t>(targets.size()));
  }
  return std::make_unique<Graph>(offsets, targets, costs, Positions{}, std::nan(""));
}

// A ring of roads with some across it; the costs differ by direction unless it is two-way.
std::unique_ptr<Graph> ring(std::uint32_t size, bool two_way) {
  std::vector<Edge> edges;
  for (Node node = 0; node < size; ++node) {
    for (const std::uint32_t step : {1U, node % 3 + 5}) {
      const Node to = (node + step) % size;
      const double cost = 1.0 + (node * 7 + step) % 11;
      edges.push_back({node, to, cost});
      edges.push_back({to, node, two_way ? cost : cost + to % 4});
    }
  }
  return graph_of(size, edges);
}

std::vector<double> costs_from(const Graph& graph, Node start) {
  std::vector<double> costs(graph.size(), kFar);
  costs[start] = 0.0;
  for (bool changed = true; changed;) {
    changed = false;
    for (Node node = 0; node < graph.size(); ++node) {
      graph.each_edge(node, [&](Node to, double cost) {
        if (costs[node] + cost >= costs[to]) return;
        costs[to] = costs[node] + cost;
        changed = true;
      });
    }
  }
  return costs;
}

// The cost of a path with the cheapest edge for each step.
double along(const Graph& graph, const std::vector<Node>& nodes) {
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    double best = kFar;
    graph.each_edge(nodes[i], [&](Node to, double cost) {
      if (to == nodes[i + 1] && cost < best) best = cost;
    });
    sum += best;
  }
  return sum;
}

void check_all_pairs(const Graph& graph, bool two_way, const HierarchyLimits& limits) {
  HierarchyTables tables;
  CHECK(build_hierarchy(graph, limits, kGoOn, tables) == Outcome::done);
  CHECK_EQUAL(tables.two_way, two_way);
  const HierarchyTables opened = HierarchyTables::of(tables.sections(), graph);
  CHECK_EQUAL(opened.two_way, two_way);
  ContractionQuery query(opened);
  for (Node start = 0; start < graph.size(); ++start) {
    const std::vector<double> truth = costs_from(graph, start);
    for (Node goal = 0; goal < graph.size(); ++goal) {
      const PathResult found = query.find(opened.number_of[start], opened.number_of[goal], Wanted::path);
      CHECK_EQUAL(found.cost, truth[goal]);
      CHECK_EQUAL(along(graph, found.corners), truth[goal]);
      CHECK_EQUAL(found.corners.size(), found.length);
      CHECK_EQUAL(found.corners.front(), start);
      CHECK_EQUAL(found.corners.back(), goal);
    }
  }
}

}  // namespace

TEST(all_pairs_with_labels_with_few_and_without) {
  for (const bool two_way : {true, false}) {
    for (const std::uint64_t most_bytes : {1U << 30, 900U, 1U}) {
      check_all_pairs(*ring(60, two_way), two_way, {1, most_bytes});
    }
  }
}

TEST(threads_share_the_labels) { check_all_pairs(*ring(200, false), false, {3, 1U << 30}); }

TEST(no_nodes_at_all) {
  HierarchyTables tables;
  CHECK(build_hierarchy(*graph_of(0, {}), {}, kGoOn, tables) == Outcome::done);
  CHECK_EQUAL(tables.node_of.size(), 0U);
}

TEST(a_build_is_stopped) {
  HierarchyTables tables;
  CHECK(build_hierarchy(*ring(60, true), {}, [](double) { return true; }, tables) == Outcome::stopped);
  CHECK(build_hierarchy(*ring(60, true), {}, [](double part) { return part >= 0.8; }, tables) == Outcome::stopped);
}
