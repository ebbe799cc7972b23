// Disjoint splitting: diagrams of units that must be at some places, and the two children of a conflict.
#include <array>

#include "fleet/cbs/tree_node.hpp"
#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

// A random place or move of a unit.
Prohibition random_place(fleet::Random& random, const Ground& ground, Time latest) {
  const Time time = static_cast<Time>(random.below(latest));
  const auto cell = static_cast<Spot>(random.below(ground.cells()));
  const auto ways = ground.previous(cell);
  const bool is_move = time > 0 && !ways.empty() && random.below(3) == 0;
  return {0, cell, is_move ? ways[random.below(ways.size())] : kNoSpot, time, time + 1};
}

bool is_at(const UnitPath& path, const Prohibition& place) {
  const auto time = static_cast<std::size_t>(place.begin);
  return place_at(path, time) == place.cell && (place.from == kNoSpot || place_at(path, time - 1) == place.from);
}

// Whether a path, at whose end its unit stays, obeys the constraints.
bool obeys(const UnitPath& path, const UnitConstraints& constraints) {
  for (const Prohibition& what : constraints.prohibited) {
    for (Time time = what.begin; time < what.end; ++time) {
      if (is_at(path, {0, what.cell, what.from, time, time + 1})) return false;
    }
  }
  const auto is_met = [&](const Prohibition& place) { return is_at(path, place); };
  return std::all_of(constraints.landmarks.begin(), constraints.landmarks.end(), is_met);
}

// Adds the paths to a goal that obey the constraints and arrive exactly at a time.
void list_all(const Ground& ground, const UnitConstraints& constraints, Spot goal, Time cost, UnitPath& path,
              Paths& paths) {
  if (cost_of(path) == cost) {
    const bool arrives = path.back() == goal && (cost == 0 || path[path.size() - 2] != goal);
    if (arrives && obeys(path, constraints)) paths.push_back(path);
    return;
  }
  const auto go = [&](Spot cell) {
    path.push_back(cell);
    list_all(ground, constraints, goal, cost, path, paths);
    path.pop_back();
  };
  const Spot here = path.back();
  go(here);
  for (const Spot cell : ground.next(here)) go(cell);
}

void list_paths(const Mdd& mdd, Time time, std::uint32_t node, UnitPath& path, Paths& paths) {
  path.push_back(mdd.level(time)[node].cell);
  if (time == mdd.cost()) paths.push_back(path);
  for (const std::uint32_t way : mdd.ways(mdd.level(time)[node])) list_paths(mdd, time + 1, way, path, paths);
  path.pop_back();
}

Paths paths_of(const Mdd& mdd) {
  Paths paths;
  UnitPath path;
  list_paths(mdd, 0, 0, path, paths);
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The cheapest paths that obey the constraints, by trying all paths up to a cost.
Paths cheapest(const Problem& problem, const UnitConstraints& constraints, Time most) {
  Paths paths;
  for (Time cost = constraints.earliest; cost <= most && paths.empty(); ++cost) {
    UnitPath path{problem.starts[0]};
    list_all(*problem.ground, constraints, problem.goals[0], cost, path, paths);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

UnitPath random_walk(fleet::Random& random, const Ground& ground, Spot start) {
  UnitPath path{start};
  for (Time left = 1 + static_cast<Time>(random.below(4)); left > 0; --left) {
    const auto ways = ground.next(path.back());
    const std::size_t choice = random.below(ways.size() + 1);
    path.push_back(choice < ways.size() ? ways[choice] : path.back());
  }
  trim(path);
  return path;
}

Paths random_walks(fleet::Random& random, const Problem& problem) {
  Paths paths;
  for (const Spot start : problem.starts) paths.push_back(random_walk(random, *problem.ground, start));
  return paths;
}

std::vector<Conflict> conflicts_of(const Problem& problem, const Paths& paths) {
  Timetable others(problem);
  std::vector<Conflict> conflicts;
  for (Unit unit = 0; unit < paths.size(); ++unit) {
    find_conflicts(problem, unit, paths[unit], others, conflicts);
    others.add(unit, paths[unit]);
  }
  return conflicts;
}

bool obey(const Problem& problem, const Paths& paths, const Constraints& constraints) {
  for (const Constraint& constraint : constraints) {
    for (Unit unit = 0; unit < paths.size(); ++unit) {
      if (breaks(paths[unit], unit, constraint, problem.rules)) return false;
    }
  }
  return true;
}

// A square of cells with diagonal steps.
Ground diagonal_ground(Node side) {
  return Ground(side * side, {side, side, 1}, [side](Node node, std::vector<Ground::Step>& steps) {
    for (Node next = 0; next < side * side; ++next) {
      const Node x = node % side, y = node / side, to_x = next % side, to_y = next / side;
      if (next != node && x <= to_x + 1 && to_x <= x + 1 && y <= to_y + 1 && to_y <= y + 1) steps.push_back({next, 1});
    }
    return true;
  });
}

}  // namespace

TEST(a_diagram_holds_the_cheapest_paths_over_its_landmarks) {
  fleet::Random random(29);
  Budget budget = seconds(kForever);
  int found = 0, late = 0, none = 0;
  for (int world = 0; world < 300; ++world) {
    const Ground ground = random_floor(random, 3, 3, 6).ground();
    if (ground.cells() < 4) continue;
    const Problem problem = random_units(random, ground, 1);
    Distances distances(ground);
    UnitConstraints constraints;
    constraints.earliest = static_cast<Time>(random.below(3));
    for (std::size_t i = 1 + random.below(2); i > 0; --i)
      constraints.landmarks.push_back(random_place(random, ground, 5));
    for (std::size_t i = random.below(4); i > 0; --i) constraints.prohibited.push_back(random_place(random, ground, 5));
    const auto mdd = MddBuilder(problem, distances, budget).build({problem.starts[0], problem.goals[0]}, constraints);
    const Paths expected = cheapest(problem, constraints, 6);
    if (expected.empty()) {
      CHECK(mdd == nullptr || mdd->cost() > 6);
      ++none;
      continue;
    }
    CHECK(mdd != nullptr);
    if (mdd == nullptr) continue;
    CHECK(paths_of(*mdd) == expected);
    late += mdd->cost() > distances.to(problem.goals[0])[problem.starts[0]];
    ++found;
  }
  CHECK(found > 60 && late > 30 && none > 60);
}

TEST(diagrams_are_kept_apart_by_their_landmarks) {
  const Ground ground = floor_of({"...", "...", "..."}).ground();
  const Problem problem{&ground, {0}, {8}, {}};
  Distances distances(ground);
  Budget budget = seconds(kForever);
  MddBuilder builder(problem, distances, budget);
  UnitConstraints through_middle, past_it;
  through_middle.landmarks.push_back({0, 4, kNoSpot, 2, 3});
  past_it.prohibited.push_back({0, 4, kNoSpot, 2, 3});
  CHECK_EQUAL(paths_of(*builder.build({0, 8}, {})).size(), 6u);
  CHECK_EQUAL(paths_of(*builder.build({0, 8}, through_middle)).size(), 4u);
  CHECK_EQUAL(paths_of(*builder.build({0, 8}, past_it)).size(), 2u);
}

TEST(each_plan_obeys_one_child_of_a_conflict_and_the_conflict_neither) {
  fleet::Random random(41);
  const Ground straight = floor_of({"....", ".#..", "...."}).ground(), diagonal = diagonal_ground(3);
  int splits = 0, forbidden = 0, demanded = 0;
  for (int world = 0; world < 1500; ++world) {
    const Ground& ground = world % 3 == 0 ? straight : diagonal;
    Problem problem = random_units(random, ground, 3, world % 2 == 0);
    problem.rules.stay = world % 5 != 0;
    const Paths paths = random_walks(random, problem);
    const std::vector<Conflict> conflicts = conflicts_of(problem, paths);
    if (conflicts.empty()) continue;
    const auto& sides = conflicts[random.below(conflicts.size())].sides;
    for (const Prohibition& side : sides) {
      const Branches children = at_landmark(problem, side);
      CHECK_EQUAL(children.size(), 2u);
      ++splits;
      for (const Constraints& child : children) CHECK(!obey(problem, paths, child));
      for (int other = 0; other < 40; ++other) {
        const Paths plan = random_walks(random, problem);
        if (!conflicts_of(problem, plan).empty()) continue;
        const bool first = obey(problem, plan, children[0]), second = obey(problem, plan, children[1]);
        CHECK(first != second);
        ++(first ? forbidden : demanded);
      }
    }
  }
  CHECK(splits > 1000 && forbidden > 1000 && demanded > 100);
}

TEST(a_group_knows_its_landmarks_and_keeps_off_those_of_others) {
  const Ground ground = floor_of({"....", "...."}).ground();
  const Problem problem{&ground, {0, 3, 4}, {3, 0, 7}, {true, true}};
  TreeNode node;
  node.constraints = at_landmark(problem, {1, 2, 3, 1, 2})[1];
  const auto asked_of = [&](const std::vector<Unit>& group, Unit unit) {
    UnitConstraints constraints;
    for (const Constraint& constraint : constraints_of_group(node, group)) constraints.add(constraint, unit);
    return constraints;
  };
  for (const Unit unit : {0u, 1u}) {
    const UnitConstraints same = constraints_of(node, unit), with_it = asked_of({0, 1}, unit);
    CHECK_EQUAL(same.landmarks.size(), unit);
    CHECK_EQUAL(with_it.landmarks.size(), same.landmarks.size());
    CHECK_EQUAL(with_it.prohibited.size(), same.prohibited.size());
  }
  for (const Unit unit : {0u, 1u}) {
    const UnitConstraints asked = asked_of({0, 2}, unit);
    CHECK(asked.landmarks.empty());
    ConstraintsNow now(asked);
    now.go_to(1);
    CHECK(now.forbids(1, 2));
    CHECK(now.forbids(2, 3));
    now.go_to(2);
    CHECK(!now.forbids(1, 2));
  }
}
