// Costs of steps apart from their length and the cells at their ends: more in one direction than back.
//
// A slope adds the cost of a step's rise or fall. A drift, such as wind or a current, carries a unit along: a unit that
// makes one cell in a unit of time by itself makes more with it and less against it, and the cost of a step changes in
// proportion to its time. A step that is too steep, or against a drift as fast as the unit, cannot be made.
//
// Rules are read while the space is locked. They keep a number for each cell, and follow the layer of a map, if they
// come from one, whenever the space applies an edit.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "maps/map.hpp"
#include "spaces/cells/cell_source.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// A number for each cell, and the layers that they come from, if any: one for each floor.
struct CellNumbers {
  struct Floor {
    std::shared_ptr<const Map> map;
    std::shared_ptr<const Layer> layer;
  };

  std::vector<double> values;
  std::vector<Floor> floors;

  void read(std::span<const CellEdit> edits);
};

class EdgeRules {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Slope {
    CellNumbers height;
    double up;    // the cost of a unit of height; not negative
    double down;  // the same on the way down
    double most_up;
    double most_down;
  };
  // The drift in a unit of time: to the right, down on the map, and to higher floors.
  struct Drift {
    CellNumbers across;
    CellNumbers along;
    CellNumbers upward;  // without values: no drift
  };

  void add(Slope slope) { slopes_.push_back(std::move(slope)); }
  void add(Drift drift) { drifts_.push_back(std::move(drift)); }
  const std::vector<Slope>& slopes() const noexcept { return slopes_; }
  const std::vector<Drift>& drifts() const noexcept { return drifts_; }

  // Sets the directions of steps, as vectors of length 1, by heading. To be called before costs are read.
  void set_directions(std::vector<std::array<double, 3>> directions) { directions_ = std::move(directions); }

  // The cost of a step that would cost `cost` without rules; kNever, or NaN, if it cannot be made.
  double cost(Node from, Node to, int heading, double cost) const noexcept {
    for (const Drift& drift : drifts_) cost /= speed(drift, from, to, heading);
    for (const Slope& slope : slopes_) cost += climb(slope, from, to);
    return cost;
  }

  void read(std::span<const CellEdit> edits);

 private:
  // The mean of both ends counts. A speed of 0 makes the cost infinite, or NaN if the step is free.
  double speed(const Drift& drift, Node from, Node to, int heading) const noexcept {
    const auto [x, y, z] = directions_[static_cast<std::size_t>(heading)];
    double speed = 1.0 + 0.5 * (x * (drift.across.values[from] + drift.across.values[to]) +
                                y * (drift.along.values[from] + drift.along.values[to]));
    if (!drift.upward.values.empty()) speed += 0.5 * z * (drift.upward.values[from] + drift.upward.values[to]);
    return speed > 0.0 ? speed : 0.0;
  }
  static double climb(const Slope& slope, Node from, Node to) noexcept {
    const double rise = slope.height.values[to] - slope.height.values[from];
    if (rise >= 0.0) return rise > slope.most_up ? kNever : slope.up * rise;
    return -rise > slope.most_down ? kNever : slope.down * -rise;
  }

  std::vector<Slope> slopes_;
  std::vector<Drift> drifts_;
  std::vector<std::array<double, 3>> directions_;
};

}  // namespace pathstar
