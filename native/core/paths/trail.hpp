// A path on a grid, represented by its corners.
//
// Between two corners lie one diagonal run and then one straight run; with 4 directions, a run up or down and then one
// sideways. Either may be empty. A path of jump points already is such a list; a path of neighbours becomes one by
// leaving out the cells where it goes straight on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

// How to find the cells between two corners.
struct CornerRule {
  std::uint32_t width = 0;  // of the grid; 0 if every node is a corner
  bool diagonals = false;
};

struct StepCounts {
  std::uint64_t straight = 0;
  std::uint64_t diagonal = 0;
};

// The corners of a path of neighbours.
std::vector<Node> corners_of(std::span<const Node> nodes, const CornerRule& rule);

// A path without the nodes between two visits of the same node.
std::vector<Node> without_loops(std::span<const Node> nodes);

// The number of steps of each kind between the first corner and the last.
StepCounts count_steps(std::span<const Node> corners, const CornerRule& rule) noexcept;

// Writes all cells from the first corner to the last, each once. There are count_steps() + 1 of them, or none without
// corners. Points need a grid.
void write_points(std::span<const Node> corners, const CornerRule& rule, std::int32_t* x_and_y) noexcept;
void write_nodes(std::span<const Node> corners, const CornerRule& rule, Node* nodes) noexcept;

}  // namespace pathstar
