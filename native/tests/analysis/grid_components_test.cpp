// Components of a grid: two nodes have the same label if and only if a path connects them.
#include "analysis/grid_components.hpp"

#include <algorithm>
#include <limits>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

TEST(labels_are_numbered_in_reading_order) {
  const auto labels = component_labels(*drawn({".#.", "##.", ".#."}).grid());
  CHECK((labels == std::vector<std::int32_t>{1, 0, 2, 0, 0, 2, 3, 0, 2}));
}

TEST(the_corner_rule_parts_islands) {
  const auto count = [](std::initializer_list<std::string_view> rows, Corners corners) {
    const auto labels = component_labels(*drawn(rows, {.corners = corners}).grid());
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
    const auto labels = component_labels(*world.grid());
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
