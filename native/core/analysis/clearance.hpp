// How much room there is around each cell of a grid of squares, kept up to date with its edits.
//
// When to use: to see where units of a size fit, to pick a size, to score places by room.
// Needs: plain squares.
// Guarantee: exact, also after edits: equal to a fresh build.
// Complexity: linear in the cells to build; an edit costs time in proportion to the cells whose room it may change.
// Reference: for squares Harabor and Botea 2008, Hierarchical path planning for multi-size agents in heterogeneous
//   environments; for discs see maps/wall_distances.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <utility>
#include <vector>

#include "maps/boxes.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The side of the largest free square whose upper left cell is a cell; 0 where that is blocked.
class SquareRoom {
 public:
  using Value = std::uint32_t;

  // False if it was stopped; then it must be built again.
  bool build(const Grid& grid, const Stop& stop);
  bool update(const Grid& grid, std::span<const Node> edited, const Stop& stop);
  const std::vector<Value>& values() const noexcept { return values_; }

 private:
  bool set(const Grid& grid, std::uint32_t x, std::uint32_t y);
  std::pair<std::uint32_t, std::uint32_t> set_row(const Grid& grid, std::uint32_t y, std::uint32_t from,
                                                  std::uint32_t to);

  std::vector<Value> values_;
};

// The distance of a cell's centre from the border of the nearest blocked square; everything outside is blocked.
class DiscRoom {
 public:
  using Value = double;

  // False if it was stopped; then it must be built again.
  bool build(const Grid& grid, const Stop& stop);
  bool update(const Grid& grid, std::span<const Node> edited, const Stop& stop);
  const std::vector<Value>& values() const noexcept { return values_; }

 private:
  Box touched(const Grid& grid, Node edited) const;
  void measure(const Grid& grid, const Box& box);

  std::vector<Value> values_;
};

// Either of them over a grid that is edited.
template <class Room>
class Clearance {
 public:
  // Not to be used if it was stopped.
  Clearance(std::shared_ptr<Grid> grid, const Stop& stop) : grid_(std::move(grid)) {
    grid_->catch_up();
    const std::shared_lock reading(grid_->mutex());
    revision_ = grid_->revision();
    room_.build(*grid_, stop);
  }

  const Grid& grid() const noexcept { return *grid_; }

  // As the grid is now, unless it was stopped. The values stay where they are.
  const std::vector<typename Room::Value>& values(const Stop& stop) {
    grid_->catch_up();
    const std::shared_lock reading(grid_->mutex());
    const std::lock_guard one(mutex_);
    if (revision_ == grid_->revision()) return room_.values();
    std::vector<Node> edited;
    const bool known = revision_ != kHalfDone && grid_->edited_since(revision_, edited);
    revision_ = kHalfDone;
    const bool done = known ? room_.update(*grid_, edited, stop) : room_.build(*grid_, stop);
    if (done) revision_ = grid_->revision();
    return room_.values();
  }

 private:
  static constexpr std::uint64_t kHalfDone = ~std::uint64_t{0};

  std::shared_ptr<Grid> grid_;
  std::mutex mutex_;
  std::uint64_t revision_ = 0;
  Room room_;
};

}  // namespace pathstar
