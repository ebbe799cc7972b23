#include "fleet/cbs/conflicts.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace pathstar::fleet {
namespace {

Prohibition at(Unit unit, Cell cell, Time time) { return {unit, cell, kNoCell, time, time + 1}; }

// Chooses what each unit pays, dependency by dependency, and keeps the least sum.
class Payments {
 public:
  explicit Payments(std::vector<Dependency> dependencies) : dependencies_(std::move(dependencies)) {}

  Time least() {
    best_ = 0;
    for (const Dependency& dependency : dependencies_) best_ += dependency.extra;  // if all the first ones pay
    const Time matched = matching();
    choose(0, 0);
    return work_ == 0 ? matched : best_;
  }

 private:
  // Pairs without a unit in common pay on their own: a lower bound.
  Time matching() const {
    std::vector<Unit> taken;
    Time sum = 0;
    const auto is_taken = [&](Unit unit) { return std::find(taken.begin(), taken.end(), unit) != taken.end(); };
    for (const Dependency& dependency : dependencies_) {
      if (is_taken(dependency.a) || is_taken(dependency.b)) continue;
      taken.insert(taken.end(), {dependency.a, dependency.b});
      sum += dependency.extra;
    }
    return sum;
  }

  void choose(std::size_t first, Time sum) {
    if (sum >= best_ || work_ == 0) return;
    const auto missing = [&](const Dependency& d) { return d.extra - paid_[d.a] - paid_[d.b]; };
    while (first < dependencies_.size() && missing(dependencies_[first]) <= 0) ++first;
    if (first == dependencies_.size()) {
      best_ = sum;
      return;
    }
    --work_;
    const Dependency& open = dependencies_[first];
    const Time rest = missing(open);
    for (Time part = 0; part <= rest; ++part) {
      paid_[open.a] += part;
      paid_[open.b] += rest - part;
      choose(first + 1, sum + rest);
      paid_[open.a] -= part;
      paid_[open.b] -= rest - part;
    }
  }

  std::vector<Dependency> dependencies_;
  std::map<Unit, Time> paid_;
  Time best_ = 0;
  std::size_t work_ = 2000;
};

// The dependencies that are linked with the last one by common units; takes them out.
std::vector<Dependency> take_component(std::vector<Dependency>& dependencies) {
  std::vector<Dependency> component{dependencies.back()};
  dependencies.pop_back();
  for (std::size_t i = 0; i < component.size(); ++i) {
    const Dependency at = component[i];
    const auto is_apart = [&](const Dependency& d) { return d.a != at.a && d.a != at.b && d.b != at.a && d.b != at.b; };
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
  const auto meet_moves = [&](Cell from, Cell to, Time arrival, Cell a, Cell b) {
    others.each_mover(a, b, arrival, [&](Unit other) {
      conflicts.push_back({{Prohibition{unit, to, from, arrival, arrival + 1}, {other, b, a, arrival, arrival + 1}}});
    });
  };
  each_stay(path, unit, problem.rules, [&](Cell cell, const Stay& own) {
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
