// The solvers for many units: every plan is valid, and a slow search confirms what is unsolvable or optimal.
#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <set>

#include "fleet/problems.hpp"
#include "fleet/repair/improve.hpp"
#include "fleet/solve.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

using Places = std::vector<Spot>;

constexpr unsigned kLooks = 2000;  // checks of its budget before a solver ends

// Calls body(places) for each joint step of all units.
template <class Body>
void each_joint_step(const Problem& problem, const Places& from, Places& to, Body&& body) {
  const auto unit = static_cast<Unit>(to.size());
  if (unit == from.size()) return body(to);
  const auto try_cell = [&](Spot cell) {
    for (Unit other = 0; other < unit; ++other) {
      const bool follows = cell == from[other] || to[other] == from[unit];
      const bool swaps = cell == from[other] && to[other] == from[unit];
      if (cell == to[other] || swaps || (!problem.rules.following && follows)) return;
    }
    to.push_back(cell);
    each_joint_step(problem, from, to, body);
    to.pop_back();
  };
  for (const Spot cell : problem.ground->next(from[unit])) try_cell(cell);
  try_cell(from[unit]);
}

// The least sum of costs, by Dijkstra's algorithm; a state is the cells of all units and which of them have arrived for
// good. -1 if there is no plan.
std::int64_t slow_optimum(const Problem& problem) {
  using State = std::pair<Places, std::set<Unit>>;
  std::map<State, std::int64_t> costs;
  std::priority_queue<std::pair<std::int64_t, State>, std::vector<std::pair<std::int64_t, State>>, std::greater<>> open;
  const auto reach = [&](std::int64_t cost, const Places& places, std::set<Unit> home) {
    // Each unit at its goal may decide to stay there for good.
    std::vector<std::set<Unit>> choices{std::move(home)};
    for (Unit unit = 0; unit < places.size(); ++unit) {
      if (places[unit] != problem.goals[unit]) continue;
      for (std::size_t i = choices.size(); i-- > 0;) {
        choices.push_back(choices[i]);
        choices.back().insert(unit);
      }
    }
    for (const auto& choice : choices) {
      const State state{places, choice};
      const auto known = costs.find(state);
      if (known != costs.end() && known->second <= cost) continue;
      costs[state] = cost;
      open.emplace(cost, state);
    }
  };
  reach(0, problem.starts, {});
  while (!open.empty()) {
    const auto [cost, state] = open.top();
    open.pop();
    if (cost > costs[state]) continue;
    if (state.second.size() == problem.units()) return cost;
    Places to;
    each_joint_step(problem, state.first, to, [&](const Places& places) {
      for (const Unit unit : state.second) {
        if (places[unit] != problem.goals[unit]) return;
      }
      reach(cost + static_cast<std::int64_t>(problem.units() - state.second.size()), places, state.second);
    });
  }
  return -1;
}

Solution solved(const Problem& problem, Solver solver, bool improve, Budget budget) {
  return solve(problem, {solver, 1, solver == Solver::tswap, improve}, budget);
}
Solution solved(const Problem& problem, Solver solver) { return solved(problem, solver, false, seconds(20)); }

}  // namespace

TEST(optima_are_those_of_a_slow_search) {
  fleet::Random random(11);
  int plans = 0, none = 0;
  for (int world = 0; world < 150; ++world) {
    const Ground ground = random_floor(random, 3, 3, 5).ground();
    if (ground.cells() < 3) continue;
    const Problem problem = random_units(random, ground, 2 + random.below(2), world % 2 == 0);
    const std::int64_t optimum = slow_optimum(problem);
    const Solution solution = solved(problem, Solver::cbs);
    CHECK_EQUAL(solution.outcome == Outcome::solved, optimum >= 0);
    if (optimum < 0) {
      ++none;
      continue;
    }
    ++plans;
    CHECK(is_plan(problem, solution.paths));
    CHECK_EQUAL(sum_of_costs(solution.paths), optimum);
    CHECK_EQUAL(solution.proven_bound, optimum);
  }
  CHECK(plans > 60 && none > 5);
}

TEST(optima_of_four_units_in_a_crowd) {
  fleet::Random random(18);
  int plans = 0;
  for (int world = 0; world < 12; ++world) {
    const Ground ground = random_floor(random, 3, 3, 9).ground();
    if (ground.cells() < 6) continue;
    const Problem problem = random_units(random, ground, 4);
    const std::int64_t optimum = slow_optimum(problem);
    const Solution solution = solved(problem, Solver::cbs, false, seconds(10));
    if (solution.outcome != Outcome::solved) continue;
    ++plans;
    CHECK(is_plan(problem, solution.paths));
    CHECK_EQUAL(sum_of_costs(solution.paths), optimum);
    CHECK_EQUAL(solution.proven_bound, optimum);
  }
  CHECK(plans > 5);
}

TEST(a_plan_becomes_cheaper_part_by_part) {
  fleet::Random random(23);
  const auto ground = std::make_shared<Ground>(random_floor(random, 12, 12, 1000).ground());
  const Problem problem = random_units(random, *ground, 20);
  const Solution first = solved(problem, Solver::lacam);
  CHECK(first.outcome == Outcome::solved);
  Improvements improvements(ground, problem, first.paths, 1);
  std::int64_t before = sum_of_costs(first.paths);
  for (int part = 0; part < 20; ++part) {
    Budget budget = looks(50);
    const Solution& solution = improvements.run({}, budget);
    CHECK(is_plan(problem, solution.paths));
    const std::int64_t sum = sum_of_costs(solution.paths);
    CHECK(solution.history.empty() ? sum == before : sum < before && solution.history.back().sum_of_costs == sum);
    before = sum;
  }
  CHECK(before < sum_of_costs(first.paths));
  Budget none(0, [] { return false; });
  CHECK(improvements.run({}, none).history.empty());
}

TEST(every_solver_makes_valid_plans) {
  fleet::Random random(12);
  int found = 0;
  for (int world = 0; world < 24; ++world) {
    const Ground ground = random_floor(random, 9, 8, 7).ground();
    const Problem problem = random_units(random, ground, 12, world % 2 == 0);
    for (const Solver solver :
         {Solver::automatic, Solver::lacam, Solver::lacam_star, Solver::prioritised, Solver::lns2}) {
      const Solution solution = solved(problem, solver, solver != Solver::lacam_star, looks(kLooks));
      if (solution.outcome != Outcome::solved) continue;
      ++found;
      CHECK(is_plan(problem, solution.paths));
      CHECK(solution.proven_bound <= sum_of_costs(solution.paths));
      // LaCAM* lowers the loss, which is not the sum of costs.
      for (std::size_t i = 1; solver != Solver::lacam_star && i < solution.history.size(); ++i) {
        CHECK(solution.history[i].sum_of_costs < solution.history[i - 1].sum_of_costs);
      }
      CHECK_EQUAL(solution.history.back().sum_of_costs, sum_of_costs(solution.paths));
    }
  }
  CHECK(found > 60);
}

TEST(losses_are_lowered_within_the_time) {
  constexpr std::uint64_t kInterval = 16;  // visits between two checks of the budget
  fleet::Random random(24);
  const Ground ground = random_floor(random, 8, 8, 1000).ground();
  const Problem problem = random_units(random, ground, 24);
  std::uint64_t asked = 0;
  Budget budget(1e9, [&] { return ++asked == kLooks; });
  const Solution solution = solved(problem, Solver::lacam_star, false, std::move(budget));
  CHECK(solution.outcome == Outcome::solved);
  CHECK(is_plan(problem, solution.paths));
  CHECK_EQUAL(solution.history.back().sum_of_costs, sum_of_costs(solution.paths));
  CHECK(asked > solution.iterations / kInterval + kLooks / 100);  // it also checks while it lowers losses
}

TEST(a_crowd_gets_a_cheaper_plan) {
  fleet::Random random(13);
  const Ground ground = random_floor(random, 16, 16, 1000).ground();
  const Problem problem = random_units(random, ground, 110);
  const Solution first = solved(problem, Solver::lacam);
  const Solution later = solved(problem, Solver::lacam, true, looks(10 * kLooks));
  CHECK(is_plan(problem, first.paths));
  CHECK(is_plan(problem, later.paths));
  CHECK_EQUAL(later.history.front().sum_of_costs, sum_of_costs(first.paths));
  CHECK(sum_of_costs(later.paths) < sum_of_costs(first.paths));
}

TEST(goals_that_may_be_exchanged) {
  fleet::Random random(14);
  for (int world = 0; world < 20; ++world) {
    const Ground ground = random_floor(random, 8, 8, 9).ground();
    Problem problem = random_units(random, ground, 15, world % 2 == 0);
    const Solution solution = solved(problem, Solver::tswap, true, looks(kLooks));
    if (solution.outcome != Outcome::solved) continue;
    std::vector<Spot> given = problem.goals, taken = solution.goals;
    problem.goals = solution.goals;
    CHECK(is_plan(problem, solution.paths));
    std::sort(given.begin(), given.end());
    std::sort(taken.begin(), taken.end());
    CHECK(given == taken);
  }
}

TEST(steps_may_last) {
  fleet::Random random(15);
  int found = 0;
  for (int world = 0; world < 40; ++world) {
    const Ground ground = random_floor(random, 8, 8, 9, 4).ground();
    const Problem problem = random_units(random, ground, 8);
    const Solution solution = solved(problem, Solver::prioritised, true, looks(kLooks));
    if (solution.outcome != Outcome::solved) continue;
    ++found;
    CHECK(is_plan(problem, solution.paths));
  }
  CHECK(found > 20);
}
