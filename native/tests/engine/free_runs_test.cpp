// Runs, rectangles and dead ends of random maps: as defined, and after edits the same as made from the start.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/any_angle/free_runs.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

// What a run looks like from outside, whatever its number.
struct SeenRun {
  std::int32_t left, right, top, bottom;
  std::size_t above, below;
  bool dead_end;
  bool operator==(const SeenRun&) const = default;
};

SeenRun see(const FreeRuns& runs, std::int32_t row, std::int32_t cell) {
  const FreeRun& run = runs[runs.around(row, cell)];
  const FreeRun &top = runs[run.top], &bottom = runs[run.bottom];
  return {run.left,
          run.right,
          top.row,
          bottom.row,
          top.above.end - top.above.begin,
          bottom.below.end - bottom.below.begin,
          top.way_out != kAlive};
}

// Whether a run reaches from wall to wall, and its rectangle spans the rows with the same run.
bool is_right(const World& world, const SeenRun& seen, std::int32_t row) {
  const auto free = [&](std::int32_t y, std::int32_t x) {
    return x >= 0 && y >= 0 && x < static_cast<std::int32_t>(world.width) &&
           y < static_cast<std::int32_t>(world.height) && world.walkable[static_cast<Node>(y) * world.width + x] != 0;
  };
  const auto same = [&](std::int32_t y) {
    for (std::int32_t x = seen.left / 2; x < seen.right / 2; ++x) {
      if (!free(y, x)) return false;
    }
    return !free(y, seen.left / 2 - 1) && !free(y, seen.right / 2);
  };
  for (std::int32_t y = seen.top; y <= seen.bottom; ++y) {
    if (!same(y)) return false;
  }
  return seen.top <= row && row <= seen.bottom && !same(seen.top - 1) && !same(seen.bottom + 1);
}

void check_runs(const World& world, const FreeRuns& runs, const FreeRuns& fresh) {
  for (Node node = 0; node < world.size(); ++node) {
    if (world.walkable[node] == 0) continue;
    const auto row = static_cast<std::int32_t>(node / world.width),
               cell = static_cast<std::int32_t>(node % world.width);
    const SeenRun seen = see(runs, row, cell);
    CHECK(is_right(world, seen, row));
    CHECK(seen == see(fresh, row, cell));
  }
}

}  // namespace

TEST(free_runs_after_edits_are_those_made_from_the_start) {
  Dice dice(7);
  for (int round = 0; round < 60; ++round) {
    World world = rolled(dice, 1 + dice.roll(40), 1 + dice.roll(40), 1 + dice.roll(9), false);
    const std::shared_ptr<Grid> grid = world.grid();
    FreeRuns runs;
    for (int edit = 0; edit < 40; ++edit) {
      CHECK(runs.follow(*grid, never_stop));
      FreeRuns fresh;
      CHECK(fresh.follow(*grid, never_stop));
      check_runs(world, runs, fresh);
      std::vector<CellEdit> edits;
      for (std::uint32_t left = 1 + dice.roll(3); left > 0; --left) {
        const Node node = dice.roll(world.size());
        world.walkable[node] ^= 1;
        edits.push_back({node, world.walkable[node] != 0, 1.0});
      }
      grid->update(edits);
    }
  }
}
