// Searches over the cells of one cluster, or of two, of a grid that is not of plain squares.
//
// When to use: many short searches within boxes, which need not be adjacent.
// Needs: a grid of one floor whose lock the caller holds shared.
// Guarantee: optimal among the paths that do not leave the boxes.
// Complexity: as Dijkstra's algorithm over the cells of the boxes.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "indexes/hierarchy/cluster_ground.hpp"
#include "maps/boxes.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class RegularCellSearch {
 public:
  explicit RegularCellSearch(const RegularGrid& grid) : grid_(&grid), ground_(grid) {}

  // From now on searches stay in the box, or in these two boxes.
  void enter(const Box& box) { enter(box, Box{}); }
  void enter(const Box& box, const Box& other);

  // Finds the cost from the source to each cell; `back`: from each cell to the source.
  void spread(Node source, bool back = false);
  // By the last spread(); infinite for cells that it did not reach.
  double cost(Node cell) const noexcept { return cells_[number_of(cell)].reached; }

  // Appends the cells after `from` on a cheapest path to `to`. False if there is none.
  bool find(Node from, Node to, std::vector<Node>& path);

  std::uint64_t expanded() const noexcept { return expanded_; }

 private:
  static constexpr std::uint32_t kNoCell = ~std::uint32_t{0};
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();

  struct BoxCell {
    double reached = kUnreached;
    Node from = kNoNode;
  };
  struct Waiting {
    double key;
    double reached;
    Node node;
    bool operator>(const Waiting& other) const noexcept { return key > other.key; }
  };

  // The number of a cell in the boxes, or kNoCell.
  std::uint32_t number_at(std::uint32_t x, std::uint32_t y) const noexcept;
  std::uint32_t number_of(Node node) const noexcept {
    const Offset cell = grid_->cell(node);
    return number_at(static_cast<std::uint32_t>(cell.dx), static_cast<std::uint32_t>(cell.dy));
  }
  void begin(Node source, double key);
  bool take(Waiting& next);
  // Takes a step if it is a better way to its end.
  template <class Estimate>
  void step(const Waiting& by, Node to, std::uint32_t number, double cost, const Estimate& estimate);

  const RegularGrid* grid_;
  RegularGround ground_;
  std::array<Box, 2> boxes_{};
  std::uint32_t second_ = 0;  // the number of the second box's first cell
  std::vector<BoxCell> cells_;
  std::vector<Waiting> heap_;
  std::uint64_t expanded_ = 0;
};

}  // namespace pathstar
