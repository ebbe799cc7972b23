// The estimates of the remaining cost, as one small value.
//
// All are norms of the offset (dx, dy) to the goal, scaled so that no step of the grid costs less than their fall over
// it; only manhattan with diagonal steps overestimates, by no more than consistency_factor().
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "spaces/cells/moves.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {

enum class HeuristicKind : std::uint8_t {
  zero,
  manhattan,
  octile,
  euclidean,
  chebyshev,
  great_circle,
  hex,
  given,
  landmarks,
};

// Cost is std::int64_t or double. Coefficients are in the space's units and carry the weight already.
template <class Cost>
struct Heuristic {
  HeuristicKind kind = HeuristicKind::zero;
  Cost straight{};
  Cost diagonal{};
  double unit = 0.0;  // of euclidean

  PATHSTAR_INLINE Cost operator()(std::int32_t dx, std::int32_t dy) const noexcept {
    const std::int32_t across = std::abs(dx), down = std::abs(dy);
    const Cost shorter = std::min(across, down), longer = std::max(across, down);
    switch (kind) {
      case HeuristicKind::zero:
        return 0;
      case HeuristicKind::manhattan:
        return straight * (shorter + longer);
      case HeuristicKind::octile:
        return straight * (longer - shorter) + diagonal * shorter;
      case HeuristicKind::chebyshev:
        return straight * longer;
      case HeuristicKind::euclidean:
        return static_cast<Cost>(unit * std::sqrt(static_cast<double>(dx) * dx + static_cast<double>(dy) * dy));
      case HeuristicKind::great_circle:  // of graphs only
      case HeuristicKind::hex:           // of hexagons only
      case HeuristicKind::given:         // of custom spaces only
      case HeuristicKind::landmarks:     // of an index only
        return 0;
    }
    return 0;
  }
};

// The largest drop of the unweighted estimate over one step, per unit of that step's cost: 1 or less means consistent
// (and so admissible), more is the factor by which a path may be too long.
double consistency_factor(HeuristicKind kind, const Moves& moves) noexcept;

// The coefficients for step costs (straight, diagonal) given in the space's units, times weight.
template <class Cost>
Heuristic<Cost> make_heuristic(HeuristicKind kind, bool diagonals, double straight, double diagonal,
                               double weight) noexcept {
  const double cheaper = diagonals ? std::min(straight, diagonal) : straight;
  const double two_axes = diagonals ? std::min(diagonal, 2 * straight) : 2 * straight;
  Heuristic<Cost> heuristic;
  heuristic.kind = weight > 0.0 ? kind : HeuristicKind::zero;
  heuristic.straight = static_cast<Cost>(weight * (kind == HeuristicKind::manhattan ? straight : cheaper));
  heuristic.diagonal = static_cast<Cost>(weight * two_axes);
  heuristic.unit = weight * (diagonals ? std::min(straight, diagonal / std::sqrt(2.0)) : straight);
  return heuristic;
}

}  // namespace pathstar
