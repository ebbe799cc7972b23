// A cell of the ground, as opposed to a node of a search: with headings there are many nodes on one cell, and a large
// unit is on many cells at one node.
#pragma once

#include <compare>
#include <cstdint>

namespace pathstar {

// Its number, row by row. It is a separate type, so that no node is looked up among cells.
struct Cell {
  Cell() = default;
  explicit constexpr Cell(std::uint32_t of) noexcept : number(of) {}

  auto operator<=>(const Cell&) const = default;

  std::uint32_t number;
};
static_assert(sizeof(Cell) == sizeof(std::uint32_t));

}  // namespace pathstar
