#include "fleet/repair/meetings.hpp"

#include <algorithm>

namespace pathstar::fleet {

void Meetings::add(Unit unit, const UnitPath& path, const Timetable& others) {
  ++turn_;
  mark_[unit] = turn_;
  const auto meet = [&](Unit other) {
    if (mark_[other] == turn_) return;
    mark_[other] = turn_;
    met_[unit].push_back(other);
    met_[other].push_back(unit);
    ++pairs_;
  };
  const Time gap = problem_->rules.gap();
  each_stay(path, unit, problem_->rules, [&](Spot cell, const Stay& stay) {
    others.each_there(cell, stay.begin - gap, stay.end + gap, meet);
    if (stay.begin > 0) others.each_met(*problem_->ground, stay.from, cell, stay.begin, meet);
  });
}

void Meetings::remove(Unit unit) {
  for (const Unit other : met_[unit]) std::erase(met_[other], unit);
  pairs_ -= met_[unit].size();
  met_[unit].clear();
}

}  // namespace pathstar::fleet
