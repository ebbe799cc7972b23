// Norms of distance: the least cost of a path, from the steps of a grid alone.
//
// A norm is the largest of some linear functions of (|dx|, |dy|, |dz|), its facets, with coefficients from 0 up. Over
// one step it falls by no more than its value there, so if no step costs less than its value, it is consistent,
// whatever the steps cost. The exact cost on open ground is such a norm: its facets are the corners of the set of all
// functions that satisfy this (duality of linear programs).
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "spaces/cells/regular_grid_steps.hpp"
#include "spaces/compiler.hpp"
#include "spaces/heuristic.hpp"

namespace pathstar {

using Facet = std::array<double, 3>;

// The largest facet at (|dx|, |dy|, |dz|).
PATHSTAR_INLINE double largest(std::span<const Facet> facets, double dx, double dy, double dz) noexcept {
  double most = 0.0;
  for (const Facet& facet : facets) most = std::max(most, facet[0] * dx + facet[1] * dy + facet[2] * dz);
  return most;
}

class StepNorms {
 public:
  // Only squares have facets: among hexagons and triangles all lengths are equal, and distances are not such norms.
  StepNorms() = default;
  StepNorms(std::span<const RegularGridStep> steps, Tiling tiling, const std::array<double, 3>& spacing);

  // Of octile, manhattan and chebyshev.
  std::span<const Facet> facets(HeuristicKind kind) const noexcept;

  // Sides of a cell, scaled so that no step costs less than its straight line; the first one is the length of a step if
  // cells are not squares.
  const std::array<double, 3>& sides() const noexcept { return sides_; }

  // Whether any step leads along this axis.
  bool moves(int axis) const noexcept { return moves_[static_cast<std::size_t>(axis)]; }

  // The largest fall over one step, per unit of the step's cost: over 1 the norm overestimates.
  double consistency_factor(HeuristicKind kind) const noexcept;

 private:
  double fall(std::span<const Facet> facets) const noexcept;

  std::vector<RegularGridStep> steps_;
  std::vector<Facet> octile_;
  std::vector<Facet> manhattan_;
  std::vector<Facet> chebyshev_;
  std::array<double, 3> sides_{1.0, 1.0, 1.0};
  std::array<bool, 3> moves_{};
};

}  // namespace pathstar
