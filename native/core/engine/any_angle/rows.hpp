// The runs of walkable cells in the rows of a grid, and rays across the lines between them.
//
// Coordinates are doubled: cell x reaches from 2x to 2x + 2, and the lines between rows are even.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "spaces/cells/grid.hpp"

namespace pathstar {

// A centre or a corner of a cell.
struct Lattice {
  std::int32_t x;
  std::int32_t y;
  bool operator==(const Lattice&) const = default;
};

inline std::int64_t cross(Lattice from, Lattice a, Lattice b) noexcept {
  return std::int64_t{a.x - from.x} * (b.y - from.y) - std::int64_t{a.y - from.y} * (b.x - from.x);
}

// Where a ray meets a level line, as an exact fraction; the denominator is positive.
struct Crossing {
  std::int64_t over;
  std::int64_t under;

  static Crossing of(Lattice from, Lattice through, std::int32_t y) noexcept {
    const std::int64_t rise = through.y - from.y, sign = rise < 0 ? -1 : 1;
    return {sign * (from.x * rise + std::int64_t{through.x - from.x} * (y - from.y)), sign * rise};
  }
  // How it lies to a whole number: below, at or above 0.
  std::int64_t versus(std::int32_t x) const noexcept { return over - x * under; }
  double value() const noexcept { return static_cast<double>(over) / static_cast<double>(under); }

  // The cell that begins at or before it, and the one that ends at or behind it.
  std::int32_t cell_behind() const noexcept { return static_cast<std::int32_t>(floor_of(over, 2 * under)); }
  std::int32_t cell_before() const noexcept { return static_cast<std::int32_t>(-floor_of(-over, 2 * under)) - 1; }

 private:
  static std::int64_t floor_of(std::int64_t a, std::int64_t b) noexcept { return a / b - (a % b < 0 ? 1 : 0); }
};

// A run of walkable cells, from one line between cells to another.
struct RowRun {
  std::int32_t left;
  std::int32_t right;
};

class Rows {
 public:
  explicit Rows(const Grid& grid) noexcept
      : cells_(grid.walkable_data()),
        width_(static_cast<std::int32_t>(grid.width())),
        height_(static_cast<std::int32_t>(grid.height())) {}

  bool has(std::int32_t row) const noexcept { return row >= 0 && row < height_; }
  bool free(std::int32_t row, std::int32_t cell) const noexcept {
    return cell >= 0 && cell < width_ && at(row)[cell] != 0;
  }

  // The run around a walkable cell.
  RowRun run(std::int32_t row, std::int32_t cell) const noexcept {
    std::int32_t first = cell;
    while (first > 0 && at(row)[first - 1] != 0) --first;
    return {2 * first, 2 * end_of_run(row, cell, width_)};
  }

  // Calls visit(left, right) for each stretch of walkable cells among those from `first` to `last`.
  template <class Visit>
  void each_stretch(std::int32_t row, std::int32_t first, std::int32_t last, Visit&& visit) const {
    if (!has(row)) return;
    const std::int32_t end = std::min(last + 1, width_);
    for (std::int32_t cell = std::max(first, 0); cell < end;) {
      const void* const next = std::memchr(at(row) + cell, 1, static_cast<std::size_t>(end - cell));
      if (next == nullptr) return;
      cell = static_cast<std::int32_t>(static_cast<const std::uint8_t*>(next) - at(row));
      const std::int32_t begin = cell;
      cell = end_of_run(row, cell, end);
      visit(2 * begin, 2 * cell);
    }
  }

 private:
  const std::uint8_t* at(std::int32_t row) const noexcept {
    return cells_ + static_cast<std::size_t>(row) * static_cast<std::size_t>(width_);
  }
  std::int32_t end_of_run(std::int32_t row, std::int32_t cell, std::int32_t end) const noexcept {
    const void* const wall = std::memchr(at(row) + cell, 0, static_cast<std::size_t>(end - cell));
    return wall == nullptr ? end : static_cast<std::int32_t>(static_cast<const std::uint8_t*>(wall) - at(row));
  }

  const std::uint8_t* cells_;
  std::int32_t width_;
  std::int32_t height_;
};

}  // namespace pathstar
