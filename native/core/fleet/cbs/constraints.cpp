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
    default:
      prohibited.push_back(constraint.what);
  }
}

bool UnitConstraints::forbids(Spot before, Spot now, Time time) const noexcept {
  return std::any_of(prohibited.begin(), prohibited.end(),
                     [&](const Prohibition& what) { return what.holds(before, now, time); });
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
    default:
      return breaks_prohibition(path, constraint.what, rules);
  }
}

}  // namespace pathstar::fleet
