// The subgoals that a cell sees, for the queries of an index.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/damaged_index.hpp"
#include "indexes/common/step_units.hpp"
#include "indexes/subgoals/sight.hpp"

namespace pathstar {

struct Seen {
  std::uint32_t subgoal;
  std::uint32_t cost;
  std::int32_t x;
  std::int32_t y;

  Place place() const noexcept { return {static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)}; }
};

// All subgoals that the cell sees, in a fixed order; only the cell itself if it is one. Throws DamagedIndex if the
// tables show a subgoal that is missing from their rows.
inline void see(const Sight& sight, const StepUnits& units, int x, int y, std::vector<Seen>& seen) {
  seen.clear();
  if (const std::uint32_t own = sight.subgoal(x, y); own != Sight::kNone) {
    seen.push_back({own, 0, x, y});
    return;
  }
  sight.look(x, y, [&](int to_x, int to_y, int straight, int diagonal) {
    const std::uint32_t subgoal = sight.subgoal(to_x, to_y);
    if (subgoal == Sight::kNone) throw DamagedIndex();
    const auto cost = units.length(static_cast<std::uint32_t>(straight), static_cast<std::uint32_t>(diagonal));
    seen.push_back({subgoal, cost, to_x, to_y});
  });
}

}  // namespace pathstar
