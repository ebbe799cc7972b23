// The types that every folder of the core shares.
#pragma once

#include <cstdint>

#include "maps/cell.hpp"

namespace pathstar {

using Node = std::uint32_t;
inline constexpr Node kNoNode = ~Node{0};

// The ground is a space of its own, whose nodes are its cells.
constexpr Cell cell_of_ground_node(Node node) noexcept { return Cell(node); }
constexpr Node ground_node_of(Cell cell) noexcept { return cell.number; }

// Where a search keeps its record of a node. A separate type, as a view may number records differently from nodes.
struct Slot {
  std::uint32_t number;
};

// How far x and y reach where nodes are the row-major numbers of cells (x, y); 0 by 0 in other spaces.
struct Extent {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

}  // namespace pathstar
