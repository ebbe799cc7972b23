// A contraction hierarchy: a graph's nodes in an order of importance, and the
// shortcuts that go with it.
//
// When to use: many queries on a graph that does not change, best a sparse one
// such as a road network. Needs: costs that are finite and not negative.
// Guarantee: every cheapest path is found as one way up from either end
// (contraction_query.hpp). Complexity: as many short searches as there are
// edges and shortcuts, times a small factor; near linear where the
//   graph has small separators, as planar ones have.
// Reference: Geisberger, Sanders, Schultes and Delling 2008, Contraction
// hierarchies: faster and simpler hierarchical
//   routing in road networks.
// Differs from the paper: the importance weighs the shortcuts and the edges
// under them, added for each one removed, and
//   the depth below; it is computed anew for neighbours that have few links,
//   and for each node when its turn comes. Nodes are numbered anew, the most
//   important ones first, and both these and the others as the elimination tree
//   has them, so that what a query visits lies together in memory. The top has
//   labels besides (top_labels.hpp). Where all edges are two-way, one arc
//   stands for both ways.
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
  std::uint32_t edges;  // that it stands for
};

// What lies inside an arc; kept apart, since a search does not look at it. An
// edge has nothing there, and an arc of up to kShort edges the nodes of the
// graph between its ends, in the order of the way. A longer one has its two
// parts, in that order, the edges under the first, and the node where they
// meet.
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

// A node's arcs, from `down` on, lead to it from more important nodes; those
// from `up` on lead from it to such. In a two-way hierarchy there are but the
// latter, which are gone either way; the first part of a shortcut is then gone
// against its direction. Nodes have numbers of their own here.
struct HierarchyTables {
  bool two_way = false;
  std::span<const std::uint32_t> number_of;  // by node of the graph
  std::span<const Node> node_of;
  std::span<const FirstArcs> first;  // one more than there are nodes
  std::span<const HierarchyArc> arcs;
  std::span<const ArcInside> inside;  // by arc
  TopLabelTables to_hubs;
  TopLabelTables from_hubs;           // the same in a two-way hierarchy
  std::shared_ptr<const void> owner;  // of the memory; none if that is the caller's

  ArcRange to_top(std::uint32_t node) const noexcept { return {first[node].up, first[node + 1].down}; }
  ArcRange from_top(std::uint32_t node) const noexcept {
    return two_way ? to_top(node) : ArcRange{first[node].down, first[node].up};
  }

  std::vector<Section> sections() const;
  // Sections that do not fit the graph, or whose numbers lead out of them, raise std::invalid_argument.
  static HierarchyTables of(const std::vector<Section>& sections, const Graph& graph);
};

// Raises std::invalid_argument unless all arcs lead up, shortcuts consist of arcs further down, and labels are sorted:
// so that no query reads beyond the tables or goes round in them. Whether costs and ways are right is not checked.
void check_hierarchy(const HierarchyTables& tables);

// How to build one.
struct HierarchyLimits {
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;  // of labels; if they take more, half as
                                                      // many nodes have one, and so on
};

// `made` is complete only if the outcome is `done`.
Outcome build_hierarchy(const Graph& graph, const HierarchyLimits& limits, const Progress& progress,
                        HierarchyTables& made);

}  // namespace pathstar
