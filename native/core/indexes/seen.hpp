// The subgoals that a cell sees, as the queries of an index want them.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/sight.hpp"
#include "indexes/step_units.hpp"

namespace pathstar {

// How a cell sees a subgoal, in one byte: the side, and which of those on that side.
using Way = std::uint8_t;
inline constexpr int kWaysPerSide = 32;
inline constexpr Way kItself = 0xff;  // the cell is the subgoal
inline constexpr Way kUnnamed = 31;   // one of those beyond the 31st on its side

struct Seen {
  std::uint32_t subgoal;
  std::uint32_t cost;
  std::int32_t x;
  std::int32_t y;
  std::int32_t diagonal;  // steps before the bend
  Way way;
};

// The subgoals seen to one side, in an order that is always the same, behind those that `seen` holds already.
inline void see_to(int side, const Sight& sight, const StepUnits& units, int x, int y, std::vector<Seen>& seen) {
  int number = 0;
  sight.look_to(side, x, y, [&](int to_x, int to_y, int straight, int diagonal) {
    const auto cost = units.length(static_cast<std::uint32_t>(straight), static_cast<std::uint32_t>(diagonal));
    const Way way = number < kWaysPerSide - 1 ? static_cast<Way>(side * kWaysPerSide + number) : kUnnamed;
    seen.push_back({sight.subgoal(to_x, to_y), cost, to_x, to_y, diagonal, way});
    ++number;
  });
}

// All that the cell sees; only itself, if it is a subgoal.
inline void see(const Sight& sight, const StepUnits& units, int x, int y, std::vector<Seen>& seen) {
  seen.clear();
  if (const std::uint32_t own = sight.subgoal(x, y); own != Sight::kNone) {
    seen.push_back({own, 0, x, y, 0, kItself});
    return;
  }
  for (int side = 0; side < Sight::kSides; ++side) see_to(side, sight, units, x, y, seen);
}

}  // namespace pathstar
