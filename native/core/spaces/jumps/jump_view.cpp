#include "spaces/jumps/jump_view.hpp"

#include <cmath>
#include <shared_mutex>

#include "spaces/jumps/jump_density.hpp"

namespace pathstar {

bool JumpView::fits(const Grid& grid) noexcept {
  const Moves& moves = grid.moves();
  const bool steps_fit =
      moves.directions == 4 || (moves.straight <= moves.diagonal && moves.diagonal <= 2 * moves.straight);
  return !grid.has_cost() && steps_fit && std::bit_width(grid.width() + 1) + std::bit_width(grid.height() + 1) <= 32;
}

JumpView::JumpView(const Grid& grid, const JumpBitmaps& bitmaps, Node goal, HeuristicKind kind, double weight) noexcept
    : rows_(bitmaps.rows().read()),
      columns_(bitmaps.columns().read()),
      rising_(bitmaps.rising().read()),
      falling_(bitmaps.falling().read()),
      numbers_(bitmaps.numbers()),
      jump_points_(bitmaps.slots()),
      moves_(&grid.moves()),
      places_(grid.width()),
      scale_(UniformGridView::unit_scale(grid, weight)),
      width_(grid.width()),
      height_(grid.height()),
      shift_(static_cast<std::uint32_t>(std::bit_width(grid.width() + 1))),
      mask_((1u << shift_) - 1),
      diagonals_(grid.moves().directions == 8),
      no_cut_(grid.moves().corners == Corners::no_cut),
      far_(grid.size() > kNear),
      straight_(std::llround(grid.moves().straight * scale_)),
      slope_(straight_),
      goal_x_(static_cast<std::int32_t>(places_.x(goal)) + 1),
      goal_y_(static_cast<std::int32_t>(places_.y(goal)) + 1) {
  if (diagonals_) {
    slope_ = std::clamp<Cost>(std::llround(grid.moves().diagonal * scale_), straight_ + 1, 2 * straight_ - 1);
  }
  heuristic_ =
      make_heuristic<Cost>(kind, diagonals_, static_cast<double>(straight_), static_cast<double>(slope_), weight);
}

void JumpView::successors(Node node, Node parent, NodeVisit<Cost>& steps) const {
  successors<NodeVisit<Cost>&>(node, parent, steps);
}

namespace {

double density(const Grid& grid, const JumpBitmaps& bitmaps) {
  constexpr std::uint32_t kLooks = 256;
  const JumpView view(grid, bitmaps, 0, HeuristicKind::zero, 0.0);
  const Lines rows = bitmaps.rows().read();
  const std::uint32_t every = std::max(1u, bitmaps.slots() / kLooks);
  std::uint64_t walkable = 0, number = 0, arcs = 0;
  const auto count = [&](Node, JumpView::Cost) { ++arcs; };
  for (std::uint32_t y = 1; y <= grid.height(); ++y) {
    for (std::uint32_t x = 0; x < grid.width() + 2; x += kWordBits) {
      walkable += ones(~rows.walls(y, x));
      for (Word special = rows.specials(y, x); special != 0; special &= special - 1) {
        if (number++ % every != 0) continue;
        const Node column = x + static_cast<std::uint32_t>(lowest(special)) - 1;
        const Node node = view.from_space((y - 1) * grid.width() + column);
        visit_in_batches<JumpView::Cost>(
            [&](NodeVisit<JumpView::Cost>& steps) { view.successors(node, kNoNode, steps); }, count);
      }
    }
  }
  return walkable == 0 ? 0.0 : static_cast<double>(arcs) * every / static_cast<double>(walkable);
}

}  // namespace

double JumpView::jump_point_density(const Grid& grid, const Stop& stop) {
  const std::shared_lock reading(grid.mutex());
  return grid.make_jump_bitmaps(stop) ? density(grid, grid.jump_bitmaps()) : 0.0;
}

double passing_jump_point_density(const Grid& grid, const Stop& stop) {
  const std::shared_lock reading(grid.mutex());
  bool stopped = false;
  const JumpBitmaps bitmaps(grid, [&] { return stopped = stopped || stop(); });
  return stopped ? 0.0 : density(grid, bitmaps);
}

StepRange<JumpView::Cost> JumpView::steps() const noexcept {
  const auto [shorter, longer] = std::minmax(width_, height_);
  return {straight_, diagonals_ ? slope_ * shorter + straight_ * longer : straight_ * (shorter + longer)};
}

}  // namespace pathstar
