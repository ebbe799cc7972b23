#include "fleet/joint/guided.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "fleet/common/random.hpp"
#include "fleet/common/traffic.hpp"
#include "fleet/joint/lacam.hpp"

namespace pathstar::fleet {
namespace {

constexpr int kRounds = 2;           // how often each unit chooses its path
constexpr std::size_t kSample = 16;  // tables from which the time for all is estimated
constexpr double kShare = 0.15;      // of the time, for the tables

// Makes the table of each goal in the traffic of all units. False if, judging by the first tables, all would take too
// long.
bool make_tables(const Problem& problem, std::uint64_t seed, Budget& budget, Distances& tables) {
  Traffic traffic(*problem.ground);
  std::vector<std::vector<Move>> ways(problem.units());
  std::vector<Unit> order(problem.units());
  std::iota(order.begin(), order.end(), Unit{0});
  Random random(seed);
  TableGuard guard;
  guard.watch(&budget);
  const double begin = budget.seconds(), most = kShare * (budget.limit() - begin);
  const double all = static_cast<double>(problem.units() * kRounds);
  std::size_t made = 0;
  for (int round = 0; round < kRounds; ++round) {
    random.shuffle(order);
    for (const Unit unit : order) {
      const double spent = budget.seconds() - begin;
      if (spent > most || (made == kSample && spent / kSample * all > most)) return false;
      ++made;
      traffic.remove(ways[unit]);
      DistanceTable table = traffic.table_to(problem.goals[unit], guard);
      ways[unit] = traffic.way(problem.starts[unit], table);
      traffic.add(ways[unit]);
      tables.set(problem.goals[unit], std::move(table));
    }
  }
  return true;
}

// Goes on from the ends of the paths with plain distances: when only few units are still under way, the traffic is
// gone, and paths round it would keep units from getting home.
bool finish(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget, Paths& paths) {
  Problem rest = problem;
  for (Unit unit = 0; unit < problem.units(); ++unit) rest.starts[unit] = paths[unit].back();
  const Solution end = lacam(rest, distances, LacamGoal::first_plan, seed, budget);
  if (end.outcome != Outcome::solved) return false;
  const std::size_t length = std::max_element(paths.begin(), paths.end(), [](const auto& a, const auto& b) {
                               return a.size() < b.size();
                             })->size();
  for (Unit unit = 0; unit < problem.units(); ++unit) {
    UnitPath& path = paths[unit];
    path.resize(length, path.back());
    path.insert(path.end(), end.paths[unit].begin() + 1, end.paths[unit].end());
    trim(path);
  }
  return true;
}

}  // namespace

void plan_in_traffic(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget,
                     Solution& solution) {
  Distances tables(*problem.ground);
  Solution other;
  try {
    if (!make_tables(problem, seed, budget, tables)) return;
    other = lacam(problem, tables, LacamGoal::first_halt, seed, budget);
    if (other.outcome != Outcome::solved && !finish(problem, distances, seed, budget, other.paths)) return;
  } catch (const OutOfTime&) {
    return;
  }
  const std::int64_t sum = sum_of_costs(other.paths);
  if (sum >= sum_of_costs(solution.paths)) return;
  solution.paths = std::move(other.paths);
  solution.history.push_back({budget.seconds(), sum});
}

}  // namespace pathstar::fleet
