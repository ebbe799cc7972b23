// Customizable hierarchies: their orders, how they follow edits, and what files may hold.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "indexes/customizable/costs/cost_repair.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/live_costs.hpp"
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

// Whether, by some row of a block, an arc between its columns `low` and `high` has this cost.
bool has_detour(const Frame& frame, const std::vector<double>& to_low, const std::vector<double>& to_high,
                std::uint32_t block, std::uint32_t rows, std::uint32_t low, std::uint32_t high, double cost) {
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (to_low[frame.arc(block, row, low)] + to_high[frame.arc(block, row, high)] == cost) return true;
  }
  return false;
}

bool hint_holds(const Frame& frame, const std::vector<double>& to, const std::vector<double>& back, ArcHint hint,
                std::uint32_t rank, std::uint32_t column) {
  const std::uint32_t block = frame.block_of(rank), row = rank - frame.first(block);
  const std::uint32_t high = frame.rank_at(block, column);
  const double cost = to[frame.arc(block, row, column)];
  if (hint == kNoHint) return cost == kNoArcCost;
  if (hint == kOfStep) return frame.linked(rank, high);
  if (hint == kOfOwnBlock) return has_detour(frame, back, to, block, row, row, column, cost);
  const BelowRank below = frame.below(rank)[hint - kFirstBelow];
  const std::uint32_t rows = frame.rows(below.block);
  return has_detour(frame, back, to, below.block, rows, rows + below.at, frame.column(below.block, high), cost);
}

bool hints_hold(const Frame& frame, const OwnedArcCosts& costs) {
  for (std::uint32_t rank = 0; rank < frame.ranks(); ++rank) {
    const std::uint32_t block = frame.block_of(rank), row = rank - frame.first(block);
    for (std::uint32_t column = row + 1; column < frame.columns(block); ++column) {
      const std::uint64_t arc = frame.arc(block, row, column);
      if (!hint_holds(frame, costs.up, costs.down, costs.up_hints[arc], rank, column)) return false;
      if (!hint_holds(frame, costs.down, costs.up, costs.down_hints[arc], rank, column)) return false;
    }
  }
  return true;
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

// A repair ends with the same costs as filling in all of them, to the last bit; so do three threads.
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
    CHECK(hints_hold(frame, repaired));
  }
}

// Edits change the costs in place, unless they are being saved: those must not change.
TEST(an_edit_copies_costs_only_while_they_are_held) {
  std::mt19937 random(5);
  const auto grid = weighted(random);
  const Frame frame(tables_of(*grid), grid->size());
  auto filled = std::make_shared<OwnedArcCosts>();
  CHECK(fill_arc_costs(frame, steps_of(*grid), 1, kGoOn, *filled));
  LiveCosts live(frame, std::move(filled));
  const auto raise = [&](double cost) {
    const Node node = frame.node(0);
    grid->update(std::vector<CellEdit>{{node, true, cost}});
    std::vector<Node> near;
    grid->each_near(node, [&](Node other) { near.push_back(other); });
    CHECK(live.follow(steps_of(*grid), near, 1, kNeverStop));
  };
  const auto costs = [&] { return live.ground().costs.up; };
  const double* const first = costs().data();
  raise(77.0);
  CHECK(costs().data() == first);
  {
    const std::vector<Section> held = live.sections();
    const std::vector<double> before(costs().begin(), costs().end());
    raise(78.0);
    CHECK(costs().data() != first);
    CHECK(std::equal(before.begin(), before.end(), first));
  }
  const double* const second = costs().data();
  raise(79.0);
  CHECK(costs().data() == second);
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
