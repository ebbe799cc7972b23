// Hub labels: for each vertex the distances to a few hubs, so that any two vertices share one on a cheapest path.
//
// When to use: distances and paths between the vertices of a graph that does not change, in well under a microsecond.
// Needs: an undirected graph with positive whole costs, and an order of importance of its vertices.
// Guarantee: exact: d(a, b) is the least d(a, hub) + d(hub, b) over the hubs that both labels hold.
// Complexity: one search for each vertex, which stops wherever the labels of more important ones give the same
//   distance; on subgoal graphs 10 to 50 hubs for each vertex, and milliseconds.
// Reference: Akiba, Iwata, Yoshida 2013, Fast exact shortest-path distance queries on large networks by pruned landmark
//   labeling; Abraham, Delling, Goldberg, Werneck 2012, Hierarchical hub labelings for shortest paths.
// Differs from the papers: every entry knows where the path to its hub turns next (label_links.hpp), so a path is found
//   by following links; among equally cheap paths, those with the fewest vertices are kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/subgoals/cost_graph.hpp"
#include "indexes/subgoals/subgoals.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {

// A hub's number is its rank in the order of importance, from 0.
struct LabelEntry {
  std::uint32_t hub;
  std::uint32_t cost;
};

// A vertex on the path to a hub.
struct LabelLink {
  std::uint32_t next;  // the link where the path turns next; its own number at the hub
  Place place;         // of the vertex
};

// The tables, in any memory. The entries of vertex v are first[v] to first[v + 1] - 1, in the order of hubs.
struct LabelTables {
  std::span<const std::uint32_t> first;
  std::span<const LabelEntry> entries;
  std::span<const std::uint32_t> link_of;  // by entry
  std::span<const LabelLink> links;

  std::uint32_t vertices() const noexcept { return static_cast<std::uint32_t>(first.size()) - 1; }
  std::span<const LabelEntry> label(std::uint32_t vertex) const noexcept {
    return entries.subspan(first[vertex], first[vertex + 1] - first[vertex]);
  }
  // Prefetches a label that is about to be searched; most fit in kLines cache lines.
  PATHSTAR_INLINE void ask(std::uint32_t vertex) const noexcept {
    constexpr std::size_t kLines = 5, kEntries = 8;
    for (std::size_t line = 0; line < kLines; ++line) prefetch(entries.data(), first[vertex] + line * kEntries);
  }
};

struct Labels {
  std::vector<std::uint32_t> first;
  std::vector<LabelEntry> entries;
  std::vector<std::uint32_t> link_of;
  std::vector<LabelLink> links;

  LabelTables tables() const noexcept { return {first, entries, link_of, links}; }
};

inline constexpr std::uint64_t kBytesPerEntry = sizeof(LabelEntry) + sizeof(std::uint32_t) + sizeof(LabelLink);

// `order`: all vertices, the most important first. `made` is complete only if the outcome is `done`. Returns too_large
// for labels of more than `most_bytes`, and too_many for more entries than 32 bits can number.
Outcome make_labels(const CostGraph& graph, std::span<const std::uint32_t> order, std::span<const Place> places,
                    std::uint64_t most_bytes, const Progress& progress, Labels& made);

}  // namespace pathstar
