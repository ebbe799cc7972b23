// Many queries at once answer what they answer one by one, on any number of threads.
#include "planners/batch.hpp"

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
  return find_many(finder, queries.starts, queries.goals, {}, Keep::paths, threads, [] { return false; });
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
  const Queries queries = some_queries(world, 50000);  // far more than can be answered before the first poll
  for (const unsigned threads : {1u, 2u}) {
    CHECK(find_many(finder, queries.starts, queries.goals, {}, Keep::paths, threads, [] { return true; }).stopped);
  }
}
