// The paths from label entries to their hub, laid out so that following one reads memory mostly in order.
//
// The entries for one hub form a tree, with the hub at its root. A tree is contiguous: each vertex comes before its
// subtrees, and directly before the largest of them (heavy paths: Sleator and Tarjan 1983).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/subgoals.hpp"

namespace pathstar {

// The vertices whose labels have an entry for one hub: the hub first, and each after the next one on its path to the
// hub.
struct HubTree {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> parents;  // the position of that next one in `vertices`; the hub is its own
};

// Appends the links of a tree, and the vertex of each.
void lay_out_links(const HubTree& tree, std::span<const Place> places, std::vector<LabelLink>& links,
                   std::vector<std::uint32_t>& vertices);

}  // namespace pathstar
