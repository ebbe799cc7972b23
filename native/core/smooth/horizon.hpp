// The maximum distance of sight from a cell, in each of many directions.
//
// When to use: to leave out most of the lines from one point that walls cut, before any of them is followed.
// Needs: lines from the centre of a cell to centres of cells.
// Guarantee: hidden cells are seen under no corner rule; cells that are not hidden need not be seen.
// Complexity: looking around takes as many tests as there are cells within kRings of the place, a few times over at
//   most, and far fewer between near walls. A question takes one division.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

namespace pathstar {

class Horizon {
 public:
  // walkable(x, y): whether a cell may be crossed; false beyond the map.
  template <class Walkable>
  void look_around(std::int32_t x, std::int32_t y, Walkable&& walkable) {
    for (std::uint32_t octant = 0; octant < kOctants; ++octant) {
      const std::int32_t right = (octant & kLeft) != 0 ? -1 : 1, down = (octant & kUp) != 0 ? -1 : 1;
      const auto open = [&](std::int32_t along, std::int32_t aside) {
        const bool steep = (octant & kSteep) != 0;
        return walkable(x + right * (steep ? aside : along), y + down * (steep ? along : aside));
      };
      for (std::int32_t fan = 0; fan < kFans; ++fan) reach_[octant * kFans + fan] = reach(fan, open);
    }
  }

  // Whether walls hide the cell (dx, dy) away.
  bool hides(std::int32_t dx, std::int32_t dy) const noexcept {
    std::uint32_t along = std::abs(dx), aside = std::abs(dy), octant = 0;
    if (dx < 0) octant |= kLeft;
    if (dy < 0) octant |= kUp;
    if (aside > along) {
      octant |= kSteep;
      std::swap(along, aside);
    }
    if (along == 0) return false;
    const std::uint32_t fan = std::min<std::uint32_t>(aside * kFans / along, kFans - 1);
    return along > reach_[octant * kFans + fan];
  }

 private:
  static constexpr std::uint32_t kLeft = 1, kUp = 2, kSteep = 4, kOctants = 8;
  static constexpr std::int32_t kFans = 32;  // of an octant, by the slope
  static constexpr std::int32_t kRings = 32;

  // The length of the lines of a fan along the longer axis. They end where every cell in whose column (or row) one of
  // them passes the middle is closed; if it passes between two cells, both count.
  template <class Open>
  static std::uint32_t reach(std::int32_t fan, const Open& open) {
    for (std::int32_t along = 1; along <= kRings; ++along) {
      const std::int32_t first = (2 * along * fan + kFans - 1) / (2 * kFans);
      const std::int32_t last = (2 * along * (fan + 1) + kFans) / (2 * kFans);
      bool closed = true;
      for (std::int32_t aside = first; aside <= last && closed; ++aside) closed = !open(along, aside);
      if (closed) return static_cast<std::uint32_t>(along - 1);
    }
    return std::numeric_limits<std::uint32_t>::max();
  }

  std::array<std::uint32_t, std::size_t{kOctants} * kFans> reach_{};
};

}  // namespace pathstar
