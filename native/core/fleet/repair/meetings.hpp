// Which pairs of units meet in a plan with conflicts.
#pragma once

#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/intervals/timetable.hpp"

namespace pathstar::fleet {

class Meetings {
 public:
  explicit Meetings(const Problem& problem) : problem_(&problem), met_(problem.units()), mark_(problem.units()) {}

  // Records which of the units in the timetable a unit meets on its path.
  void add(Unit unit, const UnitPath& path, const Timetable& others);
  void remove(Unit unit);

  const std::vector<Unit>& of(Unit unit) const noexcept { return met_[unit]; }
  std::size_t pairs() const noexcept { return pairs_; }

 private:
  const Problem* problem_;
  std::vector<std::vector<Unit>> met_;
  std::vector<std::uint32_t> mark_;
  std::uint32_t turn_ = 0;
  std::size_t pairs_ = 0;
};

}  // namespace pathstar::fleet
