// The direction in which to move at any point of a grid of squares, so that a crowd walks smoothly down a field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "paths/flow_squares.hpp"

namespace pathstar {

class Grid;

// A field's data for each square, packed so that a point needs two neighbouring rows. It refers to nothing.
class Flow {
 public:
  // `numbers`: as step_numbers() has them. `costs`: of the field. The caller holds the grid's lock.
  Flow(const Grid& grid, std::span<const std::uint8_t> numbers, std::span<const double> costs);

  // `points`: rows of x and y, where the square (x, y) has its centre at (x, y). Writes rows of x and y of length 1:
  // the mean of the directions of the four squares around a point, each weighted by the nearness of its centre. At a
  // source it is the rest of the way to its centre, and 0 where no way leads.
  //
  // Squares that cannot be entered from the point's own do not count. A move of half a square in such a direction stays
  // on squares that steps join; where the mean would lead elsewhere, the direction is that to the next square. Returns
  // the number of rows, or the number of the first point outside, where it stops.
  std::size_t directions(std::span<const double> points, double* out) const;

 private:
  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<FlowSquare> squares_;  // with a row and a square more before the first and after the last
};

}  // namespace pathstar
