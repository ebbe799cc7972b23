#include "fleet/repair/prioritised.hpp"

#include <algorithm>
#include <numeric>

#include "fleet/common/random.hpp"
#include "fleet/intervals/safe_search.hpp"

namespace pathstar::fleet {
namespace {

// The units by distance to their goals, the farthest first.
std::vector<Unit> longest_first(const Problem& problem, Distances& distances) {
  std::vector<Unit> order(problem.units());
  std::iota(order.begin(), order.end(), Unit{0});
  std::stable_sort(order.begin(), order.end(), [&](Unit a, Unit b) {
    return distances.between(problem.starts[a], problem.goals[a]) >
           distances.between(problem.starts[b], problem.goals[b]);
  });
  return order;
}

// False also if the time is up.
bool find(const Problem& problem, Distances& distances, Unit unit, SafeSearch& search, UnitPath& path) {
  const Spot start = problem.starts[unit], goal = problem.goals[unit];
  try {
    return search.find(start, goal, distances.toward(goal, start), kForever - 1, path);
  } catch (const OutOfTime&) {
    return false;
  }
}

// Plans in an order. Returns the units without a path.
std::vector<Unit> plan_in_order(const Problem& problem, Distances& distances, const std::vector<Unit>& order,
                                Budget& budget, Paths& paths) {
  Timetable timetable(problem);
  SafeSearch search(problem, timetable);
  std::vector<Unit> failed;
  paths.assign(problem.units(), {});
  for (const Unit unit : order) {
    if (!budget.look() && find(problem, distances, unit, search, paths[unit])) {
      timetable.add(unit, paths[unit]);
    } else {
      failed.push_back(unit);
    }
  }
  return failed;
}

}  // namespace

Solution plan_by_priority(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget) {
  Random random(seed);
  Solution best;
  best.paths.resize(problem.units());
  std::vector<Unit> order = longest_first(problem, distances);
  std::size_t fewest = problem.units() + 1;
  Paths paths;
  while (fewest > 0 && !budget.look()) {
    const auto failed = plan_in_order(problem, distances, order, budget, paths);
    ++best.iterations;
    if (failed.size() < fewest) {
      fewest = failed.size();
      best.paths.swap(paths);
    }
    std::vector<bool> to_front(problem.units());
    for (const Unit unit : failed) to_front[unit] = true;
    std::stable_partition(order.begin(), order.end(), [&](Unit unit) { return to_front[unit]; });
    // Without some randomness, two orders could alternate for ever.
    if (order.size() > 1) std::swap(order[random.below(order.size())], order[random.below(order.size())]);
  }
  if (fewest == 0) {
    best.outcome = Outcome::solved;
    best.history.push_back({budget.seconds(), sum_of_costs(best.paths)});
  }
  return best;
}

}  // namespace pathstar::fleet
