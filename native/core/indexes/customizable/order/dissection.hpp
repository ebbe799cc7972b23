// Nested dissection: an order of a graph's vertices in which few arcs have to be added.
//
// When to use: to order a graph for elimination from its links alone, before any cost is known.
// Needs: a graph with small separators, such as a map.
// Guarantee: none is needed; any order is right, a good one adds few arcs.
// Complexity: a few passes over the links for each of about log2(n) levels.
// Reference: George 1973, Nested dissection of a regular finite element mesh; Dibbelt, Strasser and Wagner 2016,
//   Customizable contraction hierarchies.
// Differs from the papers: separators come from sweeps along coordinates and along distances, and from flows only in a
//   band around the best of them (separator.hpp); the vertices of a separator, or of a part too small to cut, stay
//   together as one block.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/progress.hpp"
#include "indexes/customizable/order/links.hpp"
#include "indexes/customizable/order/separator.hpp"

namespace pathstar {

// All vertices, a block after those that it separates. Block b is order[first[b]] to order[first[b + 1] - 1].
struct BlockOrder {
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> first{0};
};

// If the progress stopped it, the order is incomplete; then it returns false. It does not depend on the threads.
bool dissect(const Links& links, const Places& places, unsigned threads, const Progress& progress, BlockOrder& made);

}  // namespace pathstar
