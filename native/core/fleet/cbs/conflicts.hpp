// Where two units of a plan meet, each as what one of the two must not do.
#pragma once

#include <array>
#include <vector>

#include "fleet/cbs/constraints.hpp"
#include "fleet/intervals/timetable.hpp"

namespace pathstar::fleet {

// In every plan without conflicts at least one of the two prohibitions holds.
struct Conflict {
  std::array<Prohibition, 2> sides;

  bool concerns(Unit unit) const noexcept { return sides[0].unit == unit || sides[1].unit == unit; }
};

// Adds the conflicts of a unit's path with the paths in a timetable, at most one for each of its stays and moves with
// each other unit.
void find_conflicts(const Problem& problem, Unit unit, const UnitPath& path, const Timetable& others,
                    std::vector<Conflict>& conflicts);

// Units that together must pay at least `extra` more than they cost now.
struct Dependency {
  std::vector<Unit> units;
  Time extra;
};

// A lower bound on the extra cost of all units: the least sum of extra costs that pays every dependency, or less where
// finding that sum is too much work.
Time least_extra(std::vector<Dependency> dependencies);

}  // namespace pathstar::fleet
