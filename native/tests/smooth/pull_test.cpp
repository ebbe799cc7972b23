// Pulled lines are as cheap as the cheapest of all, and few lines are followed where costs differ little.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "smooth/horizon.hpp"
#include "smooth/lines.hpp"
#include "spaces/sight/line_of_sight.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

World open_world(Dice& dice, std::uint32_t side, std::uint32_t costs, double apart) {
  World world{side, side, std::vector<std::uint8_t>(side * side, 1), {}, {}};
  for (std::uint32_t i = 0; i < world.size(); ++i) world.cost.push_back(1.0 + apart * dice.roll(costs));
  return world;
}

// Random steps to the right and down, from one corner of the map to the other.
std::vector<Point> winding(Dice& dice, std::uint32_t side) {
  std::vector<Point> points{{0.0, 0.0}};
  while (points.back().x < side - 1 || points.back().y < side - 1) {
    Point next = points.back();
    const std::uint32_t step = dice.roll(3);
    if (step != 0) next.x = std::min(next.x + 1, side - 1.0);
    if (step != 1) next.y = std::min(next.y + 1, side - 1.0);
    if (!(next == points.back())) points.push_back(next);
  }
  return points;
}

double price_of(const StraightLines& lines, const std::vector<Point>& points,
                const std::vector<std::uint32_t>& pulled) {
  double sum = 0.0;
  for (std::size_t i = 1; i < pulled.size(); ++i) sum += lines.cost(points[pulled[i - 1]], points[pulled[i]]);
  return sum;
}

double cheapest(const StraightLines& lines, const std::vector<Point>& points) {
  std::vector<double> best(points.size(), std::numeric_limits<double>::infinity());
  best[0] = 0.0;
  for (std::size_t j = 1; j < points.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (i + 1 != j && !lines.free(points[i], points[j])) continue;
      best[j] = std::min(best[j], best[i] + lines.cost(points[i], points[j]));
    }
  }
  return best.back();
}

void check_as_cheap_as_the_cheapest(const World& world, const std::vector<Point>& points) {
  const auto grid = world.grid();
  const StraightLines lines(*grid, *grid, {});
  const double price = price_of(lines, points, pull(lines, points, false, never_stop));
  CHECK(std::abs(price - cheapest(lines, points)) <= 1e-9 * price);
}

}  // namespace

TEST(as_cheap_as_the_cheapest) {
  Dice dice(7);
  for (int round = 0; round < 20; ++round) {
    World world = open_world(dice, 24, 9, 1.0);
    const std::vector<Point> points = winding(dice, 24);
    for (int wall = 0; wall < 60; ++wall) world.walkable[dice.roll(world.size())] = 0;
    for (const Point& at : points) world.walkable[static_cast<std::size_t>(at.y * 24 + at.x)] = 1;
    check_as_cheap_as_the_cheapest(world, points);
  }
}

// A path to and fro along rows three cells wide, with walls between them that cut most lines to a point.
TEST(as_cheap_as_the_cheapest_where_walls_cut_most_lines) {
  constexpr std::uint32_t kSide = 48;
  Dice dice(10);
  for (const Corners corners : {Corners::no_cut, Corners::no_squeeze, Corners::free}) {
    for (const double apart : {0.0, 1.0}) {
      World world = open_world(dice, kSide, 9, apart);
      if (apart == 0.0) world.cost.clear();
      world.moves.corners = corners;
      std::vector<Point> points;
      for (std::uint32_t row = 0; row < kSide / 4; ++row) {
        for (std::uint32_t i = 0; i < kSide - 2; ++i) {
          const double x = row % 2 == 0 ? i : kSide - 1.0 - i;
          points.push_back({x, 4.0 * row + dice.roll(3)});
          if (i > 0) world.walkable[static_cast<std::size_t>((4 * row + 3) * kSide + x)] = 0;
        }
        for (const double x : {1.0, 0.0}) {
          const double at = row % 2 == 0 ? kSide - 1.0 - x : x;
          for (std::uint32_t y = 1; y < 4; ++y) points.push_back({at, 4.0 * row + y});
        }
      }
      for (const Point& at : points) world.walkable[static_cast<std::size_t>(at.y * kSide + at.x)] = 1;
      check_as_cheap_as_the_cheapest(world, points);
    }
  }
}

TEST(nothing_that_is_seen_lies_behind_the_horizon) {
  constexpr std::int32_t kSide = 60;
  Dice dice(11);
  int hidden = 0;
  for (const std::uint32_t walls : {2, 3, 5, 20}) {
    const World world = rolled(dice, kSide, kSide, walls, false);
    const auto open = [&](std::int32_t x, std::int32_t y) {
      return x >= 0 && y >= 0 && x < kSide && y < kSide && world.walkable[static_cast<std::size_t>(y * kSide + x)] != 0;
    };
    const auto free = [&](std::int64_t cell) { return world.walkable[static_cast<std::size_t>(cell)] != 0; };
    for (int round = 0; round < 20; ++round) {
      const auto x = static_cast<std::int32_t>(dice.roll(kSide)), y = static_cast<std::int32_t>(dice.roll(kSide));
      Horizon horizon;
      horizon.look_around(x, y, open);
      for (std::int32_t cell = 0; cell < kSide * kSide; ++cell) {
        const std::int32_t dx = cell % kSide - x, dy = cell / kSide - y;
        if (!horizon.hides(dx, dy)) continue;
        ++hidden;
        CHECK(!line_is_free(y * kSide + x, dx, dy, kSide, Corners::free, free));
      }
    }
  }
  CHECK(hidden > 20 * kSide * kSide);
}

TEST(few_lines_are_followed_where_costs_differ_little) {
  Dice dice(8);
  const auto grid = open_world(dice, 200, 100, 1e-8).grid();
  const StraightLines lines(*grid, *grid, {});
  const std::vector<Point> points = winding(dice, 200);
  std::size_t looks = 0;  // one for every 65,536 cells of lines; all lines together would need 70
  const auto pulled = pull(lines, points, false, [&] { return ++looks == 0; });
  CHECK(pulled.size() < 10);
  CHECK(looks < 10);
}

// The cost of a shifted line is summed between the borders that it crosses, with rounding.
TEST(lines_between_centres_cost_what_those_beside_them_do) {
  Dice dice(9);
  const auto grid = open_world(dice, 40, 9, 1.0).grid();
  const StraightLines lines(*grid, *grid, {});
  for (int round = 0; round < 500; ++round) {
    const auto at = [&] { return static_cast<double>(dice.roll(40)); };
    const Point a{at(), at()}, b{at(), at()};
    const Point beside{b.x + 1e-7 * (b.x < 20 ? 1 : -1), b.y};
    const double exact = lines.cost(a, b), near = lines.cost(a, beside);
    CHECK(std::abs(exact - near) <= 1e-4);
    CHECK_EQUAL(lines.cost(a, b, exact * 1.01), exact);
    if (exact > 0.0) CHECK_EQUAL(lines.cost(a, b, exact * 0.99), std::numeric_limits<double>::infinity());
  }
}
