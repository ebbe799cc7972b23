// Straight lines between any points of a grid: whether a unit may follow them, what they cost, how far from walls.
//
// When to use: to test and to shorten polylines; for lines between centres alone, see spaces/sight.
// Needs: a grid of squares. Points lie on it: a cell is the square of side 1 around its centre (x, y).
// Guarantee: between centres and for a unit without a size, exact. Otherwise up to kTouch: anything nearer touches.
// Complexity: in proportion to the cells that lie within the unit's reach of the line.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/point.hpp"

namespace pathstar {

inline constexpr double kTouch = 1e-9;  // in cells: lines that come nearer than this to a wall touch it

// The body that follows a line: a point, a disc around it, or a square of cells with its upper left one there.
struct Unit {
  double radius = 0.0;
  std::uint32_t side = 1;
};

// Whether a point is the centre of a cell, of this map or beyond it.
inline bool is_centre(Point at) noexcept { return at.x == std::floor(at.x) && at.y == std::floor(at.y); }

class StraightLines {
 public:
  // `ground` has the walls, `grid` the costs for a unit at a cell; they are the same for a unit without a size. The
  // caller holds their locks.
  StraightLines(const Grid& ground, const Grid& grid, Unit unit) noexcept
      : ground_(&ground), grid_(&grid), unit_(unit) {}

  // A point follows the grid's corner rule. A disc keeps its radius to every wall and to the border of the map, and may
  // touch them; so may a square. The cost for a unit with a size must be known all along the line.
  bool free(Point a, Point b) const;

  // The integral of the cells' costs along the line, times the cost of a straight step. Along the border between two
  // cells their mean counts, or the cost of the only walkable one. Infinity if it crosses a cell that is not walkable.
  // On a grid without costs it is the length, whatever the line crosses. A line that costs more than `most` may return
  // infinity.
  double cost(Point a, Point b, double most = std::numeric_limits<double>::infinity()) const;

  // The distance to the nearest blocked square or to the border of the map; 0 for lines through walls. Anything farther
  // than `most` may be left out.
  double clearance(Point a, Point b, double most) const;

  // Whether a cell of the ground is free; false beyond the map.
  bool walkable(std::int64_t x, std::int64_t y) const noexcept {
    const bool inside = x >= 0 && y >= 0 && x < ground_->width() && y < ground_->height();
    return inside && ground_->walkable(static_cast<Node>(y * ground_->width() + x));
  }

  // Whether a line may cost more than its length.
  bool has_cost() const noexcept { return grid_->has_cost(); }

  // A lower bound for the cost of a line per unit of length.
  double min_cost() const noexcept { return grid_->moves().straight * grid_->min_cost(); }

 private:
  template <class Visit>
  bool each_wall(Point a, Point b, double reach, Visit&& visit) const;
  bool point_fits(Point a, Point b) const;
  bool square_fits(Point a, Point b) const;
  double cell_cost(Point at) const;
  double cost_between_centres(Point a, Point b, double most) const;

  const Grid* ground_;
  const Grid* grid_;
  Unit unit_;
};

// The points of a shortest line over some of the given points, from the first to the last: their numbers in order.
// Empty if it was stopped.
//
// Each of its parts is free, or leads from one point to the next. With `dearer` it is the shortest, whatever its cost;
// otherwise the cheapest. Exact, by dynamic programming. The lines to a point are tried in the order of their minimum
// cost, each until it costs too much: a few if costs differ little, and never more than n * n. Among walls, most lines
// that they cut are left out by their direction alone.
std::vector<std::uint32_t> pull(const StraightLines& lines, const std::vector<Point>& points, bool dearer,
                                const Stop& stop);

}  // namespace pathstar
