// Many queries at once return the same as one by one, on any number of threads.
#include "planners/batch.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "indexes/customizable/customizable_index.hpp"
#include "indexes/hierarchy/cluster_index.hpp"
#include "indexes/subgoals/subgoal_index.hpp"
#include "indexes/subgoals/subgoal_tables.hpp"
#include "planners/batch_cells.hpp"
#include "spaces/layers/reservations.hpp"
#include "spaces/layers/timed.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

struct Queries {
  std::vector<Node> starts, goals;
};

Queries some_queries(const World& world, std::size_t count) {
  Dice dice(51);
  Queries queries;
  for (std::size_t i = 0; i < count; ++i) {
    queries.starts.push_back(dice.roll(world.size()));
    queries.goals.push_back(dice.roll(world.size()));
  }
  return queries;
}

BatchResult run(Finder& finder, const Queries& queries, unsigned threads) {
  return find_many(finder, queries.starts, queries.goals, {}, Keep::paths, threads, [](double) { return false; });
}

}  // namespace

TEST(a_batch_equals_its_queries) {
  for (const World& world : zoo(52, 12, 9)) {
    const auto made = make_finder(world.grid());
    Finder& finder = *made;
    const Queries queries = some_queries(world, 40);
    for (const unsigned threads : {1u, 3u}) {
      const BatchResult batch = run(finder, queries, threads);
      CHECK_EQUAL(batch.offsets.size(), 41u);
      CHECK_EQUAL(batch.corner_offsets.back(), static_cast<std::int64_t>(batch.corners.size()));
      for (std::size_t i = 0; i < 40; ++i) {
        const auto alone = find(finder, queries.starts[i], queries.goals[i]);
        CHECK_EQUAL(batch.costs[i], alone.cost);
        CHECK_EQUAL(batch.statuses[i], static_cast<std::uint8_t>(alone.status));
        CHECK_EQUAL(batch.offsets[i + 1] - batch.offsets[i], static_cast<std::int64_t>(alone.length));
        CHECK(std::vector(batch.corners.begin() + batch.corner_offsets[i],
                          batch.corners.begin() + batch.corner_offsets[i + 1]) == alone.corners);
      }
    }
  }
}

TEST(cells_are_the_same_on_any_number_of_threads) {
  Dice dice(54);
  const World world = rolled(dice, 90, 80, 15, false);
  const auto made = make_finder(world.grid());
  const BatchResult batch = run(*made, some_queries(world, 6000), 3);
  const PathsByCorner paths{batch.corners, batch.corner_offsets, batch.offsets, {90, true}};
  const auto go_on = [] { return false; };
  const auto cells = static_cast<std::size_t>(batch.offsets.back());
  paths.check(cells);
  CHECK(cells > 200'000);  // fewer would be written by one thread
  std::vector<Node> alone(cells), nodes(cells);
  write_nodes(paths, 1, go_on, alone.data());
  std::vector<std::int32_t> points(2 * cells);
  for (const unsigned threads : {2u, 5u}) {
    write_nodes(paths, threads, go_on, nodes.data());
    write_points(paths, threads, go_on, points.data());
    CHECK(nodes == alone);
    for (std::size_t i = 0; i < cells; ++i) {
      CHECK_EQUAL(static_cast<Node>(points[2 * i] + 90 * points[2 * i + 1]), alone[i]);
    }
  }
}

TEST(an_empty_batch) {
  const auto made = make_finder(drawn({".."}).grid());
  Finder& finder = *made;
  const BatchResult batch = run(finder, {}, 2);
  CHECK(batch.costs.empty());
  CHECK(batch.corners.empty());
  CHECK_EQUAL(batch.offsets.size(), 1u);
}

TEST(a_poll_stops_a_batch) {
  Dice dice(53);
  const World world = rolled(dice, 200, 200, 10, false);
  const auto made = make_finder(world.grid());
  Finder& finder = *made;
  const Queries queries = some_queries(world, 50000);  // far more than can run before the first poll
  for (const unsigned threads : {1u, 2u}) {
    CHECK(find_many(finder, queries.starts, queries.goals, {}, Keep::paths, threads, [](double) {
            return true;
          }).stopped);
  }
}

TEST(what_a_finder_holds_stays_as_it_was) {
  const auto never = [] { return false; };
  const auto go_on = [](double) { return false; };
  using Make = std::function<std::shared_ptr<Finder>(const std::shared_ptr<Grid>&)>;
  const Make makers[] = {
      [](const auto& grid) { return make_finder(grid); },
      [&](const auto& grid) { return build_customizable(grid, {}, go_on); },
      [&](const auto& grid) { return build_cluster_index(grid, {}, go_on); },
      [&](const auto& grid) {
        IndexTables tables;
        CHECK(build_tables(*grid, {.cells = false}, go_on, tables) == Outcome::done);
        return std::make_shared<SubgoalIndex>(grid, grid->revision(), tables);
      },
      [](const auto& grid) {
        const Reservations::Ground ground{grid->width(), grid->height(), 1, false, false, true};
        return make_finder(std::make_shared<Timed>(grid, std::make_shared<Reservations>(ground, false), 0.0));
      },
  };
  for (const Make& make : makers) {
    const auto grid = drawn({".....", ".###.", "....."}).grid();
    const auto finder = make(grid);
    auto held = finder->hold(never);
    std::atomic<bool> edited{false};
    std::thread editor([&] {
      grid->update(std::array{CellEdit{2, false, 1.0}});
      edited = true;
    });
    while (!edited && !grid->mutex().wanted()) std::this_thread::yield();
    CHECK(!edited);
    CHECK_EQUAL(held->find(0, 4, {}, never).revision, 0u);
    CHECK_EQUAL(held->find(0, 4, {}, never).length, 5u);
    held.reset();
    editor.join();
    CHECK_EQUAL(find(*finder, 0, 4).revision, 1u);
    CHECK_EQUAL(finder->hold(never)->find(0, 4, {}, never).length, 9u);
  }
}
