// The jump table: what it finds, compared with the slow search, and what it rejects.
#include "indexes/jump_table/jump_table.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <vector>

#include "indexes/all_pairs.hpp"
#include "indexes/common/kinds.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr auto kGoOn = [](double) { return false; };
constexpr auto kSearchOn = [] { return false; };
const BuildLimits kLimits;

std::shared_ptr<Index> built(const std::shared_ptr<Grid>& grid) {
  return build_index(IndexKind::jump_table, grid, kLimits, kGoOn);
}

std::vector<World> fitting(std::uint64_t seed, std::uint32_t width, std::uint32_t height) {
  std::vector<World> worlds;
  for (World& world : zoo(seed, width, height)) {
    if (JumpView::fits(*world.grid())) worlds.push_back(std::move(world));
  }
  return worlds;
}

}  // namespace

TEST(it_finds_what_the_slow_search_finds) {
  for (const auto& [width, height] : {std::pair{9u, 8u}, {1u, 20u}, {62u, 3u}, {65u, 4u}}) {
    for (const World& world : fitting(width, width, height)) check_all_pairs(world, *built(world.grid()));
  }
}

TEST(a_saved_table_is_the_same_and_a_cut_one_is_refused) {
  for (const World& world : fitting(4, 8, 7)) {
    const std::shared_ptr<Grid> grid = world.grid();
    const std::shared_ptr<Index> index = built(grid);
    const std::vector<Section> sections = index->sections();
    check_all_pairs(world, *open_index(IndexKind::jump_table, grid, sections));
    for (std::size_t i = 0; i < sections.size(); ++i) {
      std::vector<Section> fewer = sections;
      fewer[i].bytes = fewer[i].bytes.first(fewer[i].bytes.size() / 2);
      if (fewer[i].bytes.size() == sections[i].bytes.size()) continue;
      bool refused = false;
      try {
        open_index(IndexKind::jump_table, grid, fewer);
      } catch (const std::invalid_argument&) {
        refused = true;
      }
      CHECK(refused);
    }
  }
}

TEST(arcs_lie_in_the_order_of_the_compass_and_never_lead_to_the_cell_itself) {
  Dice dice(6);
  const World world = rolled(dice, 70, 40, 4, false);
  const std::shared_ptr<Grid> grid = world.grid();
  JumpTable table;
  CHECK(make_jump_table(*grid, grid->jump_bitmaps(), 1 << 30, 2, kGoOn, table) == Outcome::done);
  CHECK_EQUAL(table.cells.size(), std::size_t{grid->jump_bitmaps().slots()});
  std::size_t arcs = 0;
  for (const JumpCell& cell : table.cells) {
    CHECK_EQUAL(std::size_t{cell.first}, arcs);
    for (std::size_t i = 0; i < cell.count; ++i) {
      const JumpArc& arc = table.arcs[arcs + i];
      const JumpCell& to = table.tables()[arc.to];
      const int across = std::abs(to.x - cell.x), down = std::abs(to.y - cell.y);
      CHECK_EQUAL(int{arc.slope}, std::min(across, down));
      CHECK_EQUAL(int{arc.straight}, std::max(across, down) - std::min(across, down));
      CHECK(across + down > 0);
    }
    arcs += cell.count;
    for (const JumpCell::Arcs& after : cell.after) {
      CHECK(after.begin <= after.end && after.end - after.begin <= cell.count);
    }
  }
  CHECK_EQUAL(table.arcs.size(), arcs);
}

TEST(a_build_stops_on_request_or_when_it_grows_too_large) {
  Dice dice(9);
  const std::shared_ptr<Grid> grid = rolled(dice, 120, 90, 5, false).grid();
  int asked = 0;
  CHECK(build_index(IndexKind::jump_table, grid, kLimits, [&](double) { return ++asked > 3; }) == nullptr);
  CHECK_EQUAL(asked, 4);
  CHECK(build_index(IndexKind::jump_table, grid, {1, 5000}, kGoOn) == nullptr);
}

TEST(it_follows_edits_and_is_saved_like_a_new_one) {
  Dice dice(12);
  for (World world : fitting(5, 40, 30)) {
    const std::shared_ptr<Grid> grid = world.grid();
    const std::shared_ptr<Index> index = built(grid);
    for (int round = 0; round < 6; ++round) {
      for (int i = 0; i < 4; ++i) {
        const CellEdit edit{dice.roll(world.size()), dice.roll(2) != 0, 1.0};
        world.walkable[edit.node] = edit.walkable;
        grid->update({&edit, 1});
      }
      CHECK(index->state() == IndexState::current);
      const std::shared_ptr<Index> fresh = built(grid);
      const std::vector<Section> sections = index->sections(), others = fresh->sections();
      for (std::size_t i = 0; i < sections.size(); ++i) {
        CHECK(std::equal(sections[i].bytes.begin(), sections[i].bytes.end(), others[i].bytes.begin(),
                         others[i].bytes.end()));
      }
      for (int i = 0; i < 20; ++i) {
        const Node start = dice.roll(world.size()), goal = dice.roll(world.size());
        const PathResult result = index->find(start, goal, {}, kSearchOn);
        const PathResult other = fresh->find(start, goal, {}, kSearchOn);
        CHECK(result.status == other.status && result.corners == other.corners);
        CHECK_EQUAL(result.stats.expanded, other.stats.expanded);
      }
    }
    CHECK_EQUAL(index->rebuilds(), 0u);
  }
}
