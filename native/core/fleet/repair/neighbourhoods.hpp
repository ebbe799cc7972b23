// Which units to replan together: those in each other's way.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/random.hpp"
#include "fleet/intervals/timetable.hpp"

namespace pathstar::fleet {

// A set of units, in the order in which they were added.
class UnitSet {
 public:
  explicit UnitSet(std::size_t units) : inside_(units) {}

  void add(Unit unit) {
    if (inside_[unit]) return;
    inside_[unit] = true;
    units_.push_back(unit);
  }
  void clear() {
    for (const Unit unit : units_) inside_[unit] = false;
    units_.clear();
  }
  bool contains(Unit unit) const noexcept { return inside_[unit]; }
  std::size_t size() const noexcept { return units_.size(); }
  Unit operator[](std::size_t i) const noexcept { return units_[i]; }
  std::vector<Unit>& units() noexcept { return units_; }

 private:
  std::vector<bool> inside_;
  std::vector<Unit> units_;
};

// Chooses between options by how well each did before.
template <std::size_t Ways>
class Roulette {
 public:
  Roulette() { weights_.fill(1.0); }

  std::size_t choose(Random& random) {
    double sum = 0;
    for (const double weight : weights_) sum += weight;
    double at = random.unit() * sum;
    chosen_ = 0;
    while (chosen_ + 1 < Ways && at >= weights_[chosen_]) at -= weights_[chosen_++];
    return chosen_;
  }
  // Notes what the last choice has gained.
  void reward(double gain) { weights_[chosen_] = std::max(kLeast, (1 - kRate) * weights_[chosen_] + kRate * gain); }

 private:
  static constexpr double kRate = 0.01, kLeast = 0.01;

  std::array<double, Ways> weights_;
  std::size_t chosen_ = 0;
};

class Neighbourhoods {
 public:
  Neighbourhoods(const Problem& problem, Distances& distances, const Paths& paths, const Timetable& timetable,
                 Random& random);

  // A unit with a long delay, and those that it would meet on quicker paths.
  void around_delayed(std::size_t size, UnitSet& units);
  // Units that come through a crossing and the cells around it.
  void around_crossing(std::size_t size, UnitSet& units);
  void at_random(std::size_t size, UnitSet& units);
  // Adds units that a unit would meet on a random walk to its goal, which arrives less than `slack` steps later than
  // its path.
  void add_met(Unit unit, Time slack, std::size_t size, UnitSet& units);

 private:
  void find_crossings();
  Time delay(Unit unit);
  Unit delayed_unit();

  const Problem* problem_;
  Distances* distances_;
  const Paths* paths_;
  const Timetable* timetable_;
  Random* random_;
  std::vector<Spot> crossings_;      // cells with three neighbours or more, once they are needed
  std::vector<bool> taken_;          // units that had their turn as the delayed one
  std::vector<std::uint32_t> seen_;  // by cell: the last turn in which around_crossing reached it
  std::uint32_t turn_ = 0;
};

}  // namespace pathstar::fleet
