// Which moves a grid allows, and that an edited grid equals a new one.
#include "spaces/cells/grid.hpp"

#include <array>
#include <bit>
#include <limits>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

// Bits in the order of kDirections.
constexpr std::uint8_t kNorth = 1, kWest = 2, kEast = 4, kSouth = 8, kNorthWest = 16, kNorthEast = 32, kSouthWest = 64,
                       kSouthEast = 128;

std::uint8_t middle(std::initializer_list<std::string_view> rows, const Moves& moves) {
  return drawn(rows, moves).grid()->legal(4);
}

// Compares the grid's legal steps with the slow rules.
void check_all_moves(const World& world, const Grid& grid) {
  for (Node from = 0; from < world.size(); ++from) {
    for (std::size_t d = 0; d < kDirections.size(); ++d) {
      const std::int64_t x = from % world.width + kDirections[d].dx;
      const std::int64_t y = from / world.width + kDirections[d].dy;
      const bool inside = x >= 0 && y >= 0 && x < world.width && y < world.height;
      const bool allowed = inside && step_cost(world, from, static_cast<Node>(y * world.width + x)) <
                                         std::numeric_limits<double>::infinity();
      CHECK_EQUAL((grid.legal(from) >> d & 1) != 0, allowed);
    }
  }
}

}  // namespace

TEST(open_ground_allows_all_directions) {
  CHECK_EQUAL(middle({"...", "...", "..."}, {.directions = 8}), 255);
  CHECK_EQUAL(middle({"...", "...", "..."}, {.directions = 4}), kNorth | kWest | kEast | kSouth);
}

TEST(no_cut_needs_both_neighbours) {
  CHECK_EQUAL(middle({".#.", "...", "..."}, {.corners = Corners::no_cut}),
              kWest | kEast | kSouth | kSouthWest | kSouthEast);
}

TEST(no_squeeze_needs_one_neighbour) {
  CHECK_EQUAL(middle({".#.", "...", "..."}, {.corners = Corners::no_squeeze}), 255 - kNorth);
  CHECK_EQUAL(middle({".#.", "..#", "..."}, {.corners = Corners::no_squeeze}), 255 - kNorth - kEast - kNorthEast);
}

TEST(free_asks_for_no_neighbour) {
  CHECK_EQUAL(middle({".#.", "#.#", ".#."}, {.corners = Corners::free}),
              kNorthWest | kNorthEast | kSouthWest | kSouthEast);
}

TEST(a_wall_allows_nothing) { CHECK_EQUAL(middle({"...", ".#.", "..."}, {.corners = Corners::free}), 0); }

TEST(the_border_is_a_wall) {
  CHECK_EQUAL(drawn({"."}).grid()->legal(0), 0);
  CHECK_EQUAL(drawn({"..", ".."}, {.corners = Corners::free}).grid()->legal(0), kEast | kSouth | kSouthEast);
}

TEST(a_cost_that_is_not_finite_is_a_wall) {
  World world = drawn({"..."});
  world.cost = {1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()};
  const auto grid = world.grid();
  CHECK(grid->walkable(0));
  CHECK(!grid->walkable(1));
  CHECK(!grid->walkable(2));
  CHECK_EQUAL(grid->min_cost(), 1.0);
  CHECK_EQUAL(grid->max_cost(), 1.0);
}

TEST(every_rule_on_random_maps) {
  for (const World& world : zoo(11, 7, 5)) check_all_moves(world, *world.grid());
}

TEST(an_edited_grid_equals_a_new_one) {
  Dice dice(12);
  for (World world : zoo(13, 9, 6)) {
    const auto grid = world.grid();
    for (std::uint64_t revision = 1; revision <= 5; ++revision) {
      std::array<CellEdit, 3> edits;
      for (CellEdit& edit : edits) {
        edit = {dice.roll(world.size()), dice.roll(2) != 0, 1.0 + dice.roll(9)};
        world.walkable[edit.node] = edit.walkable;
        if (!world.cost.empty()) world.cost[edit.node] = edit.cost;
      }
      grid->update(edits);
      CHECK_EQUAL(grid->revision(), revision);
    }
    check_all_moves(world, *grid);
    if (grid->has_cost()) CHECK(std::vector(grid->cost_data(), grid->cost_data() + grid->size()) == world.cost);
  }
}

TEST(the_log_answers_what_was_edited) {
  const auto grid = drawn({"....."}).grid();
  for (Node node = 0; node < 4; ++node) grid->update(std::array{CellEdit{node, false, 1.0}});
  std::vector<Node> edited;
  CHECK(grid->edited_since(2, edited));
  CHECK((edited == std::vector<Node>{2, 3}));
  edited.clear();
  CHECK(grid->edited_since(4, edited));
  CHECK(edited.empty());
}

TEST(the_log_forgets_rather_than_grow) {
  const auto grid = drawn({"....."}).grid();
  for (int i = 0; i < 5000; ++i) grid->update(std::array{CellEdit{0, i % 2 != 0, 1.0}});
  std::vector<Node> edited;
  CHECK(!grid->edited_since(0, edited));
  CHECK(grid->edited_since(grid->revision(), edited));
}
