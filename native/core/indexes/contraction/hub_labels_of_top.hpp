// Labels of a hierarchy's most important nodes: what each costs to its hubs,
// which are more important still.
//
// When to use: in queries on a contraction hierarchy, which climb to labelled
// nodes only and look up what lies between. Needs: the hierarchy, whose most
// important nodes are numbered by rank. Guarantee: the cheapest way between two
// labelled nodes leads over a hub that both labels hold. Complexity: the
// product of two labels' sizes for each node, some 100 x 100 on a road network
// of a million nodes. Reference: Abraham, Delling, Goldberg and Werneck 2012,
// Hierarchical hub labelings for shortest paths; Akiba, Iwata
//   and Yoshida 2013, Fast exact shortest-path distance queries on large
//   networks by pruned landmark labeling.
// Differs from the papers: only one node in so many has a label; the others'
// would take many times the memory. Each
//   entry knows the arc by which its way begins, so that the path is read off.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/progress.hpp"

namespace pathstar {

struct HierarchyTables;

// The label of node v are the entries first[v] to first[v + 1] - 1, in the
// order of hubs; the last is the node itself.
struct TopLabelTables {
  std::span<const std::uint32_t> first;  // one more than there are labels
  std::span<const std::uint32_t> hubs;
  std::span<const double> costs;
  std::span<const std::uint32_t> arcs;  // the first of the way to the hub, or the last of the way from it

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(first.size()) - 1; }
  // The entry for a hub that the label holds.
  std::uint32_t entry(std::uint32_t node, std::uint32_t hub) const noexcept;
};

struct HubLabelsOfTop {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> hubs;
  std::vector<double> costs;
  std::vector<std::uint32_t> arcs;

  TopLabelTables tables() const noexcept { return {first, hubs, costs, arcs}; }
};

// Labels the nodes in `turns`, which are those numbered 0 up to their count,
// the most important first. Works on so many threads, on whose number the
// labels do not depend. `from_hubs` stays empty in a hierarchy that is two-way.
Outcome make_top_labels(const HierarchyTables& hierarchy, std::span<const std::uint32_t> turns,
                        std::uint64_t most_bytes, unsigned threads, const Progress& progress, HubLabelsOfTop& to_hubs,
                        HubLabelsOfTop& from_hubs);

}  // namespace pathstar
