#include "fleet/cbs/conflicts.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pathstar::fleet {
namespace {

Prohibition at(Unit unit, Spot cell, Time time) { return {unit, cell, kNoSpot, time, time + 1}; }

bool share_units(const Dependency& one, const Dependency& other) {
  return std::find_first_of(one.units.begin(), one.units.end(), other.units.begin(), other.units.end()) !=
         one.units.end();
}

// Finds the least sum by trying, dependency by dependency, what each unit pays.
class Payments {
 public:
  explicit Payments(std::vector<Dependency> dependencies) : dependencies_(std::move(dependencies)) {}

  Time least() {
    best_ = 0;
    for (const Dependency& dependency : dependencies_) best_ += dependency.extra;  // if each pays alone
    const Time matched = matching();
    choose(0, 0);
    return work_ == 0 ? matched : best_;
  }

 private:
  // A lower bound: dependencies without a unit in common pay separately.
  Time matching() const {
    std::vector<const Dependency*> taken;
    Time sum = 0;
    for (const Dependency& dependency : dependencies_) {
      const auto clashes = [&](const Dependency* other) { return share_units(dependency, *other); };
      if (std::any_of(taken.begin(), taken.end(), clashes)) continue;
      taken.push_back(&dependency);
      sum += dependency.extra;
    }
    return sum;
  }

  void choose(std::size_t first, Time sum) {
    if (sum >= best_ || work_ == 0) return;
    while (first < dependencies_.size() && missing(dependencies_[first]) <= 0) ++first;
    if (first == dependencies_.size()) {
      best_ = sum;
      return;
    }
    --work_;
    share(first, 0, missing(dependencies_[first]), sum);
  }

  Time missing(const Dependency& dependency) {
    Time rest = dependency.extra;
    for (const Unit unit : dependency.units) rest -= paid_[unit];
    return rest;
  }

  // Tries each way to share the missing cost among the units of a dependency, from the one at `place` on.
  void share(std::size_t number, std::size_t place, Time rest, Time sum) {
    const Dependency& open = dependencies_[number];
    const Unit unit = open.units[place];
    const bool is_last = place + 1 == open.units.size();
    for (Time part = is_last ? rest : 0; part <= rest; ++part) {
      paid_[unit] += part;
      if (is_last) {
        choose(number + 1, sum + part);
      } else {
        share(number, place + 1, rest - part, sum + part);
      }
      paid_[unit] -= part;
    }
  }

  std::vector<Dependency> dependencies_;
  std::map<Unit, Time> paid_;
  Time best_ = 0;
  std::size_t work_ = 2000;
};

// Removes and returns the last dependency and all that common units link to it.
std::vector<Dependency> take_component(std::vector<Dependency>& dependencies) {
  std::vector<Dependency> component{dependencies.back()};
  dependencies.pop_back();
  for (std::size_t i = 0; i < component.size(); ++i) {
    const Dependency at = component[i];
    const auto is_apart = [&](const Dependency& other) { return !share_units(at, other); };
    const auto linked = std::stable_partition(dependencies.begin(), dependencies.end(), is_apart);
    component.insert(component.end(), linked, dependencies.end());
    dependencies.erase(linked, dependencies.end());
  }
  return component;
}

}  // namespace

void find_conflicts(const Problem& problem, Unit unit, const UnitPath& path, const Timetable& others,
                    std::vector<Conflict>& conflicts) {
  const Ground& ground = *problem.ground;
  const Time gap = problem.rules.gap();
  const auto meet_moves = [&](Spot from, Spot to, Time arrival, Spot a, Spot b) {
    others.each_mover(a, b, arrival, [&](Unit other) {
      conflicts.push_back({{Prohibition{unit, to, from, arrival, arrival + 1}, {other, b, a, arrival, arrival + 1}}});
    });
  };
  each_stay(path, unit, problem.rules, [&](Spot cell, const Stay& own) {
    for (const Stay& stay : others.at(cell)) {
      if (stay.begin >= own.end + gap) break;
      if (stay.end + gap <= own.begin) continue;
      const Time mine = std::clamp(stay.begin, own.begin, own.end - 1);
      const Time theirs = std::clamp(own.begin, stay.begin, stay.end - 1);
      conflicts.push_back({{at(unit, cell, mine), at(stay.unit, cell, theirs)}});
    }
    if (own.begin == 0) return;
    meet_moves(own.from, cell, own.begin, cell, own.from);
    for (const auto& [a, b] : ground.crossings(own.from, cell)) {
      meet_moves(own.from, cell, own.begin, a, b);
      meet_moves(own.from, cell, own.begin, b, a);
    }
  });
}

Time least_extra(std::vector<Dependency> dependencies) {
  Time sum = 0;
  while (!dependencies.empty()) {
    std::vector<Dependency> component = take_component(dependencies);
    std::sort(component.begin(), component.end(), [](const auto& a, const auto& b) { return a.extra > b.extra; });
    sum += Payments(std::move(component)).least();
  }
  return sum;
}

}  // namespace pathstar::fleet
