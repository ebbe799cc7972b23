// The searches for one unit around others, compared with slow searches over cells and times.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "fleet/common/distances.hpp"
#include "fleet/common/traffic.hpp"
#include "fleet/intervals/safe_search.hpp"
#include "fleet/intervals/soft_search.hpp"
#include "fleet/intervals/timetable.hpp"
#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

constexpr std::size_t kHorizon = 60;  // no path in these small worlds takes longer

// Where the others are at each time, and how they move.
struct Others {
  std::vector<UnitPath> paths;

  bool is_there(Spot cell, std::size_t time) const {
    return std::any_of(paths.begin(), paths.end(), [&](const auto& path) { return place_at(path, time) == cell; });
  }
  bool swaps(Spot from, Spot to, std::size_t arrival) const {
    return std::any_of(paths.begin(), paths.end(), [&](const auto& path) {
      return place_at(path, arrival - 1) == to && place_at(path, arrival) == from;
    });
  }
};

// Random walks that ignore each other, but have different ends.
Others random_walks(fleet::Random& random, const Ground& ground, std::size_t count) {
  Others others;
  for (const Spot start : random_cells(random, ground, count)) {
    UnitPath path{start};
    const std::uint32_t steps = random.below(12);
    for (std::uint32_t i = 0; i < steps; ++i) {
      const auto ways = ground.next(path.back());
      const std::uint32_t way = random.below(ways.size() + 1);
      path.push_back(way == ways.size() ? path.back() : ways[way]);
    }
    trim(path);
    const Spot end = path.back();
    const bool taken = std::any_of(others.paths.begin(), others.paths.end(),
                                   [&](const UnitPath& other) { return !keep_apart(path, other, true); });
    if (!taken && end != kNoSpot) others.paths.push_back(path);
  }
  return others;
}

// The first time at which a unit is at its goal for good; -1 if there is none. A state is a cell and how long the unit
// has been there.
Time slow_arrival(const Ground& ground, const Others& others, Spot start, Spot goal) {
  using State = std::pair<Spot, Time>;  // the unit, and how long it has been there
  std::set<State> now{{start, 0}};
  if (others.is_there(start, 0)) return -1;
  const auto stays_free = [&](std::size_t time) {
    while (time <= kHorizon && !others.is_there(goal, time)) ++time;
    return time > kHorizon;
  };
  for (std::size_t time = 0; time < kHorizon; ++time) {
    if (stays_free(time) && std::any_of(now.begin(), now.end(), [&](const State& at) { return at.first == goal; })) {
      return static_cast<Time>(time);
    }
    std::set<State> next;
    for (const auto& [cell, waited] : now) {
      if (!others.is_there(cell, time + 1)) next.emplace(cell, std::min<Time>(waited + 1, 9));
      for (const Spot to : ground.next(cell)) {
        const bool is_over = waited + 1 >= duration(ground, cell, to);
        if (is_over && !others.is_there(to, time + 1) && !others.swaps(cell, to, time + 1)) next.emplace(to, 0);
      }
    }
    now.swap(next);
  }
  return -1;
}

Problem problem_on(const Ground& ground) { return {&ground, {}, {}, {}}; }

}  // namespace

TEST(distances_count_durations) {
  fleet::Random random(1);
  for (int world = 0; world < 40; ++world) {
    const Floor floor = random_floor(random, 7, 6, 4, 1 + random.below(4));
    const Ground ground = floor.ground();
    Distances distances(ground);
    for (Spot goal = 0; goal < ground.cells(); ++goal) {
      const DistanceTable& table = distances.to(goal);
      CHECK_EQUAL(table[goal], 0);
      for (Spot cell = 0; cell < ground.cells(); ++cell) {
        Time best = cell == goal ? 0 : kForever;
        for (const Spot next : ground.next(cell)) best = std::min(best, table[next] + duration(ground, cell, next));
        CHECK_EQUAL(table[cell], std::min(best, kForever));
      }
    }
  }
}

// With straight moves, with diagonal ones too, or with some that lead anywhere; some of them one-way.
TEST(distances_that_grow_are_those_of_the_table) {
  fleet::Random random(8);
  for (int world = 0; world < 240; ++world) {
    const std::uint32_t width = 3 + random.below(9), height = 2 + random.below(8), size = width * height;
    std::vector<bool> free(size);
    for (std::uint32_t node = 0; node < size; ++node) free[node] = random.below(4) != 0;
    const Ground ground(size, {width, height, 1}, [&](Node node, std::vector<Ground::Step>& steps) {
      for (std::uint32_t next = 0; next < size; ++next) {
        const auto across = static_cast<int>(next % width) - static_cast<int>(node % width);
        const auto down = static_cast<int>(next / width) - static_cast<int>(node / width);
        const int most = std::max(std::abs(across), std::abs(down)), sum = std::abs(across) + std::abs(down);
        const bool near = world % 3 == 0 ? sum == 1 : most == 1;
        const bool leads = near ? random.below(8) != 0 : world % 3 == 2 && random.below(size) == 0;
        if (leads && free[next]) steps.push_back({next, 1});
      }
      return bool{free[node]};
    });
    if (ground.cells() < 3) continue;
    Distances grown(ground), whole(ground);
    const Spot goal = random.below(ground.cells());
    GrowingDistances& growing = grown.toward(goal, random.below(ground.cells()));
    const DistanceTable& table = whole.to(goal);
    for (const Spot asked : random_cells(random, ground, ground.cells())) {
      CHECK_EQUAL(growing(asked), table[asked]);
      for (Spot cell = 0; cell < ground.cells(); ++cell) {
        CHECK(growing.knows(cell) ? growing.at_least(cell) == table[cell] : growing.at_least(cell) <= table[cell]);
      }
    }
    CHECK_EQUAL(grown.to(goal)[goal], 0);
    CHECK(grown.toward(goal, goal).is_whole());
  }
}

// A table that grew toward one unit also serves another.
TEST(safe_search_arrives_first) {
  fleet::Random random(2);
  int found = 0;
  for (int world = 0; world < 400; ++world) {
    const Ground ground = random_floor(random, 5, 4, 5, 1 + random.below(3)).ground();
    if (ground.cells() < 2) continue;
    const Others others = random_walks(random, ground, 1 + random.below(5));
    const Problem problem = problem_on(ground);
    Timetable timetable(problem);
    for (Unit unit = 0; unit < others.paths.size(); ++unit) timetable.add(unit, others.paths[unit]);
    SafeSearch search(problem, timetable);
    Distances distances(ground);
    for (int query = 0; query < 4; ++query) {
      const std::vector<Spot> ends = random_cells(random, ground, 2);
      UnitPath path{kNoSpot};
      const bool planned =
          search.find(ends[0], ends[1], distances.toward(ends[1], ends[query % 2]), kHorizon - 1, path);
      const Time slow = slow_arrival(ground, others, ends[0], ends[1]);
      CHECK_EQUAL(planned ? cost_of(path) : -1, slow);
      if (!planned) {
        CHECK(path == UnitPath{kNoSpot});
        continue;
      }
      ++found;
      CHECK(is_way(ground, path));
      CHECK(path.front() == ends[0] && path.back() == ends[1]);
      for (const UnitPath& other : others.paths) CHECK(keep_apart(path, other, true));
      CHECK(!search.find(ends[0], ends[1], distances.toward(ends[1], ends[0]), slow - 1, path));
    }
  }
  CHECK(found > 300);
}

TEST(a_timetable_forgets_what_is_removed) {
  fleet::Random random(3);
  const Ground ground = random_floor(random, 6, 6, 6).ground();
  const Others others = random_walks(random, ground, 12);
  Timetable timetable(problem_on(ground));
  for (Unit unit = 0; unit < others.paths.size(); ++unit) timetable.add(unit, others.paths[unit]);
  for (Unit unit = 0; unit < others.paths.size(); ++unit) timetable.remove(unit, others.paths[unit]);
  for (Spot cell = 0; cell < ground.cells(); ++cell) CHECK(timetable.at(cell).empty());
}

TEST(soft_search_meets_nobody_where_it_can) {
  fleet::Random random(4);
  int clear = 0, crowded = 0;
  for (int world = 0; world < 300; ++world) {
    const Ground ground = random_floor(random, 5, 4, 5).ground();
    const Others others = random_walks(random, ground, 1 + random.below(6));
    if (ground.cells() < 2) continue;
    const Problem problem = problem_on(ground);
    Timetable timetable(problem);
    for (Unit unit = 0; unit < others.paths.size(); ++unit) timetable.add(unit, others.paths[unit]);
    SoftSearch search(problem, timetable);
    Distances distances(ground);
    Budget budget = seconds(60);
    const std::vector<Spot> ends = random_cells(random, ground, 2);
    const DistanceTable& table = distances.to(ends[1]);
    if (table[ends[0]] >= kForever) continue;
    UnitPath path;
    CHECK(search.find(ends[0], ends[1], table, budget, path));
    CHECK(is_way(ground, path));
    const bool apart = std::all_of(others.paths.begin(), others.paths.end(),
                                   [&](const UnitPath& other) { return keep_apart(path, other, true); });
    const Time slow = slow_arrival(ground, others, ends[0], ends[1]);
    CHECK_EQUAL(apart, slow >= 0);
    if (slow >= 0) CHECK_EQUAL(cost_of(path), slow);
    ++(slow >= 0 ? clear : crowded);
  }
  CHECK(clear > 50 && crowded > 20);
}

TEST(traffic_leads_round_a_crowd) {
  const Ground ground = floor_of({".....", ".....", "....."}).ground();
  Traffic traffic(ground);
  const Spot start = 5, goal = 9;  // the ends of the middle row
  const DistanceTable alone = traffic.table_to(goal, TableGuard());
  const std::vector<Move> straight = traffic.way(start, alone);
  CHECK_EQUAL(straight.size(), 4u);
  const Spot back_goal = 5;
  for (int unit = 0; unit < 20; ++unit) traffic.add(traffic.way(9, traffic.table_to(back_goal, TableGuard())));
  const DistanceTable busy = traffic.table_to(goal, TableGuard());
  CHECK(busy[start] > alone[start]);
  const std::vector<Move> way = traffic.way(start, busy);
  traffic.add(way);
  traffic.remove(way);
  CHECK_EQUAL(traffic.table_to(goal, TableGuard())[start], busy[start]);
}
