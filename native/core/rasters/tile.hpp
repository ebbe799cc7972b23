// One tile of a region, copied so that it stays in the cache: costs and heights with a halo, and the results.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "rasters/moves.hpp"
#include "rasters/pace.hpp"
#include "rasters/region.hpp"
#include "spaces/compiler.hpp"

namespace pathstar::rasters {

constexpr std::uint32_t local_cell(int y, int x) {
  return static_cast<std::uint32_t>((y + kHalo) * kStride + x + kHalo);
}

struct LocalPlace {
  int y, x;
};
constexpr LocalPlace local_place(std::uint32_t cell) {
  return {static_cast<int>(cell / kStride) - kHalo, static_cast<int>(cell % kStride) - kHalo};
}

// A cell among a tile's own ones, in 16 bits.
constexpr std::uint16_t own_cell(std::ptrdiff_t y, std::ptrdiff_t x) {
  return static_cast<std::uint16_t>(y * kSide + x);
}
constexpr std::uint32_t local_cell(std::uint16_t own) { return local_cell(own / kSide, own % kSide); }

template <class Value>
struct Tile {
  static constexpr Value kClosed = std::numeric_limits<Value>::infinity();

  std::ptrdiff_t y0 = 0, x0 = 0;  // in the region's array
  int height = 0, width = 0;      // of the cells that it owns
  std::vector<Value> cost = std::vector<Value>(kLocalCells), elevation;
  std::vector<double> known = std::vector<double>(kLocalCells);

  void place(const Region<Value>& region, std::ptrdiff_t number) {
    const std::ptrdiff_t across = region.tiles_across();
    y0 = region.top + number / across * kSide;
    x0 = region.left + number % across * kSide;
    height = static_cast<int>(std::min<std::ptrdiff_t>(kSide, region.height - region.bottom - y0));
    width = static_cast<int>(std::min<std::ptrdiff_t>(kSide, region.width - region.right - x0));
  }

  void load_ground(const Region<Value>& region) {
    load(region, region.cost, cost, kClosed,
         [&](Value value) { return (value >= 0) & (static_cast<double>(value) != region.nodata) ? value : kClosed; });
    if (region.elevation.data == nullptr) return;
    elevation.resize(kLocalCells);
    load(region, region.elevation, elevation, kClosed, [](Value value) { return value; });
    for (std::size_t cell = 0; cell < cost.size(); ++cell) {
      if (std::isnan(elevation[cell])) cost[cell] = kClosed;
    }
  }

  // Copies the tile's part of an array, with the halo; `outside` beyond the end of the raster.
  template <class T, class Convert>
  void load(const Region<Value>& region, Rows<const T> from, std::vector<T>& to, T outside, Convert&& convert) const {
    for (int y = -kHalo; y < kSide + kHalo; ++y) {
      T* const local = to.data() + local_cell(y, 0);
      if (y >= height + kHalo || !region.has_row(y0 + y)) {
        std::fill(local - kHalo, local + kSide + kHalo, outside);
        continue;
      }
      const T* const row = from.row(y0 + y);
      const auto beside = [&](std::ptrdiff_t x) {
        const std::ptrdiff_t column = region.column(x0 + x);
        return column < 0 ? outside : convert(row[column]);
      };
      for (int x = 0; x < width; ++x) local[x] = convert(row[x0 + x]);
      for (int x = -kHalo; x < 0; ++x) local[x] = beside(x);
      for (int x = width; x < width + kHalo; ++x) local[x] = beside(x);
      std::fill(local + width + kHalo, local + kSide + kHalo, outside);
    }
  }

  bool owns(int y, int x) const noexcept { return y >= 0 && y < height && x >= 0 && x < width; }

  // Writes the tile's own cells back. Calls changed(cell) for those that differ and lie within `reach` of its edge.
  template <class T, class Changed>
  void store(const std::vector<T>& from, Rows<T> to, int reach, Changed&& changed) const {
    for (int y = 0; y < height; ++y) {
      T* const row = to.row(y0 + y) + x0;
      const T* const local = from.data() + local_cell(y, 0);
      const int left = y < reach || y >= height - reach ? width : std::min(reach, width);
      for (int x = 0; x < left; ++x) {
        if (local[x] != row[x]) changed(local_cell(y, x));
      }
      for (int x = std::max(left, width - reach); x < width; ++x) {
        if (local[x] != row[x]) changed(local_cell(y, x));
      }
      std::copy(local, local + width, row);
    }
  }
};

// Closes the steps that the rule for corners forbids.
template <int Directions, class Value>
PATHSTAR_INLINE void close_corners(const Value* cells, Corners corners, double* steps) {
  for_moves<Directions>([&](auto k) {
    constexpr BesideCorner beside = beside_corner(k);
    if constexpr (beside.first != 0) {
      const bool first = cells[beside.first] < Tile<Value>::kClosed,
                 second = cells[beside.second] < Tile<Value>::kClosed;
      if (corners == Corners::no_cut ? !first || !second : !first && !second) steps[k] = kInfinity;
    }
  });
}

// The slopes of all steps from a local cell, by move. With kBack, of the steps to it.
template <int Directions, bool kBack, class Value>
PATHSTAR_INLINE void slopes_from(const Value* heights, const StepRule& rule, std::size_t row, double* slopes) {
  const double* const run = rule.runs.data() + row * kMostMoves;
  const double here = static_cast<double>(heights[0]);
  for_moves<Directions>([&](auto k) {
    const double there = static_cast<double>(heights[kOffsets[k]]);
    slopes[k] = (kBack ? here - there : there - here) * run[k];
  });
}

// Turns the costs of steps on even ground into those on slopes.
template <int Directions>
PATHSTAR_INLINE void heed_paces(const StepRule& rule, std::size_t row, const double* paces, double* steps) {
  if (rule.add) {
    const double* const length = rule.lengths.data() + row * kMostMoves;
    for_moves<Directions>([&](auto k) { steps[k] = paces[k] * length[k] + steps[k]; });
  } else {
    for_moves<Directions>([&](auto k) { steps[k] *= paces[k]; });
  }
}

// The costs of all steps from a local cell on even ground, by move; infinity or NaN where there is none. `row`: of the
// lengths.
template <int Directions, class Value>
PATHSTAR_INLINE void even_steps(const Value* cells, const StepRule& rule, std::size_t row, double* steps) {
  const double* const share = rule.shares.data() + row * kMostMoves;
  for_moves<Directions>([&](auto k) { steps[k] = sum_of_cells<k>(cells) * share[k]; });
  if (rule.corners != Corners::free) [[unlikely]]
    close_corners<Directions>(cells, rule.corners, steps);
}

// The same with slopes. With kBack, of the steps to the cell from the cells where the moves lead.
template <int Directions, bool kSloped, bool kBack = false, class Value>
PATHSTAR_INLINE void steps_from(const Tile<Value>& tile, const StepRule& rule, std::size_t row, std::uint32_t cell,
                                double* steps) {
  even_steps<Directions>(tile.cost.data() + cell, rule, row, steps);
  if constexpr (kSloped) {
    double paces[moves_in(Directions)] = {};
    slopes_from<Directions, kBack>(tile.elevation.data() + cell, rule, row, paces);
    paces_on(rule.pace, rule.table, paces, moves_in(Directions));
    heed_paces<Directions>(rule, row, paces, steps);
  }
}

// The row of a rule's lengths for a local cell.
template <class Value>
PATHSTAR_INLINE std::size_t length_row(const Tile<Value>& tile, const StepRule& rule, std::uint32_t cell) {
  return rule.rowwise ? static_cast<std::size_t>(tile.y0 + local_place(cell).y) : 0;
}

}  // namespace pathstar::rasters
