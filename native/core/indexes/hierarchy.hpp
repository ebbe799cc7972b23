// A contraction hierarchy: a graph's nodes in an order of importance, and the shortcuts that go with it.
//
// When to use: many queries on a graph that does not change, best a sparse one such as a road network.
// Needs: costs that are finite and not negative.
// Guarantee: every cheapest path is found as one way up from either end (contraction_index.hpp).
// Complexity: as many short searches as there are edges and shortcuts, times a small factor; near linear where the
//   graph has small separators, as planar ones have.
// Reference: Geisberger, Sanders, Schultes and Delling 2008, Contraction hierarchies: faster and simpler hierarchical
//   routing in road networks.
// Differs from the paper: the importance weighs the shortcuts and the edges under them, added for each one removed, and
//   the depth below; it is computed anew for the neighbours of what was contracted, and once more when a node's turn
//   comes. Nodes are numbered anew: the important ones by rank, the others as before, so that what is near on the
//   map stays near in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "indexes/progress.hpp"
#include "indexes/section.hpp"
#include "spaces/graph.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// An edge, or a shortcut for two arcs that meet at a less important node.
struct HierarchyArc {
  double cost;
  std::uint32_t to;     // the more important end
  std::uint32_t edges;  // that it stands for
};

// What an arc consists of; kept apart, since a search does not look at it.
struct HierarchyParts {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::uint32_t first;   // a shortcut's two arcs, in the order of the way; none for an edge,
  std::uint32_t second;  // whose `second` is the graph's node to which it leads
};

// A node's arcs: down[v] to up[v] - 1 lead to it from more important nodes, up[v] to down[v + 1] - 1 lead from it to
// such. Nodes have numbers of their own here.
struct HierarchyTables {
  std::span<const std::uint32_t> number_of;  // by node of the graph
  std::span<const Node> node_of;
  std::span<const std::uint32_t> down;  // one more than there are nodes
  std::span<const std::uint32_t> up;
  std::span<const HierarchyArc> arcs;
  std::span<const HierarchyParts> parts;  // by arc
  std::shared_ptr<const void> owner;      // of the memory; none if that is the caller's

  std::vector<Section> sections() const;
  // Sections that do not fit the graph raise std::invalid_argument.
  static HierarchyTables of(const std::vector<Section>& sections, const Graph& graph);
};

// `made` is complete only if the outcome is `done`.
Outcome build_hierarchy(const Graph& graph, const Progress& progress, HierarchyTables& made);

}  // namespace pathstar
