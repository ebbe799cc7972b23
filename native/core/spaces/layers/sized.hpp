// A layer over plain squares: units that occupy several of them.
//
// A body is a square of `side` x `side` cells, with its upper left cell as its place; or a disc, with the cell at its
// centre as its place. So the layer is a grid with as many cells as the ground. A cell of it is walkable if the body
// fits there, and costs the mean of the cells below the body. Its diagonal steps cut no corner: a square that moves
// diagonally sweeps the box of both its ends, which is free if the squares at its four corners are. A disc that moves
// diagonally comes nearest to walls half way, and stays farther from them than one that goes round over either cell
// beside the step.
//
// These bits and costs are derived. They follow the ground by its log: an edit is computed for the bodies that cover
// its cells, in time proportional to their number. All code for grids works on this one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "maps/boxes.hpp"
#include "spaces/cells/cell_source.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The size of a unit: a square of cells, or a disc if there is a radius.
struct Body {
  std::uint32_t side = 1;
  double radius = 0.0;

  bool is_disc() const noexcept { return radius > 0.0; }
  // The number of columns and rows before and after its place in which cells may matter to it.
  std::uint32_t before() const noexcept { return is_disc() ? static_cast<std::uint32_t>(radius + 0.5) : 0; }
  std::uint32_t after() const noexcept { return is_disc() ? before() : side - 1; }
};

// Computes where bodies fit and their mean costs. Costs are summed up by rows and then downwards, independently of
// other bodies, so that the same cells always give the same cost. One instance serves many calls.
class BodyCells {
 public:
  struct At {
    bool walkable;
    double cost;  // infinite if the body does not fit; any number on a ground without costs
  };

  virtual ~BodyCells() = default;

  // Bodies whose places are the cells of a box, row by row.
  virtual const std::vector<At>& work_out(const Box& places) = 0;

  static std::unique_ptr<BodyCells> of(const Grid& ground, const Body& body);
};

// The source of a layer's cells.
class SizedSource final : public CellSource {
 public:
  // The layer holds this source, and is up to date with the ground at `revision`.
  SizedSource(std::shared_ptr<Grid> ground, std::uint64_t revision, const Grid& layer, const Body& body)
      : ground_(std::move(ground)), layer_(&layer), body_(body), revision_(revision) {}

  bool behind() const noexcept override {
    return ground_->behind() || ground_->revision() != revision_.load(std::memory_order_acquire);
  }
  // The bodies that an edit changed.
  std::vector<CellEdit> take() override;
  void taken() noexcept override { revision_.store(next_, std::memory_order_release); }

 private:
  std::vector<Box> touched() const;

  std::shared_ptr<Grid> ground_;
  const Grid* layer_;
  Body body_;
  std::atomic<std::uint64_t> revision_;
  std::uint64_t next_ = 0;
};

// The layer of units with a size: squares from 2 cells to the shorter side of the ground, or discs. Null if it was
// stopped.
std::shared_ptr<Grid> make_sized(std::shared_ptr<Grid> ground, const Body& body, const Stop& stop = never_stop);

}  // namespace pathstar
