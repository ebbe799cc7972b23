// A jump table after edits: after each it is the same as a new one, to the last byte.
#include "indexes/jump_table/live_jump_table.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "spaces/jumps/jump_view.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr auto kGoOn = [](double) { return false; };

JumpTable built(const Grid& grid) {
  JumpTable table;
  CHECK(make_jump_table(grid, grid.jump_bitmaps(), 1 << 30, 1, kGoOn, table) == Outcome::done);
  return table;
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// Opens and closes random cells of a grid, several at a time, and compares. Returns how often the table was repaired.
int edit_and_compare(World world, Dice& dice, int rounds, std::uint32_t most) {
  const std::shared_ptr<Grid> grid = world.grid();
  auto live = std::make_unique<LiveJumpTable>(*grid, built(*grid).tables());
  int repaired = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<CellEdit> edits;
    std::vector<Node> nodes;
    for (std::uint32_t i = 1 + dice.roll(most); i != 0; --i) {
      const Node node = dice.roll(world.size());
      edits.push_back({node, dice.roll(2) != 0, 1.0});
      nodes.push_back(node);
    }
    grid->update(edits);
    const JumpTable fresh = built(*grid);
    if (live->repair(*grid, grid->jump_bitmaps(), nodes)) {
      const JumpTable now = live->in_order();
      CHECK(same_bytes(now.cells, fresh.cells));
      CHECK(same_bytes(now.arcs, fresh.arcs));
      ++repaired;
    } else {
      live = std::make_unique<LiveJumpTable>(*grid, fresh.tables());
    }
  }
  return repaired;
}

}  // namespace

TEST(a_repaired_table_is_the_one_that_would_be_built) {
  Dice dice(51);
  for (const auto& [width, height] : {std::pair{24u, 20u}, {1u, 30u}, {5u, 70u}, {62u, 9u}, {63u, 8u}, {140u, 12u}}) {
    for (const World& world : zoo(width + height, width, height)) {
      if (!JumpView::fits(*world.grid())) continue;
      CHECK(edit_and_compare(world, dice, 25, 3) > 0);
    }
  }
}

TEST(blocks_of_cells_and_open_ground_are_repaired) {
  Dice dice(52);
  int repaired = 0;
  for (const std::uint32_t walls : {3u, 40u, 100000u}) {
    for (const Corners corners : {Corners::no_cut, Corners::no_squeeze, Corners::free}) {
      World world = rolled(dice, 150, 130, walls, false);
      world.moves = {.directions = 8, .corners = corners};
      repaired += edit_and_compare(world, dice, 12, 30);
    }
  }
  CHECK(repaired > 0);
}

TEST(numbers_stay_and_free_ones_are_given_again) {
  Dice dice(53);
  const World world = rolled(dice, 90, 80, 6, false);
  const std::shared_ptr<Grid> grid = world.grid();
  LiveJumpTable live(*grid, built(*grid).tables());
  const std::size_t cells = live.tables().cells.size();
  const Node node = 40 * 90 + 45;
  for (int round = 0; round < 200; ++round) {
    const CellEdit edit{node, round % 2 == 0, 1.0};
    grid->update({&edit, 1});
    CHECK(live.repair(*grid, grid->jump_bitmaps(), {&node, 1}));
  }
  CHECK(live.tables().cells.size() < cells + 16);
  CHECK(live.tables().arcs.size() < 3 * live.in_order().arcs.size() + 5000);
}
