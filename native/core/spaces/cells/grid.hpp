// A grid of squares: which cells may be entered, at what cost, by which moves.
//
// Nodes are row-major cell numbers, y * width + x. Walls, the border and the corner rule are folded into one byte of
// legal directions per cell, so a search checks neither bounds nor walls nor corners.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "maps/cell.hpp"
#include "spaces/cells/cell_costs.hpp"
#include "spaces/cells/cell_space.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Grid final : public CellSpace {
 public:
  // walkable: width * height bytes, row by row, non-zero = walkable. cost: as many non-negative numbers, or none. A
  // cell with cost NaN or infinity is not walkable. lender: keeps `cost` alive for as long as the grid lives, which
  // then reads it in place until the first edit; without one the costs are copied. side: that of the bodies whose
  // places are the cells, if the grid is a layer of such; see layers/sized.hpp.
  Grid(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> walkable, std::span<const double> cost,
       const Moves& moves, CostRule rule, const Stop& stop = never_stop, std::uint32_t side = 1,
       std::shared_ptr<const void> lender = nullptr);

  std::uint32_t width() const noexcept { return width_; }
  std::uint32_t height() const noexcept { return height_; }
  std::uint32_t size() const noexcept { return width_ * height_; }
  const Moves& moves() const noexcept { return moves_; }
  CostRule cost_rule() const noexcept { return rule_; }
  std::uint32_t side() const noexcept { return side_; }

  bool has_cost() const noexcept { return cost_ != nullptr; }
  // A cell with a legal move is walkable, which nearly always saves reading the second byte.
  bool walkable(Node node) const noexcept { return legal_[node] != 0 || walkable_[node] != 0; }
  std::uint8_t legal(Node node) const noexcept { return legal_[node]; }
  const std::uint8_t* walkable_data() const noexcept { return walkable_.data(); }
  const std::uint8_t* legal_data() const noexcept { return legal_.data(); }
  const double* cost_data() const noexcept { return cost_; }
  CellCosts costs() const noexcept { return {cost_, min_cost_, max_cost_}; }

  // Bounds of the walkable cells' costs: (1, 1) without costs. After edits they may be wider than necessary.
  double min_cost() const noexcept { return min_cost_; }
  double max_cost() const noexcept { return max_cost_; }
  // Widens the bounds so that they include a cost, as an edit to it would. Takes the lock.
  void include_cost(double cost);

  // The first edit of borrowed costs moves them.
  PlannedWith planned_with() const noexcept { return {min_cost_, max_cost_, cost_ == own_cost_.data()}; }

  // Calls visit(other) for the nodes to which the steps of a set lead from a node; by default all legal steps.
  template <class Visit>
  void each_neighbour(Node node, unsigned steps, Visit&& visit) const {
    for (; steps != 0; steps &= steps - 1) {
      const auto [dx, dy] = kDirections[std::countr_zero(steps)];
      visit(static_cast<Node>(node + static_cast<std::int64_t>(dy) * width_ + dx));
    }
  }
  template <class Visit>
  void each_neighbour(Node node, Visit&& visit) const {
    each_neighbour(node, legal(node), visit);
  }

  // Calls visit(node) for a node and those whose steps it may be part of.
  template <class Visit>
  void each_near(Node node, Visit&& visit) const {
    const std::uint32_t x = node % width_, y = node / width_;
    for (std::uint32_t ny = y == 0 ? 0 : y - 1; ny <= y + 1 && ny < height_; ++ny) {
      for (std::uint32_t nx = x == 0 ? 0 : x - 1; nx <= x + 1 && nx < width_; ++nx) visit(ny * width_ + nx);
    }
  }

  // Calls visit(cell) for the cells of the ground that a unit occupies at a node.
  template <class Visit>
  void each_cell(Node node, Visit&& visit) const {
    for (std::uint32_t dy = 0; dy < side_; ++dy) {
      for (std::uint32_t dx = 0; dx < side_; ++dx) visit(Cell(node + dy * width_ + dx));
    }
  }

  // Calls visit(cell) for the cells that its step to another node sweeps besides those that it occupies at both ends. A
  // unit on one cell sweeps none: it counts as round, and passes between the two cells beside a diagonal step.
  template <class Visit>
  void each_swept(Node from, Node to, Visit&& visit) const {
    const std::uint32_t y = from / width_, x = from - y * width_, to_y = to / width_, to_x = to - to_y * width_;
    if (side_ == 1 || x == to_x || y == to_y) return;
    const auto corner = [&](std::uint32_t at_x, std::uint32_t at_y, std::uint32_t other_x, std::uint32_t other_y) {
      visit(
          Cell((other_y > at_y ? at_y : at_y + side_ - 1) * width_ + (other_x > at_x ? other_x + side_ - 1 : other_x)));
    };
    corner(x, y, to_x, to_y);
    corner(to_x, to_y, x, y);
  }

  // The data of jump point search for this grid: built at the first use; later uses take in the edits since the last
  // one. The caller holds the lock shared, and calls this again after each edit.
  const JumpBitmaps& jump_bitmaps() const;
  // Builds them ahead. False if it was stopped; then the next call begins again.
  bool make_jump_bitmaps(const Stop& stop) const;

 protected:
  bool apply(std::span<const CellEdit> edits) override;

 private:
  bool take(std::span<const std::uint8_t> walkable, std::span<const double> cost, const Stop& stop);
  std::uint8_t legal_moves(std::uint32_t x, std::uint32_t y) const noexcept;
  void set_legal(std::uint32_t y, std::uint32_t first, std::uint32_t last, std::uint8_t steps = 0xff) noexcept;
  void set_legal_around(std::span<const CellEdit> edits) noexcept;
  void note_cost(double cost) noexcept;
  void own_costs();
  void ask_for_rows(Node node) const noexcept;
  void note_for_bitmaps(std::span<const CellEdit> edits);

  std::uint32_t width_;
  std::uint32_t height_;
  Moves moves_;
  CostRule rule_;
  std::uint32_t side_;
  LargeArray<std::uint8_t> walkable_;  // 0 or 1
  LargeArray<std::uint8_t> legal_;
  std::shared_ptr<const void> lender_;
  LargeArray<double> own_cost_;
  const double* cost_ = nullptr;       // own_cost_, or the borrowed costs
  std::vector<std::uint8_t> outside_;  // a row beyond the border
  double min_cost_;
  double max_cost_;
  mutable std::mutex bitmaps_mutex_;  // held while they are built, or take in edits
  mutable std::vector<Node> edits_for_bitmaps_;
  mutable std::unique_ptr<JumpBitmaps> bitmaps_;
  mutable std::atomic<const JumpBitmaps*> bitmaps_ready_{nullptr};
};

}  // namespace pathstar
