#include "fleet/remainder.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

// The cells of the units that stand. Units whose goals are among them stand as well.
std::vector<Spot> taken_by(const Problem& whole, std::vector<bool>& stands) {
  std::vector<bool> taken(whole.ground->cells());
  std::vector<Spot> cells;
  for (bool changed = true; changed;) {
    changed = false;
    for (Unit unit = 0; unit < whole.units(); ++unit) {
      const Spot start = whole.starts[unit];
      if (taken[whole.goals[unit]]) stands[unit] = true;
      if (!stands[unit] || taken[start]) continue;
      taken[start] = changed = true;
      cells.push_back(start);
    }
  }
  return cells;
}

}  // namespace

Remainder::Remainder(const Problem& whole, std::vector<bool>& stands)
    : outer_(*whole.ground), ground_(outer_.without(taken_by(whole, stands))) {
  const auto cell_of = [&](Spot cell) { return ground_.cell_of(outer_.node_of(cell)); };
  problem_ = {&ground_, {}, {}, whole.rules};
  for (Unit unit = 0; unit < whole.units(); ++unit) {
    if (stands[unit]) continue;
    units_.push_back(unit);
    problem_.starts.push_back(cell_of(whole.starts[unit]));
    problem_.goals.push_back(cell_of(whole.goals[unit]));
  }
}

bool Remainder::note_blocked(const Solution& part, std::vector<bool>& stands) const {
  for (std::size_t i = 0; i < units_.size(); ++i) {
    if (part.shortest[i] == kForever) stands[units_[i]] = true;
  }
  return std::count(part.shortest.begin(), part.shortest.end(), kForever) > 0;
}

void Remainder::add_to(const Solution& part, Solution& whole) const {
  const auto cell_of = [&](Spot cell) { return outer_.cell_of(ground_.node_of(cell)); };
  for (std::size_t i = 0; i < units_.size(); ++i) {
    UnitPath& path = whole.paths[units_[i]];
    path.clear();
    for (const Spot cell : part.paths[i]) path.push_back(cell_of(cell));
    const Spot goal = cell_of(part.goals[i]);
    if (whole.goals[units_[i]] == goal) continue;
    whole.goals[units_[i]] = goal;
    whole.shortest[units_[i]] = part.shortest[i];
  }
  whole.proven_bound = part.proven_bound;
  whole.iterations = part.iterations;
}

}  // namespace pathstar::fleet
