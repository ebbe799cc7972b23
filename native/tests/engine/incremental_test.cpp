// Searches that are repaired after edits and moves, compared with the slow search.
#include "engine/incremental/incremental.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr RepairLimits kNoLimits{std::numeric_limits<std::uint64_t>::max(), kInfinity};
constexpr std::array kRoots{Root::goal, Root::start, Root::walking_start, Root::each_start};
const Poll kNever = [] { return false; };

// Changes a few cells of a world and of its grid, but not the ends.
void edit(Dice& dice, World& world, Grid& grid, Node start, Node goal, bool only_dearer) {
  std::vector<CellEdit> edits;
  for (std::uint32_t i = 1 + dice.roll(6); i > 0; --i) {
    const Node node = dice.roll(world.size());
    if (node == start || node == goal) continue;
    const double old = world.cost.empty() ? 1.0 : world.cost[node];
    const double cost = only_dearer ? old * 2.0 : 0.25 * dice.roll(40);
    const bool walkable = world.walkable[node] && only_dearer ? dice.roll(3) > 0 : !only_dearer && dice.roll(3) > 0;
    world.walkable[node] = walkable;
    if (!world.cost.empty()) world.cost[node] = cost;
    edits.push_back({node, walkable, cost});
  }
  grid.update(edits);
}

void check_path(const World& world, Node start, Node goal, const PathResult& result) {
  const double least = slow_costs(world, start)[goal];
  CHECK_EQUAL(result.status == Status::found, std::isfinite(least));
  if (result.status != Status::found) return;
  CHECK(near(result.cost, least));
  CHECK(near(added_up(world, result.nodes()), least));
}

// The next node of a path, or any node.
Node moved(Dice& dice, const World& world, const PathResult& result, Node start) {
  if (result.status == Status::found && result.nodes().size() > 2 && dice.roll(4) > 0) return result.nodes()[1];
  const Node node = dice.roll(world.size());
  return world.walkable[node] != 0 ? node : start;
}

}  // namespace

TEST(repairs_find_cheapest_paths_after_edits_and_moves) {
  Dice dice(11);
  for (World& world : zoo(5, 24, 18)) {
    const std::shared_ptr<Grid> grid = world.grid();
    const Node start = 0, goal = world.size() - 1;
    std::vector<std::unique_ptr<Incremental>> searches;
    for (const Root root : kRoots) searches.push_back(make_incremental(grid, root));
    std::vector<Node> starts(searches.size(), start);
    edit(dice, world, *grid, start, goal, false);
    for (int turn = 0; turn < 6; ++turn) {
      for (std::size_t i = 0; i < searches.size(); ++i) {
        // A search that a limit ends goes on, in the same world or in another one.
        const bool limited = dice.roll(2) == 0;
        PathResult result;
        if (limited) result = searches[i]->plan(starts[i], goal, {1 + dice.roll(150), kInfinity}, kNever);
        if (limited && dice.roll(2) == 0) edit(dice, world, *grid, starts[i], goal, false);
        result = searches[i]->plan(starts[i], goal, kNoLimits, kNever);
        if (world.walkable[starts[i]] != 0 && world.walkable[goal] != 0) {
          check_path(world, starts[i], goal, result);
          if (kRoots[i] != Root::start) starts[i] = moved(dice, world, result, starts[i]);
        }
      }
      edit(dice, world, *grid, start, goal, dice.roll(2) == 0);
    }
  }
}

TEST(a_search_from_each_start_goes_on_from_a_first_search_from_the_goal) {
  Dice dice(12);
  std::uint64_t alone = 0, standing = 0;
  for (World& world : zoo(6, 40, 30)) {
    const std::shared_ptr<Grid> grid = world.grid();
    Node start = 0;
    const Node goal = world.size() - 1;
    const CellEdit ends[]{{start, true, 1.0}, {goal, true, 1.0}};
    for (const CellEdit& end : ends) {
      world.walkable[end.node] = 1;
      if (!world.cost.empty()) world.cost[end.node] = end.cost;
    }
    grid->update(ends);
    const auto first = make_incremental(grid, Root::goal);
    first->plan(start, goal, kNoLimits, kNever);
    const bool dearer = dice.roll(2) == 0;
    edit(dice, world, *grid, start, goal, dearer);
    const auto search = make_incremental(grid, Root::each_start);
    search->stand_on(*first);
    for (int turn = 0; turn < 8; ++turn) {
      const PathResult result = search->plan(start, goal, kNoLimits, kNever);
      check_path(world, start, goal, result);
      if (turn == 0) {
        standing += result.stats.expanded;
        alone += make_incremental(grid, Root::each_start)->plan(start, goal, kNoLimits, kNever).stats.expanded;
      }
      start = moved(dice, world, result, start);
      edit(dice, world, *grid, start, goal, dearer || dice.roll(2) == 0);
    }
  }
  CHECK(3 * standing < alone);
}

TEST(a_first_search_stays_of_use_while_the_least_cost_falls) {
  Dice dice(14);
  std::uint64_t alone = 0, standing = 0;
  for (World& world : zoo(8, 40, 30)) {
    if (world.cost.empty()) continue;
    for (double& cost : world.cost) cost += 1.0;
    Node start = 0;
    const Node goal = world.size() - 1;
    world.walkable[start] = world.walkable[goal] = 1;
    const std::shared_ptr<Grid> grid = world.grid();
    const auto first = make_incremental(grid, Root::goal);
    if (first->plan(start, goal, kNoLimits, kNever).status != Status::found) continue;
    const auto search = make_incremental(grid, Root::each_start);
    search->stand_on(*first);
    for (double least = 0.9; least > 0.4; least *= 0.9) {
      const Node node = dice.roll(world.size());
      if (world.walkable[node] == 0) continue;
      world.cost[node] = least;
      const CellEdit edits[]{{node, true, least}};
      grid->update(edits);
      const PathResult result = search->plan(start, goal, kNoLimits, kNever);
      check_path(world, start, goal, result);
      CHECK_EQUAL(result.stats.restarts, 0u);
      standing += result.stats.expanded;
      alone += make_incremental(grid, Root::each_start)->plan(start, goal, kNoLimits, kNever).stats.expanded;
      start = moved(dice, world, result, start);
    }
  }
  CHECK(alone > 0 && 3 * standing < alone);
}

TEST(a_chase_over_ground_that_stays_has_cheapest_paths_at_every_step) {
  Dice dice(15);
  for (World& world : zoo(6, 40, 30)) {
    const std::shared_ptr<Grid> grid = world.grid();
    for (const Root root : {Root::walking_start, Root::start}) {
      Node start = 0, goal = world.size() - 1;
      if (world.walkable[start] == 0 || world.walkable[goal] == 0) continue;
      const auto search = make_incremental(grid, root);
      for (int turn = 0; turn < 24; ++turn) {
        const PathResult result = search->plan(start, goal, kNoLimits, kNever);
        check_path(world, start, goal, result);
        if (root == Root::walking_start && dice.roll(3) > 0) start = moved(dice, world, result, start);
        const Node beside = goal + dice.roll(3) - 1 + world.width * (dice.roll(3) - 1);
        if (beside < world.size() && world.walkable[beside] != 0) goal = beside;
      }
    }
  }
}

TEST(a_first_search_from_the_goal_guides_a_chase) {
  Dice dice(13);
  for (World& world : zoo(7, 40, 30)) {
    const std::shared_ptr<Grid> grid = world.grid();
    Node start = 0, goal = world.size() - 1;
    const auto search = make_incremental(grid, Root::goal);
    search->plan(start, goal, kNoLimits, kNever);
    search->set_root(Root::walking_start);
    for (int turn = 0; turn < 8; ++turn) {
      const Node x = goal % world.width, beside = x > 0 && dice.roll(2) == 0 ? goal - 1 : goal - world.width;
      if (goal >= world.width && world.walkable[beside] != 0) goal = beside;
      const PathResult result = search->plan(start, goal, kNoLimits, kNever);
      if (world.walkable[start] == 0 || world.walkable[goal] == 0) break;
      check_path(world, start, goal, result);
      if (result.status == Status::found && result.nodes().size() > 2) start = result.nodes()[1];
      edit(dice, world, *grid, start, goal, turn < 5);
    }
  }
}

TEST(a_guided_chase_goes_on_after_limits_and_detours) {
  Dice dice(17);
  for (World& world : zoo(8, 40, 30)) {
    const std::shared_ptr<Grid> grid = world.grid();
    Node start = 0, goal = world.size() - 1;
    if (world.walkable[start] == 0 || world.walkable[goal] == 0) continue;
    const auto search = make_incremental(grid, Root::goal);
    search->plan(start, goal, kNoLimits, kNever);
    search->set_root(Root::walking_start);
    for (int turn = 0; turn < 24; ++turn) {
      const Node beside = goal + dice.roll(3) - 1 + world.width * (dice.roll(3) - 1);
      if (beside < world.size() && world.walkable[beside] != 0) goal = beside;
      PathResult result;
      do {
        result = search->plan(start, goal, {1 + dice.roll(50), kInfinity}, kNever);
      } while (result.status == Status::limit);
      check_path(world, start, goal, result);
      start = moved(dice, world, result, start);
    }
  }
}
