// The ways of all label entries to their hubs, laid out so that following one goes through memory mostly in order.
//
// The entries of one hub form a tree, with the hub at its root. A tree lies in one piece, each vertex before those
// behind it, and right before the largest of its subtrees (heavy paths: Sleator and Tarjan 1983).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/subgoals.hpp"

namespace pathstar {

// Fills `links` and `link_of`. `vertex` and `parent` are those of each entry: the vertex whose label it is in, and the
// number of the next vertex's entry for the same hub; its own at the hub.
void lay_out_links(std::span<const std::uint32_t> vertex, std::span<const std::uint32_t> parent,
                   std::span<const Place> places, Labels& labels);

}  // namespace pathstar
