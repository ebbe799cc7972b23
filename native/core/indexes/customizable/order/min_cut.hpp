// A smallest separator between two ends of a graph.
//
// When to use: to shrink a separator that a sweep has found, within a band of vertices around it.
// Needs: two ends that are not linked to each other, and a band of vertices between them.
// Guarantee: no set of fewer vertices of the band separates the ends.
// Complexity: a few passes over the links of the band, seldom more than twenty.
// Reference: Dinic 1970, Algorithm for solution of a problem of maximum flow in networks with power estimation; Even
//   and Tarjan 1975, Network flow and testing graph connectivity (flows through vertices).
// Differs from the papers: a vertex carries at most one unit, so a flow is kept as paths: the previous and the next
//   vertex of each vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/customizable/order/links.hpp"

namespace pathstar {

enum class Side : std::uint8_t { lower, upper, separator };

// Keeps its memory between calls.
class MinCut {
 public:
  // `sides`: by vertex; `separator` marks the band. Keeps in `separator` only the vertices of a smallest cut, the one
  // nearest to the lower end, and returns their number.
  std::uint32_t find(const Links& links, std::span<Side> sides);

 private:
  // A vertex is entered and left: two states, with its unit of flow between them.
  static std::uint32_t entry(std::uint32_t v) noexcept { return 2 * v; }
  static std::uint32_t exit(std::uint32_t v) noexcept { return 2 * v + 1; }

  void prepare(const Links& links, std::span<const Side> sides);
  bool measure_levels();
  void augment();
  bool walk(std::uint32_t first);
  void send_along_walk();
  template <class Visit>
  bool any_next(std::uint32_t state, std::uint32_t& at, const Visit& visit) const;

  const Links* links_ = nullptr;
  std::span<const Side> sides_;
  std::vector<std::uint32_t> band_, entries_;  // vertices; those linked to the lower end
  std::vector<std::uint8_t> ends_at_;          // whether a vertex is linked to the upper end
  std::vector<std::uint32_t> before_, after_;  // on the path of flow through a vertex
  std::vector<std::uint32_t> level_;           // by state
  std::vector<std::uint32_t> queue_;
  struct Stop {
    std::uint32_t state;
    std::uint32_t at;  // the number of its next states that have been tried
  };
  std::vector<Stop> walk_;
};

}  // namespace pathstar
