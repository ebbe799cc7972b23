// Units of several squares: where they fit, what they sweep, and that edited layers equal new ones.
#include "spaces/layers/sized.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "spaces/layers/turning.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

std::vector<Node> cells_at(const Grid& layer, Node node) {
  std::vector<Node> cells;
  layer.each_cell(node, [&](Cell cell) { cells.push_back(cell.number); });
  return cells;
}

std::vector<Node> swept(const Grid& layer, Node from, Node to) {
  std::vector<Node> cells;
  layer.each_swept(from, to, [&](Cell cell) { cells.push_back(cell.number); });
  std::sort(cells.begin(), cells.end());
  return cells;
}

void check_same(const Grid& one, const Grid& other) {
  for (Node node = 0; node < one.size(); ++node) {
    CHECK_EQUAL(one.walkable(node), other.walkable(node));
    CHECK_EQUAL(one.legal(node), other.legal(node));
    if (one.has_cost()) CHECK_EQUAL(one.cost_data()[node], other.cost_data()[node]);
  }
}

}  // namespace

TEST(a_unit_is_where_all_its_cells_are_free) {
  Dice dice(71);
  for (const World& world : zoo(72, 13, 11)) {
    for (std::uint32_t side = 2; side <= 4; ++side) {
      const auto layer = make_sized(world.grid(), {side});
      for (Node node = 0; node < world.size(); ++node) {
        const std::uint32_t x = node % world.width, y = node / world.width;
        bool free = x + side <= world.width && y + side <= world.height;
        if (free) {
          for (const Node cell : cells_at(*layer, node)) free = free && world.grid()->walkable(cell);
        }
        CHECK_EQUAL(layer->walkable(node), free);
      }
    }
  }
}

TEST(a_diagonal_step_sweeps_two_corners) {
  const auto layer = make_sized(drawn({"....", "....", "....", "...."}, {}).grid(), {2});
  CHECK(swept(*layer, 0, 1).empty());
  CHECK(swept(*layer, 0, 4).empty());
  CHECK(swept(*layer, 0, 5) == (std::vector<Node>{2, 8}));
  CHECK(swept(*layer, 5, 0) == (std::vector<Node>{2, 8}));
  CHECK(swept(*layer, 4, 1) == (std::vector<Node>{0, 10}));
  CHECK(swept(*layer, 1, 4) == (std::vector<Node>{0, 10}));
  CHECK(swept(*drawn({"..", ".."}, {}).grid(), 0, 3).empty());
}

TEST(a_turning_unit_is_on_the_cells_of_the_unit) {
  const Turning turning(make_sized(drawn({"....", "....", "...."}, {}).grid(), {2}), std::vector<double>(64, 1.0));
  std::vector<Node> cells;
  turning.each_cell(3 * turning.cells() + 5, [&](Cell cell) { cells.push_back(cell.number); });
  CHECK(cells == (std::vector<Node>{5, 6, 9, 10}));
  cells.clear();
  turning.each_swept(5, turning.cells() + 0, [&](Cell cell) { cells.push_back(cell.number); });
  CHECK_EQUAL(cells.size(), 2u);
}

TEST(edits_leave_units_as_if_made_so) {
  Dice dice(73);
  for (World world : zoo(74, 12, 15)) {
    const auto ground = world.grid();
    const auto layer = make_sized(ground, {3});
    for (int round = 0; round < 8; ++round) {
      const std::uint32_t most = round % 4 == 3 ? 60 : 5;  // many edits make the whole layer again
      std::vector<CellEdit> edits;
      for (std::uint32_t i = dice.roll(most); i < most; ++i) {
        const Node node = dice.roll(world.size());
        if (std::any_of(edits.begin(), edits.end(), [&](const CellEdit& edit) { return edit.node == node; })) continue;
        edits.push_back({node, dice.roll(3) != 0, 1.0 + dice.roll(4)});
      }
      ground->update(edits);
      CHECK(layer->behind());
      layer->catch_up();
      CHECK(!layer->behind());
      check_same(*layer, *make_sized(ground, {3}));
    }
  }
}

TEST(an_edit_that_changes_no_unit_is_none) {
  const auto ground = drawn({"#...", "....", "....", "...."}, {}).grid();
  const auto layer = make_sized(ground, {2});
  const std::uint64_t before = layer->revision();
  const CellEdit edit{0, false, 1.0};
  ground->update({&edit, 1});
  layer->catch_up();
  std::vector<Node> edited;
  CHECK(layer->edited_since(before, edited));
  CHECK(edited.empty());
}
