// The part of a path that is unchanged after edits of its space.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

// Returns the number of first nodes that are near no edit after `revision`, so that the steps between them are
// unchanged. Returns 0 if the log does not reach back that far, or if so much was edited that looking costs more than a
// search. The caller holds the space's lock.
template <class Space>
std::size_t untouched_since(const Space& space, std::uint64_t revision, std::span<const Node> nodes) {
  constexpr std::size_t kMost = 4096;  // edited nodes
  std::vector<Node> edited, near;
  if (!space.edited_since(revision, edited) || edited.size() > kMost) return 0;
  for (const Node node : edited) space.each_near(node, [&](Node beside) { near.push_back(beside); });
  std::sort(near.begin(), near.end());
  std::bitset<1 << 16> perhaps;  // by the last bits of a node: few need the search
  for (const Node node : near) perhaps.set(node % perhaps.size());
  const auto is_near = [&](Node node) {
    return perhaps.test(node % perhaps.size()) && std::binary_search(near.begin(), near.end(), node);
  };
  return static_cast<std::size_t>(std::find_if(nodes.begin(), nodes.end(), is_near) - nodes.begin());
}

}  // namespace pathstar
