// The distances of the centres of cells from the nearest blocked square: from its border, not its centre.
//
// When to use: clearance of round bodies, costs near walls.
// Guarantee: exact. Distances are kept as the squares of twice their lengths, which are whole numbers. With a reach,
//   those below (2 * reach + 1)^2 are exact, and the others are at least that.
// Complexity: linear in the cells of the box and of those within reach.
// Reference: Felzenszwalb and Huttenlocher 2012, Distance transforms of sampled functions; Meijster et al. 2000, A
//   general algorithm for computing distance transforms in linear time.
// Where it differs from the papers: the sites of a row are the borders between its columns, because the nearest point
//   of a square in another column lies on its border. So distances to squares take no more work than to points.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "maps/boxes.hpp"

namespace pathstar {

class WallDistances {
 public:
  static constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max();  // no blocked square within reach

  // passable: width * height bytes, not 0 where free. border: whether everything outside is blocked.
  WallDistances(const std::uint8_t* passable, std::uint32_t width, std::uint32_t height, bool border) noexcept
      : passable_(passable), width_(width), height_(height), border_(border) {}

  // Prepares for rows of this box. Blocked squares count up to `reach` columns and rows beyond it.
  void look_at(const Box& box, std::uint32_t reach);

  // The squares of twice the distances of a row's cells in the box; they are valid until the next call.
  std::span<const std::uint64_t> row(std::uint32_t y);

 private:
  struct Site {
    std::int64_t at;      // in half columns
    std::int64_t height;  // the square of twice the distance down or up to the nearest square
    std::int64_t from;    // the half column from which it is the nearest
  };

  void measure_columns();
  void add_site(std::int64_t at, std::int64_t height);

  const std::uint8_t* passable_;
  std::uint32_t width_;
  std::uint32_t height_;
  bool border_;
  Box box_{};
  Box window_{};                        // the box and what is within reach
  std::vector<std::uint32_t> down_;     // rows from each cell of the box to a blocked one, by the window's columns
  std::vector<std::uint32_t> running_;  // the same while columns are followed
  std::vector<Site> sites_;
  std::vector<std::int64_t> heights_;
  std::vector<std::uint64_t> row_;
};

}  // namespace pathstar
