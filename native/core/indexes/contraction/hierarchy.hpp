// A contraction hierarchy: a graph's nodes in an order of importance, and the shortcuts for it.
//
// When to use: many queries on a graph that does not change, preferably a sparse one such as a road network.
// Needs: finite costs from 0 up.
// Guarantee: every cheapest path is found as an ascent from either end (contraction_query.hpp).
// Complexity: as many short searches as there are edges and shortcuts, times a small factor; nearly linear if the graph
//   has small separators, as planar graphs do.
// Reference: Geisberger, Sanders, Schultes and Delling 2008, Contraction hierarchies: faster and simpler hierarchical
//   routing in road networks.
// Differs from the paper: the importance combines the shortcuts, and the edges under them, added for each one removed,
//   with the depth below; it is computed again for neighbours that have few links, and for each node when its turn
//   comes. Nodes are renumbered, the most important ones first, and within both groups in the order of the elimination
//   tree, so that a query's nodes lie together in memory. The top also has labels (hub_labels_of_top.hpp). If all
//   edges are two-way, one arc represents both directions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "indexes/contraction/hub_labels_of_top.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/types.hpp"

namespace pathstar {

inline constexpr std::uint32_t kNoArc = ~std::uint32_t{0};

// An edge, or a shortcut for two arcs that meet at a less important node.
struct HierarchyArc {
  double cost;
  std::uint32_t to;     // the more important end
  std::uint32_t edges;  // the number that it represents
};

// The inside of an arc, stored separately because a search does not read it. It is empty for an edge. An arc of up to
// kShort edges holds the nodes of the graph between its ends, in order. A longer one holds its two parts in order, the
// number of edges under the first, and the node where they meet.
struct ArcInside {
  static constexpr std::uint32_t kShort = 5;

  std::array<std::uint32_t, kShort - 1> words;

  std::uint32_t first() const noexcept { return words[0]; }
  std::uint32_t second() const noexcept { return words[1]; }
  std::uint32_t first_edges() const noexcept { return words[2]; }
  Node middle() const noexcept { return words[3]; }
};

// Where a node's arcs begin. The next node's `down` is where they end.
struct FirstArcs {
  std::uint32_t down;
  std::uint32_t up;
};

struct ArcRange {
  std::uint32_t begin;
  std::uint32_t end;
};

// A node's arcs from `down` on lead to it from more important nodes; those from `up` on lead from it to more important
// ones. A two-way hierarchy has only the latter, which are followed in both directions; the first part of a shortcut is
// then followed backwards. Nodes have the hierarchy's own numbers here.
struct HierarchyTables {
  bool two_way = false;
  std::span<const std::uint32_t> number_of;  // by node of the graph
  std::span<const Node> node_of;
  std::span<const FirstArcs> first;  // one entry more than there are nodes
  std::span<const HierarchyArc> arcs;
  std::span<const ArcInside> inside;  // by arc
  TopLabelTables to_hubs;
  TopLabelTables from_hubs;           // the same in a two-way hierarchy
  std::shared_ptr<const void> owner;  // owner of the memory; none if the caller owns it

  ArcRange to_top(std::uint32_t node) const noexcept { return {first[node].up, first[node + 1].down}; }
  ArcRange from_top(std::uint32_t node) const noexcept {
    return two_way ? to_top(node) : ArcRange{first[node].down, first[node].up};
  }

  std::vector<Section> sections() const;
  // Throws std::invalid_argument for sections that do not fit the graph, or whose numbers are out of range.
  static HierarchyTables of(const std::vector<Section>& sections, const Graph& graph);
};

// Throws std::invalid_argument unless all arcs lead up, shortcuts consist of arcs further down, and labels are sorted,
// so that no query reads beyond the tables or runs in circles. It does not check whether costs and paths are right.
void check_hierarchy(const HierarchyTables& tables);

// How to build one.
struct HierarchyLimits {
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;  // of labels; beyond it, half as many nodes get one, and so on
};

// `made` is complete only if the outcome is `done`.
Outcome build_hierarchy(const Graph& graph, const HierarchyLimits& limits, const Progress& progress,
                        HierarchyTables& made);

}  // namespace pathstar
