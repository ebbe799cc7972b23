// The types shared by all folders of the core.
#pragma once

#include <cstdint>

#include "maps/cell.hpp"

namespace pathstar {

using Node = std::uint32_t;
inline constexpr Node kNoNode = ~Node{0};

// The ground is a separate space with its cells as nodes.
constexpr Cell cell_of_ground_node(Node node) noexcept { return Cell(node); }
constexpr Node ground_node_of(Cell cell) noexcept { return cell.number; }

// The number of a node's record in a search. A separate type, because a view may number records differently.
struct Slot {
  std::uint32_t number;
};

// The extent of x and y if nodes are the row-major numbers of cells (x, y); 0 by 0 in other spaces.
struct Extent {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

}  // namespace pathstar
