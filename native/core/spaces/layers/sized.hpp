// A layer over plain squares: units that take up several of them.
//
// A body is `side` cells wide and high, and its place is that of its upper left cell. So the layer is a grid with as
// many cells as the ground. A cell of it is walkable where all cells of the body are, and costs what they cost on
// average. Its diagonal steps cut no corner: a body that makes one sweeps the box of both its ends, which is free if
// the bodies at its four corners are.
//
// These bits and costs are derived. They follow the ground by its log: an edit is worked out for the bodies that cover
// its cells, and costs time in proportion to them. Whatever works on a grid works on this one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "spaces/cells/cell_source.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Bodies of one size on a grid, by the columns and rows of their places; the last ones are not in it.
struct Bodies {
  std::uint32_t left;
  std::uint32_t top;
  std::uint32_t right;
  std::uint32_t bottom;
};

// Works out where bodies fit and what they cost on average. Costs are summed up by rows and then downwards, whatever
// else is worked out with them, so that the same cells always make the same cost. One instance serves many calls.
class BodyCells {
 public:
  BodyCells(const Grid& ground, std::uint32_t side) : ground_(&ground), side_(side) {}

  // Calls visit(node, walkable, cost) for each of the bodies, row by row.
  template <class Visit>
  void each(const Bodies& bodies, Visit&& visit) {
    sum_rows(bodies);
    const std::size_t width = bodies.right - bodies.left;
    for (std::uint32_t y = bodies.top; y < bodies.bottom; ++y) {
      for (std::uint32_t x = bodies.left; x < bodies.right; ++x) {
        const auto [walkable, cost] = sum_down((y - bodies.top) * width + x - bodies.left, width, x, y);
        visit(y * ground_->width() + x, walkable, cost);
      }
    }
  }

 private:
  struct Sum {
    bool walkable;
    double cost;
  };

  void sum_rows(const Bodies& bodies);
  Sum sum_row(Node first) const noexcept;
  Sum sum_down(std::size_t first, std::size_t width, std::uint32_t x, std::uint32_t y) const noexcept;

  const Grid* ground_;
  std::uint32_t side_;
  std::vector<Sum> rows_;  // of the cells to the right of each, as many as a body is wide
};

// Where the grid of a layer takes its cells from.
class SizedSource final : public CellSource {
 public:
  // The layer holds this source, and was made from the ground as it is at `revision`.
  SizedSource(std::shared_ptr<Grid> ground, std::uint64_t revision, const Grid& layer)
      : ground_(std::move(ground)), layer_(&layer), revision_(revision) {}

  bool behind() const noexcept override {
    return ground_->behind() || ground_->revision() != revision_.load(std::memory_order_acquire);
  }
  // The bodies that an edit changed.
  std::vector<CellEdit> take() override;
  void taken() noexcept override { revision_.store(next_, std::memory_order_release); }

 private:
  std::vector<Bodies> touched() const;

  std::shared_ptr<Grid> ground_;
  const Grid* layer_;
  std::atomic<std::uint64_t> revision_;
  std::uint64_t next_ = 0;
};

// The layer of units that are `side` cells wide and high, from 2 to the shorter side of the ground. Null if it was
// stopped.
std::shared_ptr<Grid> make_sized(std::shared_ptr<Grid> ground, std::uint32_t side, const Stop& stop = never_stop);

}  // namespace pathstar
