#include "fleet/repair/neighbourhoods.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

constexpr int kWalks = 10;    // at most, to fill a set
constexpr int kSamples = 32;  // the most delayed of these units is chosen

}  // namespace

Neighbourhoods::Neighbourhoods(const Problem& problem, Distances& distances, const Paths& paths,
                               const Timetable& timetable, Random& random)
    : problem_(&problem),
      distances_(&distances),
      paths_(&paths),
      timetable_(&timetable),
      random_(&random),
      taken_(problem.units()) {}

void Neighbourhoods::find_crossings() {
  const Ground& ground = *problem_->ground;
  seen_.resize(ground.cells());
  for (Spot cell = 0; cell < ground.cells(); ++cell) {
    if (ground.next(cell).size() >= 3) crossings_.push_back(cell);
  }
}

Time Neighbourhoods::delay(Unit unit) {
  const auto& path = (*paths_)[unit];
  return cost_of(path) - distances_->between(path.front(), path.back());
}

// The most delayed of a random sample of units that had no turn yet; kNoUnit if none of them is delayed.
Unit Neighbourhoods::delayed_unit() {
  Unit best = kNoUnit;
  Time most = 0;
  for (int i = 0; i < kSamples; ++i) {
    const Unit unit = random_->below(problem_->units());
    if (taken_[unit] || delay(unit) <= most) continue;
    most = delay(unit);
    best = unit;
  }
  if (best != kNoUnit) {
    taken_[best] = true;
  } else {
    std::fill(taken_.begin(), taken_.end(), false);
  }
  return best;
}

void Neighbourhoods::around_delayed(std::size_t size, UnitSet& units) {
  const Unit unit = delayed_unit();
  if (unit == kNoUnit) return at_random(size, units);
  units.add(unit);
  for (int i = 0; i < kWalks && units.size() < size; ++i)
    add_met(units[random_->below(i == 0 ? 1 : units.size())], 0, size, units);
}

void Neighbourhoods::add_met(Unit unit, Time slack, std::size_t size, UnitSet& units) {
  const UnitPath& path = (*paths_)[unit];
  GrowingDistances& left = distances_->toward(path.back(), path.front());
  const Time latest = cost_of(path) + slack;
  auto time = static_cast<Time>(random_->below(path.size()));
  Spot here = path[static_cast<std::size_t>(time)];
  while (units.size() < size) {
    Spot next = kNoSpot;
    std::uint32_t count = 0;
    const auto consider = [&](Spot cell) {
      if (time + 1 + left(cell) < latest && random_->below(++count) == 0) next = cell;
    };
    for (const Spot cell : problem_->ground->next(here)) consider(cell);
    consider(here);
    if (next == kNoSpot) return;
    ++time;
    timetable_->each_there(next, time, time + 1, [&](Unit other) { units.add(other); });
    if (next != here) timetable_->each_met(*problem_->ground, here, next, time, [&](Unit other) { units.add(other); });
    here = next;
  }
}

void Neighbourhoods::around_crossing(std::size_t size, UnitSet& units) {
  if (seen_.empty()) find_crossings();
  if (crossings_.empty()) return at_random(size, units);
  ++turn_;
  std::vector<Spot> queue{crossings_[random_->below(crossings_.size())]};
  seen_[queue[0]] = turn_;
  for (std::size_t i = 0; i < queue.size() && units.size() < size; ++i) {
    const auto stays = timetable_->at(queue[i]);
    const std::size_t shift = stays.empty() ? 0 : random_->below(stays.size());
    for (std::size_t k = 0; k < stays.size() && units.size() < size; ++k) {
      units.add(stays[(shift + k) % stays.size()].unit);
    }
    for (const Spot cell : problem_->ground->next(queue[i])) {
      if (seen_[cell] == turn_) continue;
      seen_[cell] = turn_;
      queue.push_back(cell);
    }
  }
}

void Neighbourhoods::at_random(std::size_t size, UnitSet& units) {
  size = std::min(size, problem_->units());
  while (units.size() < size) units.add(random_->below(problem_->units()));
}

}  // namespace pathstar::fleet
