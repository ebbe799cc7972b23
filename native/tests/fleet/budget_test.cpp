// Tables of large grounds: their growth ends with the time of the solver, and loses nothing.
#include <initializer_list>

#include "fleet/problems.hpp"
#include "fleet/repair/improve.hpp"
#include "fleet/solve.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

// A ground so large that making a table checks the budget several times.
Ground large_ground(std::uint64_t seed, Time slowest = 1) {
  fleet::Random random(seed);
  return random_floor(random, 400, 300, 9, slowest).ground();
}

// Runs body(distances) with a budget; false if it ran out of time.
template <class Body>
bool in_time(Distances& distances, Budget budget, Body&& body) {
  distances.watch(&budget);
  bool done = true;
  try {
    body();
  } catch (const OutOfTime&) {
    done = false;
  }
  distances.watch(nullptr);
  return done;
}

}  // namespace

TEST(a_table_ends_with_the_time_and_can_be_made_again) {
  for (const Time slowest : {1, 3}) {
    const Ground ground = large_ground(3, slowest);
    Distances distances(ground), whole(ground);
    const Spot goal = 7;
    for (const unsigned count : {0u, 1u}) {
      CHECK(!in_time(distances, looks(count), [&] { distances.to(goal); }));
    }
    for (Spot cell = 0; cell < ground.cells(); ++cell) CHECK(distances.to(goal)[cell] == whole.to(goal)[cell]);
  }
}

TEST(a_growing_table_goes_on_where_it_ran_out_of_time) {
  const Ground ground = large_ground(4);
  Distances distances(ground), whole(ground);
  const Spot goal = 7, near = 9, last = static_cast<Spot>(ground.cells() - 1);
  GrowingDistances& grown = distances.toward(goal, near);
  int stopped = 0;
  while (!in_time(distances, looks(0), [&] { grown(last); })) {
    CHECK(!grown.knows(last) && grown.at_least(last) <= whole.to(goal)[last]);
    CHECK(++stopped < 100);
  }
  CHECK(stopped > 1);
  for (Spot cell = 0; cell < ground.cells(); ++cell) CHECK(grown(cell) == whole.to(goal)[cell]);
}

// Whenever the time is up, a solver has a path for each unit that it reports as planned.
TEST(a_solver_that_runs_out_of_time_within_a_table_keeps_its_plan) {
  const Ground ground = large_ground(5), slow = large_ground(5, 3);
  fleet::Random random(6);
  int ended = 0, solved = 0;
  for (const Solver solver : {Solver::automatic, Solver::lacam, Solver::lacam_star, Solver::prioritised, Solver::lns2,
                              Solver::cbs, Solver::tswap}) {
    for (unsigned count = 0; count < 60; count += count < 20 ? 1 : 9) {
      const bool lasts = solver == Solver::prioritised && count % 2 == 0;
      const Problem problem = random_units(random, lasts ? slow : ground, 4);
      Budget budget = looks(count);
      const Solution solution = solve(problem, {.solver = solver, .exchange = solver == Solver::tswap}, budget);
      CHECK_EQUAL(solution.paths.size(), problem.units());
      (solution.outcome == Outcome::solved ? solved : ended) += 1;
      if (solution.outcome == Outcome::solved && solver != Solver::tswap && !lasts) {
        CHECK(is_plan(problem, solution.paths));
      }
    }
  }
  CHECK(ended > 20 && solved > 20);
}

// Each unit but the first waits for the one before it, so each step takes long: it checks the budget for each unit that
// acts.
TEST(an_exchange_looks_at_the_time_within_a_step) {
  constexpr Unit kUnits = 40;
  const Ground ground = Floor{3 * kUnits, 1, std::vector<Time>(3 * kUnits, 1)}.ground();
  Problem problem{&ground, {}, {}, {}};
  for (Unit unit = 0; unit < kUnits; ++unit) {
    problem.starts.push_back(unit);
    problem.goals.push_back(2 * kUnits + unit);
  }
  unsigned looks = 0;
  Budget budget(1000, [&] { return ++looks == 0; });
  const Solution solution = solve(problem, {.solver = Solver::tswap, .exchange = true, .improve = false}, budget);
  CHECK(solution.outcome == Outcome::solved);
  CHECK(looks >= solution.iterations * kUnits / 16);
}

TEST(a_plan_that_is_improved_survives_the_end_of_the_time) {
  const auto ground = std::make_shared<Ground>(large_ground(8));
  fleet::Random random(9);
  const Problem problem = random_units(random, *ground, 6);
  Budget enough = seconds(1000);
  const Solution first = solve(problem, {.solver = Solver::prioritised, .improve = false}, enough);
  CHECK(first.outcome == Outcome::solved);
  Improvements improvements(ground, problem, first.paths, 1);
  std::int64_t before = sum_of_costs(first.paths);
  for (unsigned part = 0; part < 30; ++part) {
    Budget budget = looks(part % 5);
    const Solution& solution = improvements.run({}, budget);
    CHECK(is_plan(problem, solution.paths));
    CHECK(sum_of_costs(solution.paths) <= before);
    before = sum_of_costs(solution.paths);
  }
}
