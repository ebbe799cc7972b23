// A cell of the ground, as opposed to a node of a search: with headings there are many nodes on one cell, and a large
// unit is on many cells at one node.
#pragma once

#include <compare>
#include <cstdint>

#include "spaces/types.hpp"

namespace pathstar {

// Its number, row by row. A separate type, so that no node is looked up among cells.
struct GroundCell {
  explicit constexpr GroundCell(std::uint32_t of) noexcept : number(of) {}

  auto operator<=>(const GroundCell&) const = default;

  std::uint32_t number;
};
static_assert(sizeof(GroundCell) == sizeof(std::uint32_t));

// The ground is a space of its own, whose nodes are its cells.
constexpr GroundCell cell_of_ground_node(Node node) noexcept { return GroundCell(node); }
constexpr Node ground_node_of(GroundCell cell) noexcept { return cell.number; }

}  // namespace pathstar
