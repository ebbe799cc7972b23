// The cells of places, and sorting by numbers.
#include "maps/places.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "maps/radix_sort.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

TEST(places_become_cells) {
  const auto cells = cells_at(std::array<std::int64_t, 4>{2, 1, 0, 0}, 3, 2);
  CHECK(cells && *cells == (std::vector{Cell(5), Cell(0)}));
  for (const auto& place : std::array<std::array<std::int64_t, 2>, 4>{{{-1, 0}, {0, -1}, {3, 0}, {0, 2}}}) {
    CHECK(!cells_at(place, 3, 2));
  }
}

TEST(the_last_of_each_cell_stays) {
  Dice dice(91);
  for (const std::size_t count : {1, 2, 30, 400}) {
    for (const std::uint32_t size : {1u, 20u, 70000u}) {
      std::vector<Cell> cells;
      std::vector<double> values;
      for (std::size_t i = 0; i < count; ++i) {
        cells.emplace_back(dice.roll(size));
        values.push_back(static_cast<double>(i));
      }
      std::vector<Cell> wanted;
      std::vector<double> their_values;
      for (std::size_t i = 0; i < count; ++i) {
        if (std::find(cells.begin() + static_cast<std::ptrdiff_t>(i) + 1, cells.end(), cells[i]) != cells.end())
          continue;
        wanted.push_back(cells[i]);
        their_values.push_back(values[i]);
      }
      keep_last_of_each(cells, values, size);
      CHECK(cells == wanted);
      CHECK(values == their_values);
    }
  }
}

TEST(sorting_keeps_the_order_of_equal_keys) {
  Dice dice(92);
  for (const std::size_t count : {0, 1, 32, 33, 1000}) {
    for (const std::size_t keys : {1, 2, 256, 257, 100000}) {
      std::vector<std::pair<std::size_t, std::size_t>> things, spare;
      for (std::size_t i = 0; i < count; ++i) things.push_back({dice.next() % keys, i});
      auto wanted = things;
      std::sort(wanted.begin(), wanted.end());
      radix_sort(things, spare, keys, [](const auto& thing) { return thing.first; });
      CHECK(things == wanted);
    }
  }
}
