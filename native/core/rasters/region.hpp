// A part of a raster, or all of it, in memory: arrays that belong to the caller, and the rule for steps.
//
// Around its own cells a region may hold margins: rows and columns that belong to neighbouring regions. Where a margin
// is 0, the raster ends, or its first and last columns are joined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "rasters/moves.hpp"
#include "rasters/pace.hpp"
#include "spaces/cells/moves.hpp"

namespace pathstar::rasters {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What a step costs. With a pace, a step on a slope costs length * mean cost * pace, or length * (mean cost + pace).
struct StepRule {
  int directions = 8;
  Corners corners = Corners::free;  // of steps whose line leads through the corner of cells
  Pace pace = Pace::none;
  PaceTable table;
  bool add = false;                  // the mean cost is added to the pace, not multiplied
  bool inward = false;               // paths lead to the sources, so slopes change sign
  double scale = 1.0;                // all steps cost this many times as much
  bool rowwise = false;              // one row of lengths per row of the region; else one row for all
  std::vector<double> lengths;       // kMostMoves per row
  std::vector<double> shares, runs;  // scaled lengths / shares_of(move); the factors that turn rises into slopes

  // Computes the rest from the lengths, and scales them.
  void prepare() {
    shares.resize(lengths.size());
    runs.resize(lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      runs[i] = (inward ? -1.0 : 1.0) / lengths[i];
      lengths[i] *= scale;
      shares[i] = lengths[i] / shares_of(static_cast<int>(i % kMostMoves));
    }
  }
};

// An array of rows; `pitch` elements lie between the starts of two.
template <class T>
struct Rows {
  T* data = nullptr;
  std::ptrdiff_t pitch = 0;

  T* row(std::ptrdiff_t y) const noexcept { return data + y * pitch; }
};

template <class Value>
struct Region {
  std::ptrdiff_t height = 0, width = 0;  // with the margins
  std::ptrdiff_t top = 0, left = 0, bottom = 0, right = 0;
  bool joined = false;  // the first column lies beside the last
  Rows<const Value> cost, elevation;
  double nodata = std::numeric_limits<double>::quiet_NaN();

  std::ptrdiff_t own_height() const noexcept { return height - top - bottom; }
  std::ptrdiff_t own_width() const noexcept { return width - left - right; }
  std::ptrdiff_t tiles_down() const noexcept { return (own_height() + kSide - 1) / kSide; }
  std::ptrdiff_t tiles_across() const noexcept { return (own_width() + kSide - 1) / kSide; }

  // The column, wrapped round if the ends are joined; -1 if there is none.
  std::ptrdiff_t column(std::ptrdiff_t x) const noexcept {
    if (joined) return x < 0 ? x + width : x >= width ? x - width : x;
    return x >= 0 && x < width ? x : -1;
  }
  bool has_row(std::ptrdiff_t y) const noexcept { return y >= 0 && y < height; }
  bool owns(std::ptrdiff_t y, std::ptrdiff_t x) const noexcept {
    return y >= top && y < height - bottom && x >= left && x < width - right;
  }
};

}  // namespace pathstar::rasters
