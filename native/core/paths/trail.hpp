// The course of a path on a grid, written down by its corners.
//
// Between two corners lie one diagonal run and then one straight run; with 4 directions a run up or down and then one
// to the side. Either may be empty. A path of jump points is such a list already; a path of neighbours becomes one by
// leaving out the cells at which it goes straight on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

// How the cells between two corners are found.
struct CornerRule {
  std::uint32_t width = 0;  // of the grid; 0 where every node is a corner
  bool diagonals = false;
};

struct StepCounts {
  std::uint64_t straight = 0;
  std::uint64_t diagonal = 0;
};

// The corners of a path of neighbours.
std::vector<Node> corners_of(std::span<const Node> nodes, const CornerRule& rule);

// A path less all that lies between a node and where it comes by again.
std::vector<Node> without_loops(std::span<const Node> nodes);

// How many steps of each kind lie between the first corner and the last.
StepCounts count_steps(std::span<const Node> corners, const CornerRule& rule) noexcept;

// All cells from the first corner to the last; each is written once. There are count_steps() + 1, or none without
// corners. Points need a grid.
void write_points(std::span<const Node> corners, const CornerRule& rule, std::int32_t* x_and_y) noexcept;
void write_nodes(std::span<const Node> corners, const CornerRule& rule, Node* nodes) noexcept;

}  // namespace pathstar
