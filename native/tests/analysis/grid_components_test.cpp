// GridComponents: two nodes bear the same label if and only if a path joins them.
#include "analysis/grid_components.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

bool joined(const World& world, Node a, Node b) {
  return slow_costs(world, a)[b] < std::numeric_limits<double>::infinity();
}

}  // namespace

TEST(labels_are_numbered_in_reading_order) {
  const GridComponents islands(*drawn({".#.", "##.", ".#."}).grid());
  CHECK((islands.labels() == std::vector<std::int32_t>{1, 0, 2, 0, 0, 2, 3, 0, 2}));
  CHECK(islands.exact());
}

TEST(the_corner_rule_parts_islands) {
  const auto count = [](std::initializer_list<std::string_view> rows, Corners corners) {
    const auto labels = GridComponents(*drawn(rows, {.corners = corners}).grid()).labels();
    return *std::max_element(labels.begin(), labels.end());
  };
  CHECK_EQUAL(count({".#", "#."}, Corners::no_cut), 2);
  CHECK_EQUAL(count({".#", "#."}, Corners::no_squeeze), 2);
  CHECK_EQUAL(count({".#", "#."}, Corners::free), 1);
  CHECK_EQUAL(count({"#.", ".#"}, Corners::no_squeeze), 2);
  CHECK_EQUAL(count({"#.", ".#"}, Corners::free), 1);
}

TEST(labels_agree_with_the_slow_search) {
  for (const World& world : zoo(41, 9, 7)) {
    const auto labels = GridComponents(*world.grid()).labels();
    for (Node start = 0; start < world.size(); start += 4) {
      CHECK_EQUAL(labels[start] != 0, world.walkable[start] != 0);
      if (!world.walkable[start]) continue;
      const auto costs = slow_costs(world, start);
      for (Node node = 0; node < world.size(); ++node) {
        CHECK_EQUAL(labels[node] == labels[start], costs[node] < std::numeric_limits<double>::infinity());
      }
    }
  }
}

TEST(after_edits_different_labels_still_mean_no_path) {
  Dice dice(42);
  for (World world : zoo(43, 7, 6)) {
    const auto grid = world.grid();
    GridComponents islands(*grid);
    for (int round = 0; round < 20; ++round) {
      const CellEdit edit{dice.roll(world.size()), dice.roll(2) != 0, 1.0};
      world.walkable[edit.node] = edit.walkable;
      if (!world.cost.empty()) world.cost[edit.node] = edit.cost;
      grid->update(std::array{edit});
      islands.update(*grid, std::array{edit.node});
      const Node a = dice.roll(world.size()), b = dice.roll(world.size());
      if (!world.walkable[a] || !world.walkable[b]) continue;
      if (joined(world, a, b)) CHECK(islands.same(a, b));
      if (islands.exact()) CHECK_EQUAL(islands.same(a, b), joined(world, a, b));
    }
  }
}
