// The nodes of a space that are linked by a step, in either direction, at any cost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/common/progress.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// A graph without directions and costs. Its vertices are numbered from 0; vertex v has the neighbours to[first[v]] to
// to[first[v + 1] - 1], in ascending order, each once.
struct Links {
  std::vector<std::uint32_t> first{0};
  std::vector<std::uint32_t> to;

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<const std::uint32_t> of(std::uint32_t vertex) const noexcept {
    return {to.data() + first[vertex], first[vertex + 1] - first[vertex]};
  }
};

// The links of the nodes that have any; vertex v is the node nodes[v].
struct SpaceLinks {
  std::vector<Node> nodes;
  Links links;
};

// If the progress stopped it, the links are incomplete; then it returns false.
bool find_links(const KnownSteps& steps, const Progress& progress, SpaceLinks& made);

}  // namespace pathstar
