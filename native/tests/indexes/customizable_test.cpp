// Customizable hierarchies: their orders, what follows edits, and what files may hold.
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "indexes/customizable/costs/cost_repair.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/order/dissection.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/views.hpp"
#include "support/check.hpp"

using namespace pathstar;

namespace {

constexpr auto kGoOn = [](double) { return false; };
constexpr auto kNeverStop = [] { return false; };
constexpr std::uint32_t kWidth = 40, kHeight = 30;

KnownSteps steps_of(const Grid& grid) {
  return view_of(grid, kNoNode, HeuristicKind::zero, 0.0, [](const auto& view) { return KnownSteps(AnyView(view)); });
}

std::unique_ptr<Grid> weighted(std::mt19937& random) {
  std::vector<std::uint8_t> walkable;
  std::vector<double> cost;
  for (std::uint32_t i = 0; i < kWidth * kHeight; ++i) {
    walkable.push_back(random() % 5 != 0);
    cost.push_back(1 + random() % 9);
  }
  return std::make_unique<Grid>(kWidth, kHeight, walkable, cost, Moves(), CostRule::enter);
}

BlockOrder order_of(const SpaceLinks& links, unsigned threads) {
  Places places{2, {}};
  for (const Node node : links.nodes) {
    places.numbers.push_back(static_cast<std::int32_t>(node % kWidth));
    places.numbers.push_back(static_cast<std::int32_t>(node / kWidth));
  }
  BlockOrder order;
  CHECK(dissect(links.links, places, threads, kGoOn, order));
  return order;
}

FrameTables tables_of(const Grid& grid) {
  SpaceLinks links;
  CHECK(find_links(steps_of(grid), kGoOn, links));
  FrameTables tables;
  CHECK(build_frame(links, order_of(links, 1), ~std::uint64_t{0}, kGoOn, tables) == Outcome::done);
  return tables;
}

}  // namespace

TEST(the_order_has_every_vertex_once) {
  std::mt19937 random(1);
  const auto grid = weighted(random);
  SpaceLinks links;
  CHECK(find_links(steps_of(*grid), kGoOn, links));
  const BlockOrder order = order_of(links, 1), same = order_of(links, 3);
  CHECK(order.order == same.order && order.first == same.first);
  std::vector<int> seen(links.nodes.size());
  for (const std::uint32_t vertex : order.order) ++seen[vertex];
  for (const int times : seen) CHECK(times == 1);
}

// A repair ends with what filling all costs in gives, to the last bit, and so do three threads.
TEST(a_repair_equals_filling_in_from_the_start) {
  std::mt19937 random(2);
  const auto grid = weighted(random);
  const Frame frame(tables_of(*grid), grid->size());
  OwnedArcCosts repaired;
  std::vector<std::uint32_t> touched;
  CHECK(fill_arc_costs(frame, steps_of(*grid), 1, kGoOn, repaired));
  for (int round = 0; round < 60; ++round) {
    std::vector<CellEdit> edits;
    std::vector<std::uint32_t> changed;
    for (int i = 0; i <= round % 4; ++i) {
      const Node node = frame.node(static_cast<std::uint32_t>(random() % frame.ranks()));
      edits.push_back({node, random() % 3 != 0, 1.0 + static_cast<double>(random() % 9)});
      grid->each_near(node, [&](Node other) {
        if (frame.rank_of(other) != kNoRank) changed.push_back(frame.rank_of(other));
      });
    }
    grid->update(edits);
    CHECK(repair_arc_costs(frame, steps_of(*grid), changed, kNeverStop, repaired, touched));
    OwnedArcCosts filled;
    CHECK(fill_arc_costs(frame, steps_of(*grid), round % 2 == 0 ? 1 : 3, kGoOn, filled));
    CHECK(repaired.up == filled.up);
    CHECK(repaired.down == filled.down);
  }
}

TEST(too_many_arcs_are_refused_before_they_are_made) {
  std::mt19937 random(3);
  const auto grid = weighted(random);
  SpaceLinks links;
  CHECK(find_links(steps_of(*grid), kGoOn, links));
  FrameTables tables;
  CHECK(build_frame(links, order_of(links, 1), 1000, kGoOn, tables) == Outcome::too_large);
}

TEST(a_border_that_its_parent_does_not_know_is_refused) {
  std::mt19937 random(4);
  const auto grid = weighted(random);
  FrameTables tables = tables_of(*grid);
  Frame::check(tables, grid->size());
  std::vector<std::uint32_t> border(tables.border.begin(), tables.border.end());
  std::size_t refused = 0;
  for (std::size_t i = 0; i < border.size(); i += 7) {
    const std::uint32_t before = border[i];
    border[i] = static_cast<std::uint32_t>(tables.nodes.size() - 1);
    tables.border = border;
    try {
      Frame::check(tables, grid->size());
    } catch (const std::invalid_argument&) {
      ++refused;
    }
    border[i] = before;
  }
  CHECK(refused > border.size() / 14);
}
