// Components after edits: different ones always mean no path; equal ones mean a path after they are made exact.
#include "analysis/live_components.hpp"

#include <array>
#include <limits>
#include <vector>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

bool joined(const World& world, Node a, Node b) {
  return slow_costs(world, a)[b] < std::numeric_limits<double>::infinity();
}

// A grid that is edited cell by cell, and its components.
struct Edited {
  explicit Edited(const World& of) : world(of), grid(world.grid()), components(*grid) {}

  void set(Node node, bool walkable, double cost = 1.0) {
    const CellEdit edit{node, walkable, cost};
    world.walkable[node] = walkable;
    if (!world.cost.empty()) world.cost[node] = cost;
    grid->update(std::array{edit});
    components.update(*grid, std::array{node});
  }

  World world;
  std::shared_ptr<Grid> grid;
  LiveComponents<Grid> components;
};

World open_room(std::uint32_t width, std::uint32_t height) {
  World world;
  world.width = width;
  world.height = height;
  world.walkable.assign(std::size_t{width} * height, 1);
  return world;
}

}  // namespace

TEST(after_edits_different_components_mean_no_path) {
  Dice dice(42);
  for (const World& world : zoo(43, 7, 6)) {
    Edited edited(world);
    for (int round = 0; round < 40; ++round) {
      edited.set(dice.roll(world.size()), dice.roll(2) != 0);
      if (dice.roll(4) == 0) edited.components.make_exact(*edited.grid);
      const Node a = dice.roll(world.size()), b = dice.roll(world.size());
      if (!edited.world.walkable[a] || !edited.world.walkable[b]) continue;
      if (joined(edited.world, a, b)) CHECK(edited.components.same(a, b));
      if (edited.components.exact()) CHECK_EQUAL(edited.components.same(a, b), joined(edited.world, a, b));
    }
  }
}

TEST(many_edits_at_once_are_made_exact) {
  Dice dice(44);
  for (const World& world : zoo(45, 12, 11)) {
    Edited edited(world);
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 60; ++i) edited.set(dice.roll(world.size()), dice.roll(2) != 0);
      edited.components.make_exact(*edited.grid);
      CHECK(edited.components.exact());
      for (int i = 0; i < 60; ++i) {
        const Node a = dice.roll(world.size()), b = dice.roll(world.size());
        if (!edited.world.walkable[a] || !edited.world.walkable[b]) continue;
        CHECK_EQUAL(edited.components.same(a, b), joined(edited.world, a, b));
      }
    }
  }
}

TEST(a_small_part_is_found_without_labelling_all_again) {
  const std::uint32_t width = 200;
  Edited edited(open_room(width, width));
  for (const Node node : {Node{1}, width, width + 1}) edited.set(node, false);  // the corner is cut off
  CHECK(edited.components.same(0, width * width - 1) && !edited.components.exact());
  edited.components.make_exact(*edited.grid);
  CHECK(!edited.components.same(0, width * width - 1) && edited.components.same(2, width * width - 1));
  CHECK_EQUAL(edited.components.relabelled(), 0u);
  edited.set(width, true);
  CHECK(edited.components.same(0, width * width - 1) && edited.components.exact());
}

TEST(a_part_too_large_to_walk_is_labelled_again_once) {
  const std::uint32_t width = 200;
  Edited edited(open_room(width, width));
  for (std::uint32_t y = 0; y < width; ++y) edited.set(y * width + width / 2, false);
  edited.components.make_exact(*edited.grid);
  edited.components.make_exact(*edited.grid);
  CHECK(!edited.components.same(0, width - 1) && edited.components.same(0, width * (width - 1)));
  CHECK_EQUAL(edited.components.relabelled(), 1u);
}

TEST(cells_edited_together_join_what_they_connect) {
  Dice dice(46);
  for (const World& world : zoo(47, 14, 9)) {
    Edited edited(world);
    for (int round = 0; round < 20; ++round) {
      std::vector<CellEdit> edits;
      std::vector<Node> nodes;
      for (std::uint32_t i = 0; i <= dice.roll(40); ++i) {
        const Node node = dice.roll(world.size());
        const bool walkable = dice.roll(3) != 0;
        edits.push_back({node, walkable, 1.0});
        nodes.push_back(node);
        edited.world.walkable[node] = walkable;
        if (!world.cost.empty()) edited.world.cost[node] = 1.0;
      }
      edited.grid->update(edits);
      edited.components.update(*edited.grid, nodes);
      if (dice.roll(2) != 0) edited.components.make_exact(*edited.grid);
      for (int i = 0; i < 20; ++i) {
        const Node a = dice.roll(world.size()), b = dice.roll(world.size());
        if (!edited.world.walkable[a] || !edited.world.walkable[b]) continue;
        if (joined(edited.world, a, b)) CHECK(edited.components.same(a, b));
        if (edited.components.exact()) CHECK_EQUAL(edited.components.same(a, b), joined(edited.world, a, b));
      }
    }
  }
}

TEST(labels_do_not_pile_up_over_edits) {
  Edited edited(open_room(20, 20));
  const auto open_and_close = [&] {
    for (int round = 0; round < 4000; ++round) {
      edited.set(210, false);
      edited.set(210, true);
    }
  };
  open_and_close();
  CHECK_EQUAL(edited.components.relabelled(), 0u);  // the cell takes the label of those around it
  for (const Node near : {Node{190}, Node{209}, Node{211}, Node{230}}) edited.set(near, false);
  open_and_close();
  CHECK(edited.components.relabelled() > 0);
}
