// The wave of tiles finds, to the last bit, the same as relaxing every step until nothing changes; labels and
// directions follow from the costs.
#include "rasters/cost_wave.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rasters/ties.hpp"
#include "rasters/tile.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar::rasters;
using pathstar::Corners;
using pathstar::never_stop;
using pathstar::Stop;
using pathstar::testing::Dice;

namespace {

struct Land {
  std::ptrdiff_t height, width;
  std::vector<float> cost, elevation;
  StepRule rule;

  Land(Dice& dice, std::ptrdiff_t rows, std::ptrdiff_t columns, int directions, Pace pace)
      : height(rows), width(columns), cost(static_cast<std::size_t>(rows * columns)), elevation(cost.size()) {
    for (float& value : cost) value = dice.roll(8) == 0 ? Tile<float>::kClosed : static_cast<float>(dice.roll(5));
    for (float& value : elevation) value = static_cast<float>(dice.roll(4));
    cost[0] = 1;
    rule.directions = directions;
    rule.pace = pace;
    for (const Move move : kMoves) rule.lengths.push_back(std::hypot(move.dy, 2.0 * move.dx));
    rule.prepare();
  }

  Region<float> region() const {
    Region<float> made;
    made.height = height;
    made.width = width;
    made.cost = {cost.data(), width};
    if (rule.pace != Pace::none) made.elevation = {elevation.data(), width};
    return made;
  }
};

// Relaxes all steps until nothing changes.
template <int Directions, bool kSloped>
std::vector<double> relaxed(const Land& land) {
  std::vector<double> costs(land.cost.size(), kInfinity);
  costs[0] = 0;
  const Region<float> region = land.region();
  Tile<float> tile;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::ptrdiff_t number = 0; number < region.tiles_down() * region.tiles_across(); ++number) {
      tile.place(region, number);
      tile.load_ground(region);
      for (int y = 0; y < tile.height; ++y) {
        for (int x = 0; x < tile.width; ++x) {
          double steps[moves_in(Directions)];
          steps_from<Directions, kSloped>(tile, land.rule, 0, local_cell(y, x), steps);
          const std::ptrdiff_t row = tile.y0 + y, column = tile.x0 + x;
          for_moves<Directions>([&](auto k) {
            const std::ptrdiff_t to_row = row + kMoves[k].dy, to_column = column + kMoves[k].dx;
            if (!region.has_row(to_row) || region.column(to_column) < 0) return;
            double& known = costs[static_cast<std::size_t>(to_row * land.width + to_column)];
            const double offered = costs[static_cast<std::size_t>(row * land.width + column)] + steps[k];
            if (!(offered < known)) return;
            known = offered;
            changed = true;
          });
        }
      }
    }
  }
  return costs;
}

template <int Directions, bool kSloped>
void check_land(Dice& dice) {
  const Land land(dice, 9 + dice.roll(10), 300, Directions, kSloped ? Pace::tobler : Pace::none);
  const Region<float> region = land.region();
  std::vector<double> costs(land.cost.size(), kInfinity);
  double limit = kInfinity;
  const WaveResult result =
      run_wave(region, land.rule, {costs.data(), land.width}, {{0}, {0.0}}, {}, limit, never_stop);
  CHECK(result.visits >= 2);
  const std::vector<double> expected = relaxed<Directions, kSloped>(land);
  CHECK(costs == expected);

  std::vector<std::uint8_t> codes(costs.size(), kNoDirection);
  std::vector<std::uint32_t> nearest(costs.size(), kNoLabel), hops(costs.size(), kNoLabel);
  codes[0] = 0;
  const Rows<const double> final_costs{costs.data(), land.width};
  CHECK(spread_labels(region, land.rule, final_costs, {}, {nearest.data(), land.width}, {{0}, {7}}, never_stop));
  CHECK(spread_labels(region, land.rule, final_costs, {nearest.data(), land.width}, {hops.data(), land.width},
                      {{0}, {0}}, never_stop));
  const std::int64_t without = find_directions(region, land.rule, final_costs, {nearest.data(), land.width},
                                               {hops.data(), land.width}, {codes.data(), land.width}, never_stop);
  CHECK_EQUAL(without, 0);
  for (std::size_t cell = 0; cell < costs.size(); ++cell) {
    CHECK_EQUAL(nearest[cell] == 7, costs[cell] < kInfinity);
    CHECK_EQUAL(codes[cell] != kNoDirection, costs[cell] < kInfinity);
  }
}

}  // namespace

TEST(four_directions) {
  Dice dice(1);
  check_land<4, false>(dice);
}

TEST(eight_directions) {
  Dice dice(2);
  for (int round = 0; round < 5; ++round) check_land<8, false>(dice);
  check_land<8, true>(dice);
}

TEST(sixteen_directions) {
  Dice dice(3);
  check_land<16, false>(dice);
  check_land<16, true>(dice);
}

TEST(thirty_two_directions) {
  Dice dice(4);
  check_land<32, false>(dice);
  check_land<32, true>(dice);
}

TEST(margins_hold_what_a_region_offers) {
  Dice dice(5);
  const Land land(dice, 20, 30, 16, Pace::none);
  Region<float> region = land.region();
  region.left = 2;
  std::vector<double> costs(land.cost.size(), kInfinity);
  double limit = kInfinity;
  run_wave(region, land.rule, {costs.data(), land.width}, {{2}, {0.0}}, {}, limit, never_stop);
  const double here = land.cost[2] + land.cost[1];
  CHECK(costs[1] <= here);
  for (std::ptrdiff_t cell = 0; cell < region.height * region.width; ++cell) {
    if (cell % region.width >= 2) continue;
    const auto at = static_cast<std::size_t>(cell);
    if (land.cost[at] == Tile<float>::kClosed) CHECK_EQUAL(costs[at], kInfinity);
  }
}

TEST(what_a_wave_leaves_beyond_its_horizon_is_taken_up_by_the_next) {
  Dice dice(8);
  for (int round = 0; round < 5; ++round) {
    const Land land(dice, 20, 300, 8, Pace::none);
    const std::vector<double> expected = relaxed<8, false>(land);
    std::vector<double> costs(land.cost.size(), kInfinity);
    double limit = kInfinity;
    WaveSeeds seeds{{0}, {0.0}, 10.0};
    std::uint64_t reached = 1;
    int waves = 0;
    for (; !seeds.cells.empty(); ++waves) {
      const WaveResult result =
          run_wave(land.region(), land.rule, {costs.data(), land.width}, seeds, {}, limit, never_stop);
      reached += result.reached;
      seeds.cells = result.left;
      seeds.costs.clear();
      for (const std::int64_t cell : result.left) {
        seeds.costs.push_back(costs[static_cast<std::size_t>(cell)]);
        CHECK(seeds.costs.back() > seeds.horizon);
      }
      seeds.horizon += 10.0;
    }
    CHECK(waves > 1);
    CHECK(costs == expected);
    CHECK_EQUAL(reached - 1, std::count_if(expected.begin(), expected.end(), [](double c) { return c < kInfinity; }));
  }
}

TEST(a_stopped_wave_says_so) {
  Dice dice(6);
  const Land land(dice, 20, 600, 8, Pace::none);
  std::vector<double> costs(land.cost.size(), kInfinity);
  double limit = kInfinity;
  int asked = 0;
  const Stop stop = [&] { return ++asked > 1; };
  const WaveResult result =
      run_wave(land.region(), land.rule, {costs.data(), land.width}, {{0}, {0.0}}, {}, limit, stop);
  CHECK(result.stopped);
  CHECK(result.front < kInfinity);
}

TEST(corners_are_cut_only_where_the_rule_allows_it) {
  for (const Corners corners : {Corners::free, Corners::no_squeeze, Corners::no_cut}) {
    for (int walls = 0; walls <= 2; ++walls) {
      Dice dice(7);
      Land land(dice, 2, 2, 8, Pace::none);
      land.cost = {1, walls > 0 ? Tile<float>::kClosed : 1.0f, walls > 1 ? Tile<float>::kClosed : 1.0f, 1};
      land.rule.corners = corners;
      std::vector<double> costs(4, kInfinity);
      double limit = kInfinity;
      run_wave(land.region(), land.rule, {costs.data(), 2}, {{0}, {0.0}}, {}, limit, never_stop);
      const double diagonal = std::hypot(1.0, 2.0), around = walls < 2 ? 3.0 : kInfinity;
      const bool cut = corners == Corners::free || walls == 0 || (corners == Corners::no_squeeze && walls == 1);
      CHECK_EQUAL(costs[3], cut ? diagonal : around);
    }
  }
}
