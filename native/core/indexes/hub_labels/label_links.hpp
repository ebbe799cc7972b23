// The paths of all label entries to their hubs, laid out so that following one reads memory mostly in order.
//
// The entries of one hub form a tree, with the hub at its root. A tree is contiguous: each vertex comes before its
// subtrees, and directly before the largest of them (heavy paths: Sleator and Tarjan 1983).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/subgoals.hpp"

namespace pathstar {

// Fills `links` and `link_of`. For each entry, `vertex` is the vertex whose label holds it, and `parent` the number of
// the next vertex's entry for the same hub; the hub's entry is its own parent.
void lay_out_links(std::span<const std::uint32_t> vertex, std::span<const std::uint32_t> parent,
                   std::span<const Place> places, Labels& labels);

}  // namespace pathstar
