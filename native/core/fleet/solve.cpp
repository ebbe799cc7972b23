#include "fleet/solve.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "fleet/cbs/cbs.hpp"
#include "fleet/exchange/assignment.hpp"
#include "fleet/exchange/exchange.hpp"
#include "fleet/joint/guided.hpp"
#include "fleet/joint/lacam.hpp"
#include "fleet/remainder.hpp"
#include "fleet/repair/improve.hpp"
#include "fleet/repair/lns2.hpp"
#include "fleet/repair/prioritised.hpp"

namespace pathstar::fleet {
namespace {

constexpr std::size_t kFew = 12;  // units for which the default solver tries to prove its plan optimal

// Lists how far each unit is from its goal. With `whole`, makes the whole tables of the goals, which is faster if they
// are needed anyway. False if the time is up; unknown distances are then 0.
bool find_shortest(const Problem& problem, bool whole, Distances& distances, Budget& budget,
                   std::vector<Time>& shortest) {
  shortest.assign(problem.units(), 0);
  try {
    for (Unit unit = 0; unit < problem.units(); ++unit) {
      if (budget.over()) return false;
      if (whole) distances.to(problem.goals[unit]);
      shortest[unit] = distances.between(problem.starts[unit], problem.goals[unit]);
    }
  } catch (const OutOfTime&) {
    return false;
  }
  return true;
}

// Whether there are few units with much room: repair then finds a cheaper plan in as little time.
bool is_sparse(const Problem& problem) {
  constexpr std::size_t kMost = 200, kCells = 8;  // units, and cells for each
  return problem.rules.following && problem.units() <= kMost && kCells * problem.units() <= problem.ground->cells();
}

// Whether a solver needs the distances from most cells.
bool needs_tables(const Problem& problem, const Options& options) {
  if (options.exchange) return true;
  if (options.solver == Solver::automatic || options.solver == Solver::cbs) return !is_sparse(problem);
  return options.solver != Solver::lns2 && options.solver != Solver::prioritised;
}

// Without following. For a small problem, a short search over configurations comes first, as it can prove that there is
// no plan. Repair makes cheaper plans; if it finds none in half of the time, a search over configurations takes over.
Solution first_plan_apart(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget) {
  if (problem.units() <= kFew) {
    Budget part = budget.part(0.5);
    const Solution solution = lacam(problem, distances, LacamGoal::first_plan, seed, part);
    if (solution.outcome != Outcome::limit) return solution;
  }
  Budget half = budget.part(0.5);
  const Solution repaired = plan_by_repair(problem, distances, seed, half);
  if (repaired.outcome == Outcome::solved) return repaired;
  const Solution searched = lacam(problem, distances, LacamGoal::first_plan, seed, budget);
  return searched.outcome == Outcome::limit ? repaired : searched;
}

Solution first_plan(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget) {
  constexpr std::uint64_t kRepairs = 100;         // a few dozen are enough where there is a plan
  constexpr std::size_t kPairs = 1, kShare = 64;  // more pairs that meet mean a crowd, where repair takes long
  if (!problem.rules.following) return first_plan_apart(problem, distances, seed, budget);
  if (is_sparse(problem)) {
    const RepairLimits limits{kPairs + problem.units() / kShare, kRepairs};
    Solution solution = plan_by_repair(problem, distances, seed, budget, limits);
    if (solution.outcome == Outcome::solved) return solution;
  }
  return lacam(problem, distances, LacamGoal::first_plan, seed, budget);
}

// Starts from a good plan; often it is optimal, and only the proof is missing. If it is near the bound, a short proof
// comes first, as repair takes longer where it cannot make the plan cheaper.
Solution optimum(const Problem& problem, Distances& distances, const Options& options, std::int64_t bound,
                 Budget& budget) {
  constexpr std::uint64_t kTurns = 100, kNodes = 8;  // for repair and for the short proof, per unit
  Solution solution = first_plan(problem, distances, options.seed, budget);
  if (solution.outcome != Outcome::solved) return solution;
  const Target target{options.within};
  const auto units = static_cast<std::int64_t>(problem.units());
  const std::int64_t sum = sum_of_costs(solution.paths);
  if (target.is_met(sum, bound)) return solution;
  OptimumProof proof(problem, distances, budget, solution);
  if (sum - bound <= units) proof.run({options.within, kNodes * problem.units()});
  if (target.is_met(sum_of_costs(solution.paths), solution.proven_bound)) return solution;
  improve(problem, distances, options.seed, {options.within, kTurns * problem.units()}, budget, solution);
  proof.run(target);
  return solution;
}

// Sets the goals of the problem to those at which the units end, or to those assigned if there is no plan.
Solution exchange(Problem& problem, Distances& distances, Budget& budget) {
  Solution solution;
  try {
    if (!assign_goals(problem, distances, budget)) return solution;
    solution = plan_with_exchange(problem, distances, budget);
  } catch (const OutOfTime&) {
    return solution;
  }
  if (solution.outcome == Outcome::solved) {
    for (Unit unit = 0; unit < problem.units(); ++unit) problem.goals[unit] = solution.paths[unit].back();
  }
  return solution;
}

// No plan has a smaller sum of costs than the bound.
Solution run(const Problem& problem, Distances& distances, const Options& options, std::int64_t bound, Budget& budget) {
  switch (options.solver) {
    case Solver::lacam:
      return lacam(problem, distances, LacamGoal::first_plan, options.seed, budget);
    case Solver::lacam_star:
      return lacam(problem, distances, LacamGoal::least_loss, options.seed, budget);
    case Solver::prioritised:
      return plan_by_priority(problem, distances, options.seed, budget);
    case Solver::lns2:
      return plan_by_repair(problem, distances, options.seed, budget);
    case Solver::cbs:
      return optimum(problem, distances, options, bound, budget);
    default:
      return options.improve && problem.units() <= kFew ? optimum(problem, distances, options, bound, budget)
                                                        : first_plan(problem, distances, options.seed, budget);
  }
}

// Whether units are in each other's way so much that paths round the crowds are worth the time to find them.
bool is_crowded(const Problem& problem, const Solution& solution) {
  constexpr double kCrowded = 1.25;
  if (!problem.rules.following || !problem.rules.stay || problem.ground->has_durations()) return false;
  return !Target{kCrowded}.is_met(sum_of_costs(solution.paths), solution.proven_bound);
}

// Goes on until the target is met or the time is up. If the target is near, repair alone soon meets it.
void make_cheaper(const Problem& problem, Distances& distances, const Options& options, Budget& budget,
                  Solution& solution) {
  constexpr double kNear = 1.05;
  const auto is_within = [&](double factor) {
    return Target{factor}.is_met(sum_of_costs(solution.paths), solution.proven_bound);
  };
  if (is_within(options.within)) return;
  if (!options.exchange && is_crowded(problem, solution)) {
    if (is_within(kNear * options.within)) {
      improve(problem, distances, options.seed, {options.within, problem.units()}, budget, solution);
      if (is_within(options.within)) return;
    }
    plan_in_traffic(problem, distances, options.seed, budget, solution);
  }
  improve(problem, distances, options.seed, {options.within}, budget, solution);
}

// Plans for all units, or lets all stand if one cannot reach its goal.
Solution plan_all(Problem problem, const Options& options, Budget& budget) {
  Distances distances(*problem.ground);
  distances.watch(&budget);
  Solution solution;
  std::vector<Time> shortest;
  bool in_time = find_shortest(problem, needs_tables(problem, options), distances, budget, shortest);
  if (in_time && options.exchange) {
    solution = exchange(problem, distances, budget);
    in_time = find_shortest(problem, true, distances, budget, shortest);
  }
  const bool reachable = std::find(shortest.begin(), shortest.end(), kForever) == shortest.end();
  if (!in_time || !reachable) {
    solution.outcome = in_time ? Outcome::unsolvable : Outcome::limit;
    solution.paths = standing(problem);
  } else if (options.exchange) {
    solution.proven_bound = bound_of_assignments(problem, distances, budget);
  } else {
    const std::int64_t bound = std::accumulate(shortest.begin(), shortest.end(), std::int64_t{0});
    solution = run(problem, distances, options, bound, budget);
    solution.proven_bound = std::max(solution.proven_bound, bound);
  }
  if (options.improve && solution.outcome == Outcome::solved) {
    make_cheaper(problem, distances, options, budget, solution);
  }
  solution.shortest = std::move(shortest);
  solution.goals = problem.goals;
  return solution;
}

// Plans for the units that can reach their goals. The others stand at their starts, as obstacles.
void plan_for_rest(const Problem& problem, const Options& options, Budget& budget, Solution& solution) {
  std::vector<bool> stands(problem.units());
  for (Unit unit = 0; unit < problem.units(); ++unit) stands[unit] = solution.shortest[unit] == kForever;
  for (;;) {
    Remainder rest({problem.ground, problem.starts, solution.goals, problem.rules}, stands);
    if (rest.units().empty()) return;
    const Solution part = plan_all(rest.problem(), options, budget);
    if (rest.note_blocked(part, stands)) continue;
    rest.add_to(part, solution);
    return;
  }
}

}  // namespace

Solution solve(const Problem& problem, const Options& options, Budget& budget) {
  Solution solution = plan_all(problem, options, budget);
  const bool reachable = std::count(solution.shortest.begin(), solution.shortest.end(), kForever) == 0;
  if (solution.outcome == Outcome::unsolvable && !reachable) plan_for_rest(problem, options, budget, solution);
  return solution;
}

}  // namespace pathstar::fleet
