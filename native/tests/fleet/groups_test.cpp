// What a few units can do together, compared with slow searches: clauses, paths chosen together, and pairs that pass.
#include <array>

#include "fleet/cbs/clause_solver.hpp"
#include "fleet/cbs/joint_choice.hpp"
#include "fleet/cbs/pair_walk.hpp"
#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

using Clauses = std::vector<std::vector<Literal>>;

bool holds(Literal literal, unsigned values) {
  return ((values >> literal.variable()) % 2 != 0) != literal.is_negated();
}

// Whether some values of the variables make all clauses true.
bool can_hold(const Clauses& clauses, unsigned variables) {
  for (unsigned values = 0; values < 1u << variables; ++values) {
    const auto is_true = [&](const auto& clause) {
      return std::any_of(clause.begin(), clause.end(), [&](Literal literal) { return holds(literal, values); });
    };
    if (std::all_of(clauses.begin(), clauses.end(), is_true)) return true;
  }
  return false;
}

std::vector<Literal> random_literals(fleet::Random& random, std::size_t count, unsigned variables) {
  std::vector<Literal> literals;
  for (std::size_t i = 0; i < count; ++i) literals.emplace_back(random.below(variables), random.below(2) != 0);
  return literals;
}

void list_paths(const Mdd& mdd, Time time, std::uint32_t node, UnitPath& path, Paths& paths) {
  path.push_back(mdd.level(time)[node].cell);
  if (time == mdd.cost()) paths.push_back(path);
  for (const std::uint32_t way : mdd.ways(mdd.level(time)[node])) list_paths(mdd, time + 1, way, path, paths);
  path.pop_back();
}

// Whether one path for each unit can be chosen so that no two meet.
bool can_choose(const Problem& problem, const std::vector<Paths>& all, Paths& chosen) {
  if (chosen.size() == all.size()) return true;
  for (const UnitPath& path : all[chosen.size()]) {
    const auto apart = [&](const UnitPath& other) { return keep_apart(path, other, problem.rules.following); };
    if (!std::all_of(chosen.begin(), chosen.end(), apart)) continue;
    chosen.push_back(path);
    if (can_choose(problem, all, chosen)) return true;
    chosen.pop_back();
  }
  return false;
}

bool can_choose(const Problem& problem, const std::vector<Paths>& all) {
  Paths chosen;
  return can_choose(problem, all, chosen);
}

// The diagrams of units that pay up to `most_extra` more than their shortest paths; none if one has no path.
std::vector<std::shared_ptr<const Mdd>> random_diagrams(fleet::Random& random, const Problem& problem,
                                                        MddBuilder& builder, Distances& distances, Time most_extra) {
  std::vector<std::shared_ptr<const Mdd>> mdds;
  for (Unit unit = 0; unit < problem.units(); ++unit) {
    const Spot start = problem.starts[unit], goal = problem.goals[unit];
    if (distances.to(goal)[start] >= kForever) return {};
    UnitConstraints constraints;
    constraints.earliest = distances.to(goal)[start] + static_cast<Time>(random.below(most_extra + 1));
    mdds.push_back(builder.build({start, goal}, constraints));
    if (mdds.back() == nullptr) return {};
  }
  return mdds;
}

}  // namespace

TEST(clauses_hold_where_some_values_make_them_true) {
  fleet::Random random(31);
  int satisfied = 0, refuted = 0;
  for (int round = 0; round < 600; ++round) {
    const unsigned variables = 3 + random.below(8);
    ClauseSolver solver;
    for (unsigned i = 0; i < variables; ++i) solver.add_variable(random.below(2) != 0);
    Clauses clauses;
    for (int part = 0; part < 4; ++part) {
      for (unsigned i = 0; i < variables; ++i) {
        clauses.push_back(random_literals(random, 1 + random.below(2) + random.below(3), variables));
        solver.add_clause(clauses.back());
      }
      const std::vector<Literal> assumptions = random_literals(random, random.below(4), variables);
      Clauses all = clauses;
      for (const Literal literal : assumptions) all.push_back({literal});
      const Verdict verdict = solver.solve(assumptions, 1'000'000);
      const bool expected = can_hold(all, variables);
      CHECK(verdict == (expected ? Verdict::satisfied : Verdict::refuted));
      ++(expected ? satisfied : refuted);
      if (expected) {
        for (const auto& clause : all) {
          CHECK(std::any_of(clause.begin(), clause.end(), [&](Literal literal) { return solver.holds(literal); }));
        }
        continue;
      }
      all = clauses;
      for (const Literal literal : solver.refuted()) {
        CHECK(std::find(assumptions.begin(), assumptions.end(), literal) != assumptions.end());
        all.push_back({literal});
      }
      CHECK(!can_hold(all, variables));
    }
  }
  CHECK(satisfied > 300 && refuted > 300);
}

TEST(a_choice_that_is_too_much_work_is_unknown) {
  // Seven pigeons in six holes.
  ClauseSolver solver;
  std::array<std::vector<Literal>, 7> holes;
  for (auto& of_pigeon : holes) {
    for (int hole = 0; hole < 6; ++hole) of_pigeon.push_back(solver.add_variable(false));
    solver.add_clause(of_pigeon);
  }
  for (std::size_t hole = 0; hole < 6; ++hole) {
    for (std::size_t one = 0; one < 7; ++one) {
      for (std::size_t other = 0; other < one; ++other)
        solver.add_clause(std::array{!holes[one][hole], !holes[other][hole]});
    }
  }
  CHECK(solver.solve({}, 3) == Verdict::unknown);
  CHECK(solver.solve({}, 1'000'000) == Verdict::refuted);
  CHECK(solver.refuted().empty());
}

TEST(paths_are_chosen_together_where_some_go_together) {
  fleet::Random random(17);
  Budget budget = seconds(kForever);
  int found = 0, none = 0;
  for (int world = 0; world < 600; ++world) {
    const Ground ground = random_floor(random, 4, 3, 8).ground();
    if (ground.cells() < 6) continue;
    const Problem problem = random_units(random, ground, 2 + random.below(4), world % 2 == 0);
    Distances distances(ground);
    MddBuilder builder(problem, distances, budget);
    const auto mdds = random_diagrams(random, problem, builder, distances, 1);
    if (mdds.empty()) continue;
    std::vector<Paths> all(mdds.size());
    JointChoice choice(problem, budget);
    std::vector<Unit> units;
    for (Unit unit = 0; unit < mdds.size(); ++unit) {
      UnitPath path;
      list_paths(*mdds[unit], 0, 0, path, all[unit]);
      choice.add(unit, mdds[unit], all[unit].back());
      units.push_back(unit);
    }
    const bool exists = can_choose(problem, all);
    const Verdict verdict = choice.solve(units, 1'000'000);
    CHECK(verdict == (exists ? Verdict::satisfied : Verdict::refuted));
    ++(exists ? found : none);
    if (exists) {
      Paths paths;
      for (const Unit unit : units) {
        paths.push_back(choice.path_of(unit));
        CHECK(std::find(all[unit].begin(), all[unit].end(), paths.back()) != all[unit].end());
      }
      CHECK(is_plan(problem, paths));
    } else {
      std::vector<Paths> named;
      for (const Unit unit : choice.refuted()) named.push_back(all[unit]);
      CHECK(named.size() >= 2 && !can_choose(problem, named));
    }
    if (units.size() != 2) continue;
    CHECK_EQUAL(may_pass(problem, {mdds[0].get(), mdds[1].get()}, 1'000'000), exists);
    CHECK(may_pass(problem, {mdds[0].get(), mdds[1].get()}, 0) || !exists);
  }
  CHECK(found > 100 && none > 50);
}

TEST(a_choice_ends_when_the_time_is_up) {
  const Ground ground = floor_of({"...."}).ground();
  const Problem problem{&ground, {0}, {3}, {}};
  Distances distances(ground);
  Budget budget = seconds(kForever), none = seconds(0);
  const auto mdd = MddBuilder(problem, distances, budget).build({0, 3}, {});
  JointChoice choice(problem, none);
  choice.add(0, mdd, {0, 1, 2, 3});
  bool out_of_time = false;
  try {
    choice.solve({0}, 1);
  } catch (const OutOfTime&) {
    out_of_time = true;
  }
  CHECK(out_of_time);
}

TEST(diagrams_are_made_once) {
  const Ground ground = floor_of({"....", "....", "...."}).ground();
  const Problem problem{&ground, {0}, {11}, {}};
  Distances distances(ground);
  Budget budget = seconds(kForever);
  MddBuilder builder(problem, distances, budget);
  UnitConstraints first, second, third;
  second.earliest = 3;  // no constraint, as it takes 5 steps
  third.prohibited.push_back({0, 1, kNoSpot, 1, 2});
  third.prohibited.push_back({0, 4, kNoSpot, 1, 2});
  const auto mdd = builder.build({0, 11}, first);
  CHECK(mdd == builder.build({0, 11}, second));
  const auto later = builder.build({0, 11}, third);
  CHECK_EQUAL(later->cost(), 6);
  third.latest = 5;
  CHECK(builder.build({0, 11}, third) == nullptr);
  third.prohibited.push_back({0, 11, kNoSpot, 20, kForever});
  CHECK(builder.build({0, 11}, third) == nullptr);
}

TEST(no_diagram_is_made_when_the_time_is_up) {
  const Ground ground = floor_of({"...."}).ground();
  const Problem problem{&ground, {0}, {3}, {}};
  Distances distances(ground);
  Budget budget = seconds(0);
  MddBuilder builder(problem, distances, budget);
  bool out_of_time = false;
  try {
    builder.build({0, 3}, {});
  } catch (const OutOfTime&) {
    out_of_time = true;
  }
  CHECK(out_of_time);
}
