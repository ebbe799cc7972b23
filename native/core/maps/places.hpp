// The cells of places.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "maps/cell.hpp"

namespace pathstar {

// The cells of places x, y, x, y, ... in their order; nothing if a place lies outside.
std::optional<std::vector<Cell>> cells_at(std::span<const std::int64_t> places, std::uint32_t width,
                                          std::uint32_t height);

// Keeps only the last occurrence of each cell. `values`: one for all cells, or one for each.
void keep_last_of_each(std::vector<Cell>& cells, std::vector<double>& values, std::uint32_t size);

}  // namespace pathstar
