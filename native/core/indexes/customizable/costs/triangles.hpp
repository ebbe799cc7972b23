// The triangles below an arc.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "indexes/customizable/frame.hpp"

namespace pathstar {

// Calls visit(rank, to_low, to_high) for each rank from which an arc leads to both ends of the arc between low and
// high, with these two arcs, until it returns true. Returns whether it did.
template <class Visit>
bool any_triangle_below(const Frame& frame, std::uint32_t low, std::uint32_t high, const Visit& visit) {
  const auto any_row = [&](std::uint32_t block, std::uint32_t rows, std::uint32_t column, std::uint32_t other) {
    const std::uint32_t columns = frame.columns(block);
    std::uint64_t to_low = frame.arc(block, 0, column);
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (visit(frame.first(block) + row, to_low, to_low + (other - column))) return true;
      to_low += columns - row - 2;  // the next row is shorter by one
    }
    return false;
  };
  const std::uint32_t block = frame.block_of(low), row = low - frame.first(block);
  if (any_row(block, row, row, frame.column(block, high))) return true;
  const std::span<const BelowRank> all = frame.below(low);
  for (auto next = all.rbegin(); next != all.rend(); ++next) {  // the highest block first: it is the likeliest
    const BelowRank below = *next;
    const auto behind = frame.border(below.block).subspan(below.at + 1);
    const auto found = std::lower_bound(behind.begin(), behind.end(), high);
    if (found == behind.end() || *found != high) continue;
    const std::uint32_t rows = frame.rows(below.block), column = rows + below.at;
    if (any_row(below.block, rows, column, column + 1 + static_cast<std::uint32_t>(found - behind.begin()))) {
      return true;
    }
  }
  return false;
}

}  // namespace pathstar
