#include "fleet/cbs/constraints.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

using Kind = Constraint::Kind;

bool breaks_prohibition(const UnitPath& path, const Prohibition& what, const Rules& rules) noexcept {
  for (Time time = 0; time < static_cast<Time>(path.size()); ++time) {
    if (what.holds(path[time == 0 ? 0 : time - 1], path[time], time)) return true;
  }
  return rules.stay && what.from == kNoSpot && what.cell == path.back() && what.end > cost_of(path);
}

bool misses_landmark(const UnitPath& path, const Prohibition& what, const Rules& rules) noexcept {
  const Time time = what.begin, cost = cost_of(path);
  if (time > cost && !rules.stay) return true;
  return !what.holds(path[std::clamp(time - 1, 0, cost)], path[std::min(time, cost)], time);
}

}  // namespace

bool concerns(const Constraint& constraint, Unit unit) noexcept {
  return (constraint.kind == Kind::keep_off) != (constraint.what.unit == unit);
}

void UnitConstraints::add(const Constraint& constraint, Unit unit) {
  if (!concerns(constraint, unit)) return;
  switch (constraint.kind) {
    case Kind::later_than:
      earliest = std::max(earliest, constraint.what.begin + 1);
      break;
    case Kind::no_later:
      latest = std::min(latest, constraint.what.begin);
      break;
    case Kind::be_there:
      landmarks.push_back(constraint.what);
      break;
    default:
      prohibited.push_back(constraint.what);
  }
}

void ConstraintsNow::go_to(Time time) {
  time_ = time;
  prohibited_.clear();
  landmarks_.clear();
  for (const Prohibition& what : all_->prohibited) {
    if (what.begin <= time && time < what.end) prohibited_.push_back(what);
  }
  for (const Prohibition& what : all_->landmarks) {
    if (what.begin == time) landmarks_.push_back(what);
  }
}

bool ConstraintsNow::forbids(Spot before, Spot now) const noexcept {
  const auto holds = [&](const Prohibition& what) { return what.holds(before, now, time_); };
  return std::any_of(prohibited_.begin(), prohibited_.end(), holds) ||
         !std::all_of(landmarks_.begin(), landmarks_.end(), holds);
}

Time UnitConstraints::free_from(Spot cell) const noexcept {
  Time free = 0;
  for (const Prohibition& what : prohibited) {
    if (what.cell == cell && what.from == kNoSpot) free = std::max(free, what.end);
  }
  return free;
}

bool breaks(const UnitPath& path, Unit unit, const Constraint& constraint, const Rules& rules) noexcept {
  if (!concerns(constraint, unit)) return false;
  switch (constraint.kind) {
    case Kind::later_than:
      return cost_of(path) <= constraint.what.begin;
    case Kind::no_later:
      return cost_of(path) > constraint.what.begin;
    case Kind::be_there:
      return misses_landmark(path, constraint.what, rules);
    default:
      return breaks_prohibition(path, constraint.what, rules);
  }
}

}  // namespace pathstar::fleet
