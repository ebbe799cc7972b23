// Jump point search compared with the slow search: every small map under every rule, and larger ones around word
// boundaries.
#include <array>
#include <limits>

#include "engine/finders/finder.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr double kRoot = 1.4142135623730951;
constexpr std::array<Moves, 10> kRules{{{8, Corners::no_cut, 1, kRoot},
                                        {8, Corners::no_squeeze, 1, kRoot},
                                        {8, Corners::free, 1, kRoot},
                                        {8, Corners::no_cut, 1, 1},
                                        {8, Corners::no_squeeze, 1, 1},
                                        {8, Corners::free, 1, 1},
                                        {8, Corners::no_cut, 1, 2},
                                        {8, Corners::no_squeeze, 1, 2},
                                        {8, Corners::free, 1, 2},
                                        {4, Corners::no_cut, 1, kRoot}}};

PathResult jump(Finder& finder, const World& world, Node start, Node goal) {
  const bool diagonals = world.moves.directions == 8;
  return find(finder, start, goal,
              {.heuristic = diagonals ? HeuristicKind::octile : HeuristicKind::manhattan, .jumps = true});
}

bool right(const World& world, const PathResult& result, Node start, Node goal, double best) {
  if (best == std::numeric_limits<double>::infinity()) return result.status == Status::no_path;
  const std::vector<Node> nodes = result.nodes();
  return result.status == Status::found && nodes.front() == start && nodes.back() == goal && near(result.cost, best) &&
         near(added_up(world, nodes), best);
}

// Every pair of cells of a map.
void check_all_pairs(const World& world) {
  const auto made = make_finder(world.grid());
  Finder& finder = *made;
  for (Node start = 0; start < world.size(); ++start) {
    if (world.walkable[start] == 0) continue;
    const std::vector<double> best = slow_costs(world, start);
    for (Node goal = 0; goal < world.size(); ++goal) {
      if (world.walkable[goal] != 0) CHECK(right(world, jump(finder, world, start, goal), start, goal, best[goal]));
    }
  }
}

}  // namespace

TEST(every_map_of_three_by_three_under_every_rule) {
  for (const Moves& moves : kRules) {
    for (std::uint32_t pattern = 0; pattern < 1u << 9; ++pattern) {
      World world{.width = 3, .height = 3, .walkable = std::vector<std::uint8_t>(9), .moves = moves};
      for (std::uint32_t i = 0; i < 9; ++i) world.walkable[i] = pattern >> i & 1;
      check_all_pairs(world);
    }
  }
}

TEST(maps_of_five_by_four) {
  Dice dice(81);
  for (int round = 0; round < 60; ++round) {
    World world = rolled(dice, 5, 4, 3, false);
    for (const Moves& moves : kRules) {
      world.moves = moves;
      check_all_pairs(world);
    }
  }
}

TEST(word_boundaries_and_edits) {
  Dice dice(82);
  for (const std::uint32_t width : {1, 2, 3, 61, 62, 63, 64, 65, 126, 127, 128, 130}) {
    for (const Moves& moves : kRules) {
      World world = rolled(dice, width, 1 + dice.roll(24), 2 + dice.roll(12), false);
      world.moves = moves;
      const auto grid = world.grid();
      const auto made = make_finder(grid);
      Finder& finder = *made;
      for (int round = 0; round < 3; ++round) {
        const Node start = dice.roll(world.size());
        const std::vector<double> best = slow_costs(world, start);
        for (int query = 0; query < 20; ++query) {
          const Node goal = dice.roll(world.size());
          if (world.walkable[start] == 0 || world.walkable[goal] == 0) continue;
          CHECK(right(world, jump(finder, world, start, goal), start, goal, best[goal]));
        }
        const CellEdit edit{dice.roll(world.size()), dice.roll(3) != 0, 1.0};
        world.walkable[edit.node] = edit.walkable;
        grid->update(std::array{edit});
      }
    }
  }
}

TEST(what_fits) {
  const auto fits = [](const Moves& moves) { return JumpView::fits(*drawn({".."}, moves).grid()); };
  CHECK(fits({}));
  CHECK(fits({8, Corners::no_cut, 1, 1}));
  CHECK(fits({8, Corners::no_cut, 1, 2}));
  CHECK(!fits({8, Corners::no_cut, 1, 0.9}));
  CHECK(!fits({8, Corners::no_cut, 1, 2.1}));
  CHECK(fits({4, Corners::no_cut, 1, 9}));
  Dice dice(83);
  CHECK(!JumpView::fits(*rolled(dice, 4, 4, 3, true).grid()));
}
