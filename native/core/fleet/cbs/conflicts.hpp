// Where two units of a plan meet.
#pragma once

#include <array>
#include <vector>

#include "fleet/cbs/constraints.hpp"
#include "fleet/intervals/timetable.hpp"

namespace pathstar::fleet {

// One prohibition for each of the two units. Every plan without conflicts obeys at least one of them.
struct Conflict {
  std::array<Prohibition, 2> sides;

  bool concerns(Unit unit) const noexcept { return sides[0].unit == unit || sides[1].unit == unit; }
};

// Adds the conflicts of a unit's path with the paths in a timetable, at most one for each of its stays and moves with
// each other unit.
void find_conflicts(const Problem& problem, Unit unit, const UnitPath& path, const Timetable& others,
                    std::vector<Conflict>& conflicts);

// Units that together must pay at least `extra` more than now.
struct Dependency {
  std::vector<Unit> units;
  Time extra;
};

// A lower bound on the extra cost of all units: the least sum that pays every dependency, or less if finding it is too
// much work.
Time least_extra(std::vector<Dependency> dependencies);

}  // namespace pathstar::fleet
