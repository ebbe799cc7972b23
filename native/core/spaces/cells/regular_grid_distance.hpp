// A lower bound of the cost from one cell of a grid to another on foot, that is, without portals.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>

#include "spaces/cells/regular_grid.hpp"
#include "spaces/cells/step_norms.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {

class RegularGridDistance {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  // In units of the steps' costs, times `scale`.
  RegularGridDistance(const RegularGrid& grid, HeuristicKind kind, double scale) noexcept;

  // The place of a node in the coordinates of distances.
  PATHSTAR_INLINE Offset place(Node node) const noexcept { return coordinates_in(tiling_, grid_->cell(node)); }

  PATHSTAR_INLINE double operator()(const Offset& a, const Offset& b) const noexcept {
    if (tiling_ != Tiling::square) return over_images(a, b);
    const double dx = folded(a.dx - b.dx, wrap_x_), dy = folded(a.dy - b.dy, wrap_y_), dz = std::abs(a.dz - b.dz);
    if (flat_ && dz != 0) return kNever;
    if (kind_ != HeuristicKind::euclidean) return largest(facets_, dx, dy, dz) * scale_;
    const double x = sides_[0] * dx, y = sides_[1] * dy, z = sides_[2] * dz;
    return scale_ * std::sqrt(x * x + y * y + z * z);
  }

 private:
  // The shorter way round, if the border is joined to the opposite one.
  static double folded(std::int32_t way, std::int32_t side) noexcept {
    const std::int32_t there = std::abs(way);
    return side == 0 ? there : std::min(there, side - there);
  }

  PATHSTAR_INLINE double over_images(const Offset& a, const Offset& b) const noexcept {
    if (images_ != 1) [[unlikely]]
      return over_joined_borders(a, b);
    return scale_ * cells_apart(tiling_, a.dz, {b.dx - a.dx, b.dy - a.dy, 0}, kind_ == HeuristicKind::euclidean);
  }
  double over_joined_borders(const Offset& a, const Offset& b) const noexcept;

  const RegularGrid* grid_;
  HeuristicKind kind_;
  Tiling tiling_;
  bool flat_;  // no step leads from floor to floor
  double scale_;
  std::span<const Facet> facets_;
  Facet sides_;
  std::int32_t wrap_x_;  // the joined sides, or 0
  std::int32_t wrap_y_;
  int images_ = 1;
  std::array<Offset, 9> image_{};  // the further places of a cell, beyond joined borders
};

}  // namespace pathstar
