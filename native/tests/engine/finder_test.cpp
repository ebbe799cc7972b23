// The engine compared with the slow search, under every rule.
#include "engine/finders/finder.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <future>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr OpenKind kOpenKinds[] = {OpenKind::automatic, OpenKind::bucket, OpenKind::heap, OpenKind::sorted,
                                   OpenKind::unsorted};
constexpr HeuristicKind kSafe[] = {HeuristicKind::zero, HeuristicKind::octile, HeuristicKind::euclidean,
                                   HeuristicKind::chebyshev};

void check_best(const World& world, const PathResult& result, Node start, Node goal, double best) {
  CHECK_EQUAL(result.status == Status::found, best < kInfinity);
  CHECK(near(result.cost, best));
  if (result.status != Status::found) return;
  const std::vector<Node> nodes = result.nodes();
  CHECK_EQUAL(nodes.front(), start);
  CHECK_EQUAL(nodes.back(), goal);
  CHECK(near(added_up(world, nodes), result.cost));
}

Node some_open_node(Dice& dice, const World& world) {
  for (;;) {
    const Node node = dice.roll(world.size());
    if (world.walkable[node] != 0) return node;
  }
}

}  // namespace

TEST(every_open_list_and_safe_heuristic_is_optimal) {
  Dice dice(21);
  for (const World& world : zoo(22, 12, 9)) {
    const auto made = make_finder(world.grid());
    Finder& finder = *made;
    for (int query = 0; query < 3; ++query) {
      const Node start = some_open_node(dice, world), goal = some_open_node(dice, world);
      const double best = slow_costs(world, start)[goal];
      for (const OpenKind open : kOpenKinds) {
        for (const HeuristicKind heuristic : kSafe) {
          check_best(world, find(finder, start, goal, {.heuristic = heuristic, .open = open}), start, goal, best);
        }
      }
    }
  }
}

TEST(a_weight_bounds_the_cost) {
  Dice dice(23);
  for (const World& world : zoo(24, 12, 9)) {
    const auto made = make_finder(world.grid());
    Finder& finder = *made;
    const Node start = some_open_node(dice, world), goal = some_open_node(dice, world);
    const double best = slow_costs(world, start)[goal];
    for (const OpenKind open : kOpenKinds) {
      for (const double weight : {1.5, 3.0}) {
        const auto result = find(finder, start, goal, {.weight = weight, .open = open});
        if (best == kInfinity) {
          CHECK(result.status == Status::no_path);
        } else {
          CHECK(result.cost >= best * (1 - 1e-9));
          CHECK(result.cost <= best * weight * (1 + 1e-9));
          CHECK(near(added_up(world, result.nodes()), result.cost));
        }
      }
    }
  }
}

TEST(slices_make_the_whole) {
  Dice dice(25);
  for (const World& world : zoo(26, 12, 9)) {
    const auto made = make_finder(world.grid());
    Finder& finder = *made;
    const Node start = some_open_node(dice, world), goal = some_open_node(dice, world);
    const auto whole = find(finder, start, goal);
    for (const std::uint64_t budget : {1, 2, 7}) {
      const auto search = finder.search(start, goal, {});
      while (search->step(budget) == Status::running) {
      }
      const auto sliced = search->result();
      CHECK(sliced.status == whole.status);
      CHECK(sliced.nodes() == whole.nodes());
      CHECK_EQUAL(sliced.cost, whole.cost);
      CHECK_EQUAL(sliced.stats.expanded, whole.stats.expanded);
    }
  }
}

TEST(recording_changes_nothing) {
  Dice dice(27);
  for (const World& world : zoo(28, 12, 9)) {
    const auto made = make_finder(world.grid());
    Finder& finder = *made;
    const Node start = some_open_node(dice, world), goal = some_open_node(dice, world);
    const auto silent = find(finder, start, goal);
    const auto recorder = std::make_shared<Recorder>(std::size_t{1} << 20);
    const auto search = finder.record(start, goal, {}, recorder);
    search->step(std::numeric_limits<std::uint64_t>::max());
    CHECK(search->result().nodes() == silent.nodes());
    CHECK(search->status() == silent.status);
    std::uint64_t expanded = 0;
    for (const Event& event : recorder->events()) expanded += event.type == EventType::expand;
    CHECK_EQUAL(expanded, search->result().stats.expanded);
  }
}

TEST(blocked_ends_and_the_shortest_path_of_all) {
  const World world = drawn({".#."});
  const auto made = make_finder(world.grid());
  Finder& finder = *made;
  CHECK(find(finder, 1, 0).status == Status::blocked_start);
  CHECK(find(finder, 0, 1).status == Status::blocked_goal);
  CHECK(find(finder, 0, 2).status == Status::no_path);
  CHECK_EQUAL(find(finder, 0, 2).stats.expanded, 0u);
  const auto stay = find(finder, 2, 2);
  CHECK(stay.status == Status::found);
  CHECK_EQUAL(stay.cost, 0.0);
  CHECK_EQUAL(stay.length, 1u);
}

TEST(a_limit_ends_the_search) {
  const World world = drawn({"........"});
  const auto made = make_finder(world.grid());
  Finder& finder = *made;
  CHECK(find(finder, 0, 7, {.max_expansions = 3}).status == Status::limit);
  CHECK_EQUAL(find(finder, 0, 7, {.max_expansions = 3}).stats.expanded, 3u);
  CHECK(find(finder, 0, 7, {.max_expansions = 8}).status == Status::found);
}

TEST(a_poll_can_stop_a_long_search) {
  Dice dice(30);
  const World world = rolled(dice, 500, 500, 1000, false);
  const auto made = make_finder(world.grid());
  Finder& finder = *made;
  const auto result = finder.find(some_open_node(dice, world), some_open_node(dice, world), {}, [] { return true; });
  CHECK(result.status == Status::running || result.stats.expanded < (1u << 16));
}

TEST(a_running_search_goes_on_over_edits_far_from_it_and_begins_again_over_others) {
  const World world = drawn({"........", "........"});
  for (const auto& [edited, restarts] : {std::pair(Node{7}, 0u), std::pair(Node{1}, 1u), std::pair(Node{3}, 1u)}) {
    const auto grid = world.grid();
    const auto made = make_finder(grid);
    const auto search = made->search(0, 15, {});
    CHECK(search->step(1) == Status::running);
    grid->update(std::array{CellEdit{edited, false, 1.0}});
    while (search->step(3) == Status::running) {
    }
    const PathResult result = search->result();
    CHECK(result.status == Status::found);
    CHECK_EQUAL(result.stats.restarts, edited == 3 ? 0u : restarts);
    CHECK_EQUAL(result.revision, grid->revision());
    CHECK_EQUAL(result.cost, made->find(0, 15, {}, [] { return false; }).cost);
  }
}

TEST(a_limit_counts_over_restarts) {
  const World world = drawn({"........"});
  const auto grid = world.grid();
  const auto made = make_finder(grid);
  const auto search = made->search(0, 7, {.max_expansions = 5});
  for (int round = 0; round < 20 && search->step(2) == Status::running; ++round) {
    grid->update(std::array{CellEdit{0, true, 1.0}});
  }
  CHECK(search->status() == Status::limit);
  CHECK_EQUAL(search->result().stats.expanded, 5u);
}

TEST(after_edits_the_answers_are_those_of_a_new_finder) {
  Dice dice(31);
  for (World world : zoo(32, 8, 8)) {
    const auto grid = world.grid();
    const auto made = make_finder(grid);
    Finder& finder = *made;
    for (int round = 0; round < 12; ++round) {
      const CellEdit edit{dice.roll(world.size()), dice.roll(2) != 0, 1.0 + dice.roll(4)};
      world.walkable[edit.node] = edit.walkable;
      if (!world.cost.empty()) world.cost[edit.node] = edit.cost;
      grid->update(std::array{edit});
      const Node start = some_open_node(dice, world), goal = some_open_node(dice, world);
      check_best(world, find(finder, start, goal), start, goal, slow_costs(world, start)[goal]);
    }
  }
}

TEST(costs_of_nothing_and_of_almost_nothing) {
  Dice dice(33);
  for (int round = 0; round < 20; ++round) {
    World world = rolled(dice, 9, 9, 5, true);
    for (double& cost : world.cost) cost = std::array{0.0, 1e-300, 0.25, 1e6}[dice.roll(4)];
    const auto made = make_finder(world.grid());
    Finder& finder = *made;
    const Node start = some_open_node(dice, world), goal = some_open_node(dice, world);
    const double best = slow_costs(world, start)[goal];
    for (const OpenKind open : kOpenKinds) {
      check_best(world, find(finder, start, goal, {.open = open}), start, goal, best);
    }
  }
}

TEST(the_path_of_a_running_search_is_read_with_the_space_locked) {
  const std::vector<std::uint32_t> offsets{0, 1, 2, 2};
  const std::vector<Node> targets{1, 2};
  const std::vector<double> costs{5.0, 5.0};
  const auto graph = std::make_shared<Graph>(offsets, targets, costs, Positions{}, 0.0);
  const auto search = make_finder(graph)->search(0, 2, {.heuristic = HeuristicKind::zero, .partial = true});
  CHECK(search->step(2) == Status::running);
  std::unique_lock alone(graph->mutex());
  auto path = std::async(std::launch::async, [&] { return search->result(); });
  CHECK(path.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout);
  alone.unlock();
  CHECK_EQUAL(path.get().cost, 5.0);
}

// The poll of a search that is under way begins an edit in another thread, and waits until that waits for the search.
TEST(a_search_that_lets_an_edit_in_begins_again_on_the_edited_space) {
  constexpr std::uint32_t kSide = 600;
  const World world{kSide, kSide, std::vector<std::uint8_t>(std::size_t{kSide} * kSide, 1), {}, {}, {}};
  std::vector<CellEdit> wall;
  for (std::uint32_t row = 0; row + 1 < kSide; ++row) wall.push_back({row * kSide + kSide / 2, false, 1.0});
  constexpr Node kGoal = kSide - 1;
  for (const Settings& settings : {Settings{.weight = 0.0}, Settings{.weight = 0.0, .open = OpenKind::heap},
                                   Settings{.loop = Loop::bidirectional, .weight = 0.0},
                                   Settings{.loop = Loop::anytime_repairing, .heuristic = HeuristicKind::zero},
                                   Settings{.weight = 0.0, .max_seconds = 1000.0}}) {
    const auto grid = world.grid();
    const auto made = make_finder(grid);
    std::thread editor;
    const PathResult result = made->find(0, kGoal, settings, [&] {
      if (!editor.joinable()) {
        editor = std::thread([&] { grid->update(wall); });
        while (!grid->mutex().wanted()) std::this_thread::yield();
      }
      return false;
    });
    editor.join();
    CHECK(result.status == Status::found);
    CHECK_EQUAL(result.revision, grid->revision());
    CHECK_EQUAL(result.cost, find(*made, 0, kGoal).cost);
  }
}

TEST(a_search_that_lets_an_edit_in_looks_for_a_goal_that_it_opens) {
  constexpr std::uint32_t kSide = 600;
  constexpr Node kBlocked = 500, kFar = kSide - 1;  // beyond what the search has seen at its first poll
  World world{kSide, kSide, std::vector<std::uint8_t>(std::size_t{kSide} * kSide, 1), {}, {}, {}};
  world.walkable[kBlocked] = 0;
  const auto grid = world.grid();
  const auto made = make_finder(grid);
  const Settings settings{.weight = 0.0, .goals = std::make_shared<GoalSet>(std::vector{kBlocked, kFar})};
  std::thread editor;
  const PathResult result = made->find(0, kFar, settings, [&] {
    if (!editor.joinable()) {
      editor = std::thread([&] { grid->update(std::array{CellEdit{kBlocked, true, 1.0}}); });
      while (!grid->mutex().wanted()) std::this_thread::yield();
    }
    return false;
  });
  editor.join();
  CHECK_EQUAL(result.revision, grid->revision());
  CHECK_EQUAL(result.cost, 500.0);
}
