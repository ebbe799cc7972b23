// What all solvers share: the problem, the paths that they find, and when they may stop.
#pragma once

#include <cstdint>
#include <vector>

#include "fleet/common/budget.hpp"
#include "fleet/common/distances.hpp"
#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

using Unit = std::uint32_t;
inline constexpr Unit kNoUnit = ~Unit{0};

// Whatever these are, no two units are in one cell at one time, and no two make moves whose midpoints coincide.
struct Rules {
  bool following = true;  // whether a unit may enter a cell in the step in which another leaves it
  bool stay = true;       // whether units stay at their goals; if not, each is gone one step after it gets there

  // How many steps a cell must be empty between two units.
  Time gap() const noexcept { return following ? 0 : 1; }
};

struct Problem {
  const Ground* ground = nullptr;
  std::vector<Spot> starts, goals;  // one of each for each unit
  Rules rules;

  std::size_t units() const noexcept { return starts.size(); }
};

// Where one unit is at times 0, 1, ...; empty if no path was found. After the end of the path, the unit stays or is
// gone.
using UnitPath = std::vector<Spot>;
using Paths = std::vector<UnitPath>;

inline Time cost_of(const UnitPath& path) noexcept { return static_cast<Time>(path.size()) - 1; }

// Each unit stands at its start.
Paths standing(const Problem& problem);

// Removes the waiting at the end of a path.
void trim(UnitPath& path);

// The sum, over the units with a path, of the time from which each is at its goal for good.
std::int64_t sum_of_costs(const Paths& paths) noexcept;

// When a solver that makes a plan cheaper may end before its time is up.
struct Target {
  double within = 1;                        // the sum of costs is at most this times the proven bound
  std::uint64_t turns = ~std::uint64_t{0};  // it has had this many attempts

  bool is_met(std::int64_t sum, std::int64_t bound) const noexcept {
    constexpr double kRounding = 1 + 1e-12;  // within may be the ratio of two sums
    return static_cast<double>(sum) <= within * static_cast<double>(bound) * kRounding;
  }
};

enum class Outcome : std::uint8_t {
  solved,      // every unit has a path to its goal
  unsolvable,  // it is proven that there is no plan
  limit,       // the time is up
};

// One improvement of a plan.
struct Improvement {
  double seconds;
  std::int64_t sum_of_costs;
};

struct Solution {
  Outcome outcome = Outcome::limit;
  Paths paths;
  std::vector<Spot> goals;        // of each unit; may differ from the problem's if goals may be exchanged
  std::vector<Time> shortest;     // how long each unit needs to its goal alone; kForever if it cannot get there
  std::int64_t proven_bound = 0;  // no plan has a smaller sum of costs
  std::vector<Improvement> history;
  std::uint64_t iterations = 0;  // nodes expanded, or repairs tried
};

}  // namespace pathstar::fleet
