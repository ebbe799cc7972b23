// Regular grids: their legal steps, the same steps reversed, and edits, compared with a slow reading of the rules.
#include "spaces/cells/regular_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

using Edge = std::tuple<Node, Node, double>;

RegularGridPlan rolled_voxels(Dice& dice, std::uint32_t width, std::uint32_t height, std::uint32_t depth) {
  RegularGridPlan plan;
  plan.width = width, plan.height = height, plan.depth = depth;
  for (int z = -1; z <= 1; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        if (x != 0 || y != 0 || z != 0) plan.steps.push_back({{x, y, z}, std::sqrt(x * x + y * y + z * z)});
      }
    }
  }
  for (std::uint32_t i = 0; i < width * height * depth; ++i) {
    plan.walkable.push_back(dice.roll(4) != 0);
    plan.cost.push_back(dice.roll(20) == 0 ? std::numeric_limits<double>::infinity() : 0.5 * dice.roll(10));
  }
  return plan;
}

RegularGridPlan rolled_hexes(Dice& dice, std::uint32_t width, std::uint32_t height, Tiling tiling) {
  RegularGridPlan plan;
  plan.width = width, plan.height = height, plan.tiling = tiling;
  for (const Offset& by : {Offset{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}) plan.steps.push_back({by, 1.0});
  for (std::uint32_t i = 0; i < width * height; ++i) plan.walkable.push_back(dice.roll(4) != 0);
  return plan;
}

RegularGridPlan rolled_triangles(Dice& dice, std::uint32_t width, std::uint32_t height) {
  RegularGridPlan plan;
  plan.width = width, plan.height = height, plan.tiling = Tiling::triangle;
  for (const Offset& by : {Offset{-1, 0}, {1, 0}, {0, 1}}) plan.steps.push_back({by, 1.0});
  for (std::uint32_t i = 0; i < width * height; ++i) plan.walkable.push_back(dice.roll(4) != 0);
  return plan;
}

// Squares with knight's moves, costs whose sums are rounded, sometimes joined borders, and any rules.
RegularGridPlan rolled_squares(Dice& dice, std::uint32_t width, std::uint32_t height) {
  RegularGridPlan plan;
  plan.width = width, plan.height = height;
  plan.corners = static_cast<Corners>(dice.roll(3));
  plan.rule = dice.roll(2) == 0 ? CostRule::enter : CostRule::mean;
  plan.wrap_x = dice.roll(3) == 0, plan.wrap_y = dice.roll(3) == 0;
  for (int y = -2; y <= 2; ++y) {
    for (int x = -2; x <= 2; ++x) {
      const int far = x * x + y * y;
      if (far == 1 || far == 2 || far == 5) plan.steps.push_back({{x, y, 0}, std::sqrt(far)});
    }
  }
  for (std::uint32_t i = 0; i < width * height; ++i) {
    plan.walkable.push_back(dice.roll(3) != 0);
    plan.cost.push_back(0.1 + 0.7 * dice.roll(10));
  }
  return plan;
}

// Sorted and unique: in a narrow space with joined borders two steps may lead to the same cell.
std::vector<Edge> in_order(std::vector<Edge> all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<Edge> edges(const RegularGrid& grid) {
  std::vector<Edge> all;
  for (Node node = 0; node < grid.size(); ++node) {
    grid.each_edge(node, [&](Node to, double cost) { all.emplace_back(node, to, cost); });
  }
  return in_order(std::move(all));
}

std::vector<Edge> edges_turned(const RegularGrid& grid) {
  std::vector<Edge> all;
  for (Node node = 0; node < grid.size(); ++node) {
    grid.each_edge_to(node, [&](Node from, double cost) { all.emplace_back(from, node, cost); });
  }
  return in_order(std::move(all));
}

std::vector<Node> edges_from(const RegularGrid& grid, Node node) {
  std::vector<Node> all;
  grid.each_edge(node, [&](Node to, double) { all.push_back(to); });
  return all;
}

// no_cut: all boxes in the box that a step spans are free.
std::vector<Edge> slow_edges(const RegularGridPlan& plan) {
  const auto number = [&](int x, int y, int z) {
    return (static_cast<Node>(z) * plan.height + static_cast<Node>(y)) * plan.width + static_cast<Node>(x);
  };
  const auto free = [&](int x, int y, int z) {
    const bool inside = x >= 0 && y >= 0 && z >= 0 && x < static_cast<int>(plan.width) &&
                        y < static_cast<int>(plan.height) && z < static_cast<int>(plan.depth);
    return inside && plan.walkable[number(x, y, z)] && std::isfinite(plan.cost[number(x, y, z)]);
  };
  std::vector<Edge> all;
  for (int z = 0; z < static_cast<int>(plan.depth); ++z) {
    for (int y = 0; y < static_cast<int>(plan.height); ++y) {
      for (int x = 0; x < static_cast<int>(plan.width); ++x) {
        for (const RegularGridStep& step : plan.steps) {
          const auto [dx, dy, dz] = step.by;
          bool legal = true;
          for (int corner = 0; corner < 8; ++corner) {
            legal &= free(x + (corner & 1 ? dx : 0), y + (corner & 2 ? dy : 0), z + (corner & 4 ? dz : 0));
          }
          const Node to = legal ? number(x + dx, y + dy, z + dz) : kNoNode;
          if (legal) all.emplace_back(number(x, y, z), to, step.length * plan.cost[to]);
        }
      }
    }
  }
  return in_order(std::move(all));
}

// Joined borders, portals, and one-way rules.
void add_links(RegularGridPlan& plan, Dice& dice) {
  plan.wrap_x = plan.wrap_y = true;
  const auto size = static_cast<std::uint32_t>(plan.walkable.size());
  for (int i = 0; i < 12; ++i) plan.portals.push_back({dice.roll(size), dice.roll(size), 1.0 + dice.roll(5)});
  for (std::uint32_t i = 0; i < size; ++i) plan.exits.push_back(dice.roll(9) == 0 ? 0x15 : 0x3FFFFFF);
  const std::vector<Edge> some = edges(RegularGrid(plan));
  for (std::size_t i = 0; i < some.size(); i += 17)
    plan.closed.emplace_back(std::get<0>(some[i]), std::get<1>(some[i]));
}

}  // namespace

TEST(steps_are_those_of_the_rule) {
  Dice dice(41);
  for (int round = 0; round < 30; ++round) {
    const RegularGridPlan plan = rolled_voxels(dice, 1 + dice.roll(6), 1 + dice.roll(6), 1 + dice.roll(6));
    CHECK(edges(RegularGrid(plan)) == slow_edges(plan));
  }
}

TEST(cells_have_the_places_of_their_numbers) {
  Dice dice(42);
  const RegularGrid grid(rolled_voxels(dice, 5, 3, 4));
  for (Node node = 0; node < grid.size(); ++node) {
    const Offset cell = grid.cell(node);
    CHECK_EQUAL((cell.dz * 3 + cell.dy) * 5 + cell.dx, static_cast<int>(node));
  }
}

TEST(hexagons_have_six_neighbours_each_of_which_leads_back) {
  Dice dice(43);
  for (const Tiling tiling : {Tiling::odd_r, Tiling::even_r, Tiling::odd_q, Tiling::even_q}) {
    RegularGridPlan plan = rolled_hexes(dice, 7, 6, tiling);
    std::fill(plan.walkable.begin(), plan.walkable.end(), std::uint8_t{1});
    const RegularGrid open(plan);
    int around = 0;
    open.each_edge(3 * 7 + 3, [&](Node, double) { ++around; });
    CHECK_EQUAL(around, 6);
    const RegularGrid grid(rolled_hexes(dice, 7, 6, tiling));
    CHECK(edges(grid) == edges_turned(grid));
  }
}

TEST(triangles_have_three_neighbours_each_of_which_leads_back) {
  Dice dice(49);
  for (const std::uint32_t width : {7u, 64u, 130u}) {
    RegularGridPlan plan = rolled_triangles(dice, width, 6);
    const RegularGrid grid(plan);
    CHECK(edges(grid) == edges_turned(grid));
    std::fill(plan.walkable.begin(), plan.walkable.end(), std::uint8_t{1});
    const RegularGrid open(plan);
    for (std::uint32_t x = 1; x + 1 < width; ++x) {
      const Node node = 2 * width + x, base = x % 2 == 0 ? node + width : node - width;
      CHECK((edges_from(open, node) == std::vector<Node>{node - 1, node + 1, base}));
    }
  }
}

TEST(with_other_links_it_equals_a_new_grid) {
  Dice dice(50);
  for (int round = 0; round < 40; ++round) {
    RegularGridPlan plan = round % 2 == 0 ? rolled_voxels(dice, 3 + dice.roll(6), 2 + dice.roll(6), 1 + dice.roll(4))
                                          : rolled_triangles(dice, 4 + 2 * dice.roll(40), 6);
    plan.wrap_x = round % 3 == 0 && plan.width % 2 == 0;
    RegularGrid grid(plan);
    for (int i = 0; i < 6; ++i) {
      const auto cells = static_cast<std::uint32_t>(plan.walkable.size());
      plan.portals.resize(std::min<std::size_t>(plan.portals.size(), dice.roll(3)));
      plan.closed.resize(std::min<std::size_t>(plan.closed.size(), dice.roll(3)));
      plan.portals.push_back({dice.roll(cells), dice.roll(cells), 0.5 * dice.roll(4)});
      const Node from = dice.roll(cells);
      for (const Node to : edges_from(grid, from)) plan.closed.emplace_back(from, to);
      grid.set_links(plan.portals, plan.closed);
      CHECK(edges(grid) == edges(RegularGrid(plan)));
      CHECK(edges(grid) == edges_turned(grid));
      CHECK_EQUAL(grid.revision(), static_cast<std::uint64_t>(i) + 1);
    }
  }
}

TEST(turned_round_the_steps_are_the_same) {
  Dice dice(44);
  for (int round = 0; round < 20; ++round) {
    RegularGridPlan plan = rolled_voxels(dice, 2 + dice.roll(6), 2 + dice.roll(6), 1 + dice.roll(4));
    plan.rule = round % 2 == 0 ? CostRule::enter : CostRule::mean;
    plan.corners = round % 3 == 0 ? Corners::no_squeeze : Corners::free;
    if (round % 4 != 0) add_links(plan, dice);
    const RegularGrid grid(plan);
    CHECK(edges(grid) == edges_turned(grid));
  }
}

TEST(knights_moves_cost_the_same_both_ways) {
  Dice dice(47);
  for (int round = 0; round < 60; ++round) {
    RegularGridPlan plan = rolled_squares(dice, 1 + dice.roll(7), 1 + dice.roll(7));
    if (round % 3 == 0) plan.exits.assign(plan.walkable.size(), dice.roll(1 << 16));
    const RegularGrid grid(plan);
    CHECK(edges(grid) == edges_turned(grid));
    CHECK(!grid.has_rows());
  }
}

TEST(knights_moves_follow_edits_of_what_they_cross) {
  Dice dice(48);
  for (int round = 0; round < 60; ++round) {
    RegularGridPlan plan = rolled_squares(dice, 1 + dice.roll(7), 1 + dice.roll(7));
    RegularGrid grid(plan);
    for (int i = 0; i < 9; ++i) {
      const CellEdit change{.node = dice.roll(grid.size()), .walkable = dice.roll(2) != 0, .cost = 0.3 * dice.roll(9)};
      plan.walkable[change.node] = change.walkable;
      plan.cost[change.node] = change.cost;
      grid.update(std::span(&change, 1));
      CHECK(edges(grid) == edges(RegularGrid(plan)));
    }
  }
}

TEST(edited_it_equals_a_new_grid) {
  Dice dice(45);
  for (int round = 0; round < 20; ++round) {
    RegularGridPlan plan = rolled_voxels(dice, 2 + dice.roll(6), 2 + dice.roll(6), 1 + dice.roll(4));
    if (round % 2 == 0) add_links(plan, dice);
    RegularGrid grid(plan);
    std::vector<CellEdit> changes;
    for (int i = 0; i < 9; ++i) {
      const Node node = dice.roll(grid.size());
      const bool walkable = dice.roll(2) != 0;
      const double cost = 1.0 + dice.roll(5);
      changes.push_back({.node = node, .walkable = walkable, .cost = cost});
      plan.walkable[node] = walkable;
      plan.cost[node] = cost;
    }
    grid.update(changes);
    CHECK_EQUAL(grid.revision(), std::uint64_t{1});
    CHECK(edges(grid) == edges(RegularGrid(plan)));
  }
}

TEST(steps_compared_in_rows_are_the_steps) {
  Dice dice(46);
  for (int round = 0; round < 60; ++round) {
    RegularGridPlan plan = rolled_voxels(dice, 3 + dice.roll(6), 3 + dice.roll(6), 6 + dice.roll(6));
    plan.corners = static_cast<Corners>(dice.roll(3));
    plan.rule = dice.roll(2) == 0 ? CostRule::enter : CostRule::mean;
    if (dice.roll(3) == 0) plan.cost.clear();
    if (dice.roll(4) == 0) plan.portals.push_back({dice.roll(100), dice.roll(100), 0.5});
    plan.wrap_x = dice.roll(4) == 0;
    std::sort(plan.steps.begin(), plan.steps.end(), [](const auto& a, const auto& b) { return a.length < b.length; });
    const RegularGrid grid(plan);
    std::vector<double> values(grid.size());
    for (double& value : values) value = 0.5 * dice.roll(30);
    for (const bool back : {false, true}) {
      int differ = 0;
      for (Node node = 0; node < grid.size(); ++node) {
        const double g = values[node];
        std::vector<Edge> lower, slow;
        const auto look = [&](Node next, double cost) {
          if (g + cost < values[next]) slow.emplace_back(node, next, g + cost);
        };
        back ? grid.each_edge_to(node, look) : grid.each_edge(node, look);
        grid.each_lower(node, g, grid.lower_steps(node, g, values.data(), back), values.data(), back,
                        [&](Node next, double value) { lower.emplace_back(node, next, value); });
        differ += in_order(std::move(lower)) != in_order(std::move(slow));
      }
      CHECK_EQUAL(differ, 0);
    }
    CHECK(grid.has_rows());
  }
}
