// The cells of many paths kept as corners, written on several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/driver/poll.hpp"
#include "paths/trail.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Paths one after another: path i has the corners corner_offsets[i] to corner_offsets[i + 1] - 1, and goes to the cells
// offsets[i] to offsets[i + 1] - 1 of all.
struct PathsByCorner {
  std::span<const Node> corners;
  std::span<const std::int64_t> corner_offsets;
  std::span<const std::int64_t> offsets;
  CornerRule rule;

  // Throws std::invalid_argument for arrays that do not fit together, or do not give that many cells.
  void check(std::size_t cells) const;
};

// Both write an element for each cell, or a pair of x and y, unless the poll stops them. Points need a grid.
void write_points(const PathsByCorner& paths, unsigned threads, const Poll& poll, std::int32_t* x_and_y);
void write_nodes(const PathsByCorner& paths, unsigned threads, const Poll& poll, Node* nodes);

}  // namespace pathstar
