// Dead ends compared with their definition, cell by cell, and searches that skip them with the slow search.
#include "analysis/dead_ends.hpp"

#include <algorithm>
#include <limits>

#include "spaces/jumps/jump_view.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

// Whether goal can be reached from start without the cell `closed`.
bool reaches(World world, Node closed, Node start, Node goal) {
  world.walkable[closed] = 0;
  return slow_costs(world, start)[goal] < std::numeric_limits<double>::infinity();
}

// Whether every path between two cells leads through some third cell.
bool parted_by_one(const World& world, Node a, Node b) {
  for (Node cell = 0; cell < world.size(); ++cell) {
    if (cell != a && cell != b && world.walkable[cell] != 0 && !reaches(world, cell, a, b)) return true;
  }
  return false;
}

}  // namespace

TEST(a_corridor_behind_a_room_is_a_dead_end) {
  const auto labels = DeadEnds(*drawn({"...###", "......", "...###", "######", ".....#"}).grid()).labels();
  const std::vector<std::int32_t> wanted{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0,
                                         0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0};
  CHECK(labels == wanted);
}

TEST(two_dead_ends_have_two_numbers) {
  const auto labels = DeadEnds(*drawn({"#.##", "#.##", "...#", "...."}).grid()).labels();
  CHECK_EQUAL(std::ranges::max(labels), 2);
  CHECK_EQUAL(labels[1], labels[5]);
  CHECK(labels[1] != labels[15]);
}

// With 4 directions, closing a cell removes only its own steps, so reachability alone determines the blocks.
TEST(cells_of_the_body_are_not_parted_by_one_cell) {
  Dice dice(91);
  for (int round = 0; round < 40; ++round) {
    World world = rolled(dice, 6, 5, 4, false);
    world.moves.directions = 4;
    const DeadEnds found(*world.grid());
    const auto labels = found.labels();
    for (Node a = 0; a < world.size(); ++a) {
      for (Node b = 0; b < a; ++b) {
        if (world.walkable[a] == 0 || world.walkable[b] == 0 || slow_costs(world, a)[b] > 1e9) continue;
        if (labels[a] == 0 && labels[b] == 0) CHECK(!parted_by_one(world, a, b));
        if (labels[a] != labels[b] && labels[a] != 0 && labels[b] != 0) CHECK(parted_by_one(world, a, b));
      }
    }
  }
}

TEST(searches_that_skip_dead_ends_find_the_same_costs) {
  Dice dice(92);
  for (int round = 0; round < 30; ++round) {
    for (const World& world : zoo(93 + static_cast<std::uint64_t>(round), 9, 8)) {
      const auto grid = world.grid();
      const auto made = make_finder(grid);
      Finder& finder = *made;
      const Node start = dice.roll(world.size()), goal = dice.roll(world.size());
      if (world.walkable[start] == 0 || world.walkable[goal] == 0) continue;
      const double best = slow_costs(world, start)[goal];
      const bool diagonals = world.moves.directions == 8;
      for (const bool jumps : {false, true}) {
        if (jumps && !JumpView::fits(*grid)) continue;
        Settings settings{.heuristic = diagonals ? HeuristicKind::octile : HeuristicKind::manhattan, .jumps = jumps};
        const auto whole = find(finder, start, goal, settings);
        settings.skip_dead_ends = true;
        const auto masked = find(finder, start, goal, settings);
        CHECK(masked.status == whole.status);
        CHECK(near(masked.cost, best));
        if (masked.status == Status::found) CHECK(near(added_up(world, masked.nodes()), best));
      }
    }
  }
}
