// Walks of a few units through their diagrams: they find paths that meet nowhere exactly where some exist.
#include "fleet/cbs/joint_walk.hpp"

#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

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

}  // namespace

TEST(walks_together_exist_where_paths_can_be_chosen) {
  fleet::Random random(17);
  Budget budget = seconds(kForever);
  int found = 0, none = 0;
  for (int world = 0; world < 400; ++world) {
    const Ground ground = random_floor(random, 4, 3, 8).ground();
    if (ground.cells() < 5) continue;
    const std::size_t units = 2 + random.below(kMostTogether - 1);
    const Problem problem = random_units(random, ground, units, world % 2 == 0);
    Distances distances(ground);
    MddBuilder builder(problem, distances, budget);
    std::vector<std::shared_ptr<const Mdd>> kept;
    std::vector<const Mdd*> mdds;
    std::vector<Paths> all(units);
    bool reachable = true;
    for (Unit unit = 0; reachable && unit < units; ++unit) {
      const Cell start = problem.starts[unit], goal = problem.goals[unit];
      reachable = distances.to(goal)[start] < kForever;
      if (!reachable) break;
      UnitConstraints constraints;
      constraints.earliest = distances.to(goal)[start] + static_cast<Time>(random.below(2));
      kept.push_back(builder.build({start, goal}, constraints));
      reachable = kept.back() != nullptr;
      if (!reachable) break;
      mdds.push_back(kept.back().get());
      UnitPath path;
      list_paths(*mdds.back(), 0, 0, path, all[unit]);
    }
    if (!reachable) continue;
    Paths chosen, paths;
    const bool exists = can_choose(problem, all, chosen);
    const Walk walk = walk_together(problem, mdds, nullptr, 100'000'000, paths);
    CHECK(walk == (exists ? Walk::found : Walk::none));
    ++(exists ? found : none);
    if (exists) CHECK(is_plan(problem, paths));
  }
  CHECK(found > 50 && none > 20);
}

TEST(diagrams_are_made_once) {
  const Ground ground = floor_of({"....", "....", "...."}).ground();
  const Problem problem{&ground, {0}, {11}, {}};
  Distances distances(ground);
  Budget budget = seconds(kForever);
  MddBuilder builder(problem, distances, budget);
  UnitConstraints first, second, third;
  second.earliest = 3;  // it takes 5 steps
  third.prohibited.push_back({0, 1, kNoCell, 1, 2});
  third.prohibited.push_back({0, 4, kNoCell, 1, 2});
  const auto mdd = builder.build({0, 11}, first);
  CHECK(mdd == builder.build({0, 11}, second));
  const auto later = builder.build({0, 11}, third);
  CHECK_EQUAL(later->cost(), 6);
  third.latest = 5;
  CHECK(builder.build({0, 11}, third) == nullptr);
  third.prohibited.push_back({0, 11, kNoCell, 20, kForever});
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
