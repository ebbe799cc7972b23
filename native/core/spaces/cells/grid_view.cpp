#include "spaces/cells/grid_view.hpp"

#include <algorithm>

namespace pathstar {

double UniformGridView::unit_scale(const Grid& grid, double weight) noexcept {
  const Moves& moves = grid.moves();
  const double longest = static_cast<double>(grid.size()) * std::max(moves.straight, moves.diagonal);
  return std::ldexp(1.0, 60 - std::ilogb(longest * std::max(1.0, weight)));
}

UniformGridView::UniformGridView(const Grid& grid, Node goal, HeuristicKind kind, double weight, double scale) noexcept
    : GridView(grid, goal, {}), scale_(scale) {
  const Moves& moves = grid.moves();
  const Cost straight = std::llround(moves.straight * scale), diagonal = std::llround(moves.diagonal * scale);
  for (int d = 0; d < 8; ++d) step_[d] = d < kStraightDirections ? straight : diagonal;
  heuristic_ = make_heuristic<Cost>(kind, moves.directions == 8, static_cast<double>(step_[0]),
                                    static_cast<double>(step_[4]), weight);
}

LengthGridView::LengthGridView(const Grid& grid, Node goal, HeuristicKind kind, double weight) noexcept
    : GridView(grid, goal,
               make_heuristic<double>(kind, grid.moves().directions == 8, grid.moves().straight * grid.min_cost(),
                                      grid.moves().diagonal * grid.min_cost(), weight)) {
  for (int d = 0; d < 8; ++d) length_[d] = d < kStraightDirections ? grid.moves().straight : grid.moves().diagonal;
}

CostGridView::CostGridView(const Grid& grid, Node goal, HeuristicKind kind, double weight, bool back) noexcept
    : LengthGridView(grid, goal, kind, weight),
      cost_(grid.costs()),
      share_here_(grid.cost_rule() == CostRule::mean ? 0.5
                  : back                             ? 1.0
                                                     : 0.0),
      share_there_(1.0 - share_here_) {}

double CostGridView::path_cost(std::span<const Node> nodes, std::uint64_t, std::uint64_t) const noexcept {
  double sum = 0.0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Node from = nodes[i - 1];
    const Node to = nodes[i];
    const double length = straight(from, to) ? length_[0] : length_[4];
    sum += length * (grid_->cost_rule() == CostRule::enter ? cost_[to] : 0.5 * (cost_[from] + cost_[to]));
  }
  return sum;
}

}  // namespace pathstar
