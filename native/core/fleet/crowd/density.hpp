// Crowds as a fluid: units slow down where it is denser ahead, and drift away from where it is too dense.
//
// One pass over the cells and a few lookups for each unit: O(cells + n), about a tenth of the time of reciprocal
// avoidance. Bodies may overlap; how much depends on the pressure behind them. Use it for crowds of a hundred thousand,
// where single units do not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fleet/crowd/units.hpp"
#include "fleet/crowd/vec2.hpp"
#include "fleet/crowd/walls.hpp"

namespace pathstar::fleet {

class Density {
 public:
  Density(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {}

  // Sums the areas of the units in each cell.
  void fill(const CrowdUnits& units, const CrowdRules& rules);

  std::size_t size() const noexcept { return size_; }

  // Moves the unit of a row; changes only that row.
  void move(std::size_t row, const CrowdWalls& walls, const CrowdUnits& units, const CrowdRules& rules) const;

 private:
  // The upper left of the four cells around a point, and the weights of those to the right and below.
  struct Corner {
    std::size_t cell;
    float right, below;
  };

  Corner corner_of(double x, double y) const noexcept;
  float at(double x, double y) const noexcept;
  Vec2 push(double x, double y) const noexcept;

  std::uint32_t width_, height_;
  std::size_t size_ = 0;
  std::vector<float> share_;  // of each cell's area, covered by units; with a border of one cell
};

}  // namespace pathstar::fleet
