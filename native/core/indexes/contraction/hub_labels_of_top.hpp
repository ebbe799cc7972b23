// Labels of a hierarchy's most important nodes: the costs to their hubs, which are more important still.
//
// When to use: for queries on a contraction hierarchy, which climb only to labelled nodes and look up the rest.
// Needs: the hierarchy, with its most important nodes numbered by rank.
// Guarantee: the cheapest path between two labelled nodes leads through a hub that both labels hold.
// Complexity: for each node the product of the sizes of two labels, some 100 x 100 on a road network of a million.
// Reference: Abraham, Delling, Goldberg and Werneck 2012, Hierarchical hub labelings for shortest paths; Akiba, Iwata
//   and Yoshida 2013, Fast exact shortest-path distance queries on large networks by pruned landmark labeling.
// Differs from the papers: only a share of the nodes has labels, since labels for all would take many times the memory.
//   Each entry holds the first arc of its path, so the path can be followed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/progress.hpp"

namespace pathstar {

struct HierarchyTables;

// The label of node v consists of the entries first[v] to first[v + 1] - 1, in the order of hubs; the last is the node
// itself.
struct TopLabelTables {
  std::span<const std::uint32_t> first;  // one entry more than there are labels
  std::span<const std::uint32_t> hubs;
  std::span<const double> costs;
  std::span<const std::uint32_t> arcs;  // the first arc of the path to the hub, or the last arc of the path from it

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(first.size()) - 1; }
  // The entry for a hub in the label of a node, which must have one.
  std::uint32_t entry(std::uint32_t node, std::uint32_t hub) const noexcept;
};

struct HubLabelsOfTop {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> hubs;
  std::vector<double> costs;
  std::vector<std::uint32_t> arcs;

  TopLabelTables tables() const noexcept { return {first, hubs, costs, arcs}; }
};

// Labels the nodes 0, 1, ... in the order of `turns`, which lists each once, the most important first. The result does
// not depend on the number of threads. `from_hubs` stays empty in a two-way hierarchy.
Outcome make_top_labels(const HierarchyTables& hierarchy, std::span<const std::uint32_t> turns,
                        std::uint64_t most_bytes, unsigned threads, const Progress& progress, HubLabelsOfTop& to_hubs,
                        HubLabelsOfTop& from_hubs);

}  // namespace pathstar
