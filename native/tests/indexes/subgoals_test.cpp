// What a cell sees, and the paths of the indexes, compared with the slow search.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "indexes/all_pairs.hpp"
#include "indexes/hub_labels/hub_label_index.hpp"
#include "indexes/subgoals/direct_reach.hpp"
#include "indexes/subgoals/seen.hpp"
#include "indexes/subgoals/subgoal_index.hpp"
#include "indexes/subgoals/subgoal_tables.hpp"
#include "indexes/subgoals/subgoals.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr auto kGoOn = [](double) { return false; };
constexpr auto kGoOnSearching = [] { return false; };

std::shared_ptr<Index> built(const std::shared_ptr<Grid>& grid, bool cells, unsigned threads = 1) {
  IndexTables tables;
  CHECK(build_tables(*grid, {cells, threads, std::uint64_t{1} << 30}, kGoOn, tables) == Outcome::done);
  if (cells) return std::make_shared<HubLabelIndex>(grid, grid->revision(), tables);
  return std::make_shared<SubgoalIndex>(grid, grid->revision(), tables);
}

// The worlds with 8 directions and no costs.
std::vector<World> fitting(std::uint64_t seed, std::uint32_t width, std::uint32_t height) {
  std::vector<World> worlds;
  for (World& world : zoo(seed, width, height)) {
    if (has_subgoals(*world.grid())) worlds.push_back(std::move(world));
  }
  return worlds;
}

}  // namespace

TEST(a_corner_of_a_wall_has_one_subgoal_under_no_cut) {
  const World world = drawn({"....", ".##.", ".##.", "...."});
  const SubgoalGraph graph = subgoal_graph(*world.grid());
  CHECK_EQUAL(graph.places.size(), std::size_t{4});
  CHECK(graph.places[0] == (Place{1, 1}));
  for (const auto& edges : graph.edges) CHECK_EQUAL(edges.size(), std::size_t{2});
}

TEST(sight_sees_all_that_is_directly_reachable) {
  for (const World& world : fitting(5, 70, 12)) {
    const std::shared_ptr<Grid> grid = world.grid();
    const SightBitmaps bitmaps(*grid);
    const Sight sight(SightShape(world.width, world.height), bitmaps.tables());
    const DirectReach reach(*grid);
    for (Node node = 0; node < world.size(); ++node) {
      if (world.walkable[node] == 0 || reach.subgoal(node)) continue;
      std::vector<Seen> seen;
      see(sight, {1, 1}, static_cast<int>(node % world.width) + 1, static_cast<int>(node / world.width) + 1, seen);
      reach.from(node, [&](Node other, std::int32_t, std::int32_t) {
        const auto x = static_cast<int>(other % world.width) + 1, y = static_cast<int>(other / world.width) + 1;
        CHECK(std::any_of(seen.begin(), seen.end(), [&](const Seen& each) { return each.x == x && each.y == y; }));
      });
    }
  }
}

TEST(indexes_find_what_the_slow_search_finds) {
  for (const World& world : fitting(3, 9, 8)) {
    for (const bool cells : {false, true}) check_all_pairs(world, *built(world.grid(), cells, 2));
  }
}

TEST(a_saved_index_is_the_same) {
  for (const World& world : fitting(4, 8, 7)) {
    for (const bool cells : {false, true}) {
      const std::shared_ptr<Grid> grid = world.grid();
      const std::shared_ptr<Index> index = built(grid, cells);
      const IndexTables tables = tables_of(index->sections(), *grid, cells);
      if (cells) check_all_pairs(world, *std::make_shared<HubLabelIndex>(grid, 0, tables));
      if (!cells) check_all_pairs(world, *std::make_shared<SubgoalIndex>(grid, 0, tables));
    }
  }
}

TEST(sections_that_do_not_fit_are_refused) {
  const World world = drawn({"..#.", "....", ".#.."});
  const std::shared_ptr<Grid> grid = world.grid();
  const std::shared_ptr<Index> index = built(grid, true);
  const std::vector<Section> sections = index->sections();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    std::vector<Section> fewer = sections;
    fewer[i].bytes = fewer[i].bytes.first(fewer[i].bytes.size() / 2);
    bool refused = false;
    try {
      tables_of(fewer, *grid, true);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}

TEST(after_an_edit_a_search_answers_in_its_place) {
  const World world = drawn({"..#.", "....", ".#.."});
  const std::shared_ptr<Grid> grid = world.grid();
  const std::shared_ptr<Index> index = built(grid, false);
  CHECK(index->state() == IndexState::current && index->find(0, 3, {}, kGoOnSearching).status == Status::found);
  const CellEdit edit{7, false, 1.0};
  grid->update({&edit, 1});
  CHECK(index->state() == IndexState::stale && index->edited() > 0.0);
  CHECK(index->find(0, 3, {}, kGoOnSearching).status == Status::no_path);
}

TEST(a_build_stops_on_request) {
  Dice dice(9);
  const World world = rolled(dice, 120, 90, 5, false);
  for (const bool cells : {false, true}) {
    IndexTables tables;
    int asked = 0;
    const auto outcome = build_tables(*world.grid(), {cells, 2, 1 << 30}, [&](double) { return ++asked > 3; }, tables);
    CHECK(outcome == Outcome::stopped);
  }
}
