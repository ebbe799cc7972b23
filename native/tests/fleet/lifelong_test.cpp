// Units that go from task to task: no two meet, and each task is done once, by one unit, in the order of its stops.
#include "fleet/joint/lifelong.hpp"

#include <map>
#include <memory>
#include <vector>

#include "fleet/common/strong_parts.hpp"
#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

constexpr std::size_t kBytes = 1 << 20;

std::vector<LifelongOptions> ways_to_plan(std::size_t bytes) {
  return {{true, false, {}, 0, 0, bytes, 1},
          {true, true, {}, 0, 0, bytes, 1},
          {true, true, {}, 6, 20, bytes, 1},
          {true, false, {}, 1, 20, bytes, 1}};
}

std::vector<Node> nodes_of(const Ground& ground, const std::vector<Spot>& cells) {
  std::vector<Node> nodes;
  for (const Spot cell : cells) nodes.push_back(ground.node_of(cell));
  return nodes;
}

// Nodes with random moves between them, most of them one-way.
Ground random_arrows(fleet::Random& random, std::uint32_t nodes, std::uint32_t moves) {
  std::vector<std::vector<Ground::Step>> steps(nodes);
  for (std::uint32_t i = 0; i < moves; ++i) {
    const auto from = static_cast<Node>(random.below(nodes)), to = static_cast<Node>(random.below(nodes));
    if (from != to) steps[from].push_back({to, 1});
  }
  return Ground(nodes, {0, 0, 0}, [&](Node node, std::vector<Ground::Step>& of_node) {
    of_node.insert(of_node.end(), steps[node].begin(), steps[node].end());
    return true;
  });
}

std::vector<bool> led_to(const Ground& ground, Spot from) {
  std::vector<bool> seen(ground.cells());
  std::vector<Spot> cells{from};
  seen[from] = true;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (const Spot next : ground.next(cells[i])) {
      if (!seen[next]) cells.push_back(next);
      seen[next] = true;
    }
  }
  return seen;
}

}  // namespace

TEST(units_with_tasks_never_meet) {
  fleet::Random random(16);
  for (const LifelongOptions& options : ways_to_plan(kBytes)) {
    const auto ground = std::make_shared<Ground>(random_floor(random, 10, 10, 8).ground());
    const std::vector<Spot> starts = random_cells(random, *ground, 30);
    Lifelong lifelong(ground, starts, options);
    Paths paths;
    for (const Spot cell : starts) paths.push_back({cell});
    for (const Node node : nodes_of(*ground, random_cells(random, *ground, 60))) lifelong.add_task({&node, 1});
    std::size_t finished = 0;
    for (int step = 0; step < 120; ++step) {
      lifelong.step(seconds(1e9));
      for (Unit unit = 0; unit < paths.size(); ++unit) paths[unit].push_back(lifelong.cells()[unit]);
      finished += lifelong.take_visits().size();
    }
    CHECK(finished > 30);
    Problem problem{ground.get(), starts, {}, {}};
    for (const UnitPath& path : paths) problem.goals.push_back(path.back());
    CHECK(is_plan(problem, paths));
  }
}

TEST(errands_are_done_in_order_within_the_memory) {
  fleet::Random random(17);
  const auto ground = std::make_shared<Ground>(random_floor(random, 8, 8, 1000).ground());
  const std::size_t table = sizeof(std::uint16_t) * ground->cells();
  for (const LifelongOptions& options : ways_to_plan(4 * table)) {
    Lifelong lifelong(ground, random_cells(random, *ground, 12), options);
    std::vector<std::vector<Node>> errands;
    for (int i = 0; i < 25; ++i) {
      errands.push_back(nodes_of(*ground, random_cells(random, *ground, 1 + random.below(4))));
      lifelong.add_task(errands.back());
    }
    std::map<std::int64_t, std::vector<Visit>> visits;  // by task
    std::size_t finished = 0;
    for (int step = 0; step < 1500 && finished < errands.size(); ++step) {
      lifelong.step(seconds(1e9));
      CHECK(lifelong.table_bytes() <= 5 * table);  // the last table may exceed the limit
      for (const Visit& visit : lifelong.take_visits()) {
        CHECK_EQUAL(ground->node_of(lifelong.cells()[visit.unit]), visit.node);
        visits[visit.task].push_back(visit);
        finished += visit.is_last ? 1 : 0;
      }
    }
    CHECK_EQUAL(finished, errands.size());
    for (const auto& [task, stops] : visits) {
      const std::vector<Node>& errand = errands[static_cast<std::size_t>(task)];
      CHECK_EQUAL(stops.size(), errand.size());
      for (std::size_t i = 0; i < stops.size(); ++i) {
        CHECK_EQUAL(stops[i].stop, i);
        CHECK_EQUAL(stops[i].node, errand[i]);
        CHECK_EQUAL(stops[i].unit, stops[0].unit);
        CHECK_EQUAL(stops[i].is_last, i + 1 == errand.size());
      }
    }
  }
}

TEST(tasks_that_no_unit_can_get_to_take_no_memory) {
  // Moves lead only to higher numbers, and the unit stands at the last one.
  constexpr Node kNodes = 40;
  const auto ground =
      std::make_shared<Ground>(kNodes, Ground::Sides{0, 0, 0}, [](Node node, std::vector<Ground::Step>& steps) {
        if (node + 1 < kNodes) steps.push_back({node + 1, 1});
        return true;
      });
  const std::size_t table = sizeof(std::uint16_t) * kNodes;
  Lifelong lifelong(ground, {kNodes - 1}, {true, false, {}, 0, 0, 3 * table, 1});
  for (Node node = 0; node + 1 < kNodes; ++node) lifelong.add_task({&node, 1});
  lifelong.step(seconds(1e9));
  CHECK(lifelong.table_bytes() <= 3 * table);
  CHECK_EQUAL(lifelong.waiting(), kNodes - 1);
}

TEST(strong_parts_say_what_a_search_says) {
  fleet::Random random(18);
  for (std::uint32_t world = 0; world < 40; ++world) {
    const Ground ground = random_arrows(random, 30, 15 + 2 * world);
    const StrongParts parts(ground);
    for (Spot from = 0; from < ground.cells(); ++from) {
      const std::vector<bool> led = led_to(ground, from);
      for (Spot to = 0; to < ground.cells(); ++to) CHECK_EQUAL(parts.leads(from, to), led[to]);
    }
  }
}
