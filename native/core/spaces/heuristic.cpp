#include "spaces/heuristic.hpp"

namespace pathstar {

double consistency_factor(HeuristicKind kind, const Moves& moves) noexcept {
  if (kind == HeuristicKind::zero) return 0.0;
  if (kind == HeuristicKind::manhattan && moves.directions == 8) {
    return std::max(1.0, 2 * moves.straight / moves.diagonal);
  }
  return 1.0;
}

}  // namespace pathstar
