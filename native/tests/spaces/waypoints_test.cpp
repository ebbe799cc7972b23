// Lines of sight and waypoints: exact at corners, inside the grid, the same on any number of threads.
#include "spaces/sight/waypoints.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/finders/finder.hpp"
#include "spaces/sight/line_of_sight.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

const auto kNever = [] { return false; };
constexpr std::int64_t kRow = 40;

std::vector<Node> free_cells(const World& world) {
  std::vector<Node> cells;
  for (Node node = 0; node < world.size(); ++node) {
    if (world.walkable[node]) cells.push_back(node);
  }
  return cells;
}

}  // namespace

TEST(a_corner_is_passed_as_the_rule_says) {
  const auto free = [](std::int64_t cell) { return cell != 1; };
  CHECK(!line_is_free(0, 1, 1, kRow, Corners::no_cut, free));
  CHECK(line_is_free(0, 1, 1, kRow, Corners::no_squeeze, free));
  const auto diagonal = [](std::int64_t cell) { return cell % kRow == cell / kRow; };
  CHECK(!line_is_free(0, 5, 5, kRow, Corners::no_squeeze, diagonal));
  CHECK(line_is_free(0, 5, 5, kRow, Corners::free, diagonal));
  CHECK(!line_is_free(0, 5, 4, kRow, Corners::free, diagonal));
}

TEST(a_line_stays_inside_and_is_the_same_both_ways) {
  Dice dice(31);
  for (int round = 0; round < 2000; ++round) {
    const std::int64_t x = dice.roll(kRow), y = dice.roll(kRow), to_x = dice.roll(kRow), to_y = dice.roll(kRow);
    std::vector<std::int64_t> there, back;
    const auto inside = [&](std::int64_t i, std::int64_t j) {
      return i >= std::min(x, to_x) && i <= std::max(x, to_x) && j >= std::min(y, to_y) && j <= std::max(y, to_y);
    };
    const auto note = [&](std::vector<std::int64_t>& cells) {
      return [&](std::int64_t cell) {
        if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
        return inside(cell % kRow, cell / kRow);
      };
    };
    CHECK(line_is_free(y * kRow + x, to_x - x, to_y - y, kRow, Corners::free, note(there)));
    CHECK(line_is_free(to_y * kRow + to_x, x - to_x, y - to_y, kRow, Corners::free, note(back)));
    std::sort(there.begin(), there.end());
    std::sort(back.begin(), back.end());
    CHECK(there == back);
    CHECK_EQUAL(there.size() > 1, x != to_x || y != to_y);
  }
}

TEST(threads_do_not_matter) {
  Dice dice(32);
  const World world = rolled(dice, 30, 20, 6, false);
  const std::vector<Node> cells = free_cells(world);
  const Waypoints one(world.grid(), cells, 1, kNever), many(world.grid(), cells, 5, kNever);
  CHECK(one.edges() > 0);
  CHECK_EQUAL(one.edges(), many.edges());
  for (std::uint32_t point = 0; point < cells.size(); ++point) {
    std::vector<std::uint32_t> first, second;
    one.each_edge(point, [&](std::uint32_t next, double) { first.push_back(next); });
    many.each_edge(point, [&](std::uint32_t next, double) { second.push_back(next); });
    CHECK(first == second);
  }
}

TEST(ends_are_joined_when_asked_about) {
  const World world = drawn({"....", ".@@.", "...."});
  const auto points = std::make_shared<Waypoints>(world.grid(), std::vector<Node>{0, 3}, 2u, kNever);
  const auto finder = make_finder(points);
  const auto never = [] { return false; };
  const PathResult over = finder->find(4, 7, Settings{}, never);
  CHECK_EQUAL(over.cost, 5.0);
  CHECK(over.nodes() == (std::vector<Node>{4, 0, 3, 7}));
  CHECK_EQUAL(finder->find(8, 11, Settings{}, never).cost, 3.0);
  CHECK_EQUAL(finder->find(0, 7, Settings{}, never).cost, 4.0);
}

TEST(a_search_can_be_stopped_while_points_are_joined_again) {
  const World world = drawn({"....", ".@@.", "...."});
  const auto grid = world.grid();
  const auto points = std::make_shared<Waypoints>(grid, std::vector<Node>{0, 3}, 2u, kNever);
  const auto finder = make_finder(points);
  const CellEdit closed{9, false, 1.0};
  grid->update({&closed, 1});
  const auto always = [] { return true; };
  CHECK(finder->find(4, 7, Settings{}, always).status == Status::running);
  CHECK(finder->hold(always)->find(4, 7, Settings{}, kNever).status == Status::running);
  CHECK(!points->up_to_date());
  CHECK_EQUAL(finder->find(4, 7, Settings{}, kNever).cost, 5.0);
  CHECK(points->up_to_date());
}
