// Fields by the block: to the last bit those of the search that goes cell by cell, for any width of registers and any
// number of threads.
#include "engine/block_wave/block_wave.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/block_wave/block_copies.hpp"
#include "engine/block_wave/cell_block.hpp"
#include "engine/finders/finder.hpp"
#include "spaces/cells/cost_rows_view.hpp"
#include "spaces/cells/grid.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

const auto kNever = [] { return false; };

std::shared_ptr<Grid> rolled_grid(Dice& dice, std::uint32_t width, std::uint32_t height, const Moves& moves,
                                  CostRule rule, std::uint32_t walls_in_ten) {
  std::vector<std::uint8_t> walkable(std::size_t{width} * height);
  std::vector<double> cost(walkable.size());
  for (std::uint8_t& cell : walkable) cell = dice.roll(10) >= walls_in_ten;
  for (double& each : cost) each = (1 + dice.roll(9)) / 3.0;
  walkable[0] = 1;
  return std::make_shared<Grid>(width, height, walkable, cost, moves, rule);
}

// With any limit, the search goes cell by cell.
Field by_cell(const std::shared_ptr<Grid>& grid, const FieldQuery& query) {
  return make_finder(grid)->field(query, {.max_cost = 1e300}, kNever, nullptr);
}

void check_equal(const Field& blocks, const Field& cells) {
  int wrong = 0, loose = 0;
  for (Node node = 0; node < cells.costs.size(); ++node) {
    wrong += blocks.costs[node] != cells.costs[node];
    const Node parent = blocks.parents[node];
    loose += (parent == kNoNode) != (cells.parents[node] == kNoNode);
    loose += parent != kNoNode && !(blocks.costs[parent] < blocks.costs[node]);
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(loose, 0);
}

}  // namespace

TEST(fields_by_the_block_are_those_by_the_cell) {
  Dice dice(3);
  for (const Corners corners : {Corners::no_cut, Corners::no_squeeze, Corners::free}) {
    for (const CostRule rule : {CostRule::enter, CostRule::mean}) {
      for (const bool back : {false, true}) {
        const Moves moves{.directions = dice.roll(4) == 0 ? 4 : 8, .corners = corners, .diagonal = 1.3};
        const auto grid = rolled_grid(dice, 1 + dice.roll(150), 1 + dice.roll(150), moves, rule, dice.roll(5));
        const FieldQuery query{{0}, {}, back};
        check_equal(make_finder(grid)->field(query, {}, kNever, nullptr), by_cell(grid, query));
      }
    }
  }
}

TEST(any_number_of_threads_finds_the_same) {
  Dice dice(4);
  const auto grid = rolled_grid(dice, 900, 700, {}, CostRule::enter, 2);
  FieldQuery query{{0}, {}, true};
  const Field alone = make_finder(grid)->field(query, {}, kNever, nullptr);
  check_equal(alone, by_cell(grid, query));
  for (const unsigned threads : {2u, 3u, 8u}) {
    query.threads = threads;
    const Field together = make_finder(grid)->field(query, {}, kNever, nullptr);
    CHECK(alone.costs.values() == together.costs.values());
    CHECK(alone.parents.values() == together.parents.values());
  }
}

// Only one block waits at a time, so all threads but one have nothing to do for most of the time.
TEST(threads_that_wait_go_on_when_there_is_more_to_do) {
  constexpr std::uint32_t kWidth = 300, kHeight = 300, kTurns = 100;
  std::vector<std::uint8_t> walkable(kWidth * kHeight, 1);
  for (std::uint32_t y = 1; y < kTurns; y += 2) {
    for (std::uint32_t x = 0; x < kWidth; ++x) walkable[y * kWidth + x] = x == (y % 4 == 1 ? kWidth - 1 : 0);
  }
  const std::vector<double> cost(walkable.size(), 2.5);
  const auto grid = std::make_shared<Grid>(kWidth, kHeight, walkable, cost, Moves{}, CostRule::enter);
  FieldQuery query{{0}, {}, true};
  const Field cells = by_cell(grid, query);
  for (const unsigned threads : {1u, 2u, 5u}) {
    query.threads = threads;
    check_equal(make_finder(grid)->field(query, {}, kNever, nullptr), cells);
  }
}

// Also for blocks that no wave reaches, in memory that held another field before.
TEST(what_nothing_leads_to_is_written_down_as_well) {
  Dice dice(7);
  constexpr std::uint32_t kWidth = 500, kHeight = 300;
  std::vector<std::uint8_t> walkable(kWidth * kHeight, 1);
  std::vector<double> cost(walkable.size());
  for (double& each : cost) each = 1 + dice.roll(9);
  for (std::uint32_t y = 0; y < kHeight; ++y) walkable[y * kWidth + 250] = 0;
  const auto grid = std::make_shared<Grid>(kWidth, kHeight, walkable, cost, Moves{}, CostRule::enter);
  for (const Node source : {Node{0}, Node{kWidth - 1}, Node{0}}) {
    for (const unsigned threads : {1u, 2u}) {
      FieldQuery query{{source}, {}, false};
      query.threads = threads;
      check_equal(make_finder(grid)->field(query, {}, kNever, nullptr), by_cell(grid, query));
    }
  }
}

TEST(many_sources_with_costs_of_their_own_count) {
  Dice dice(8);
  const auto grid = rolled_grid(dice, 400, 330, {}, CostRule::mean, 1);
  FieldQuery query{{0}, {0.0}, true};
  for (int i = 0; i < 60; ++i) {
    query.sources.push_back(dice.roll(grid->size()));
    query.first_costs.push_back(dice.roll(40) / 3.0);
  }
  query.threads = 2;
  const Field blocks = make_finder(grid)->field(query, {}, kNever, nullptr), cells = by_cell(grid, query);
  CHECK(blocks.costs.values() == cells.costs.values());
  CHECK(blocks.nearest.values() == cells.nearest.values());
}

TEST(copies_stay_with_the_blocks_that_are_in_use) {
  BlockCopies copies;
  copies.start(1000, 10, 1);
  const auto all = [](std::uint32_t) { return true; };
  const auto size = static_cast<std::uint32_t>(copies.size());
  CHECK(size < 1000);
  for (std::uint32_t block = 0; block < size; ++block) {
    const BlockCopies::Place place = copies.place_for(block, all);
    CHECK(place.empty && place.old == kNoBlock);
  }
  CHECK(!copies.place_for(0, all).empty);
  CHECK_EQUAL(copies.place_for(500, all).old, 1u);  // 0 was used again
  const BlockCopies::Place place = copies.place_for(501, [](std::uint32_t block) { return block != 2; });
  CHECK_EQUAL(place.old, 3u);
  CHECK_EQUAL(copies.block_at(place.number), 501u);
  CHECK(copies.place_for(1, all).empty);
}

TEST(registers_of_any_width_find_the_same) {
  Dice dice(5);
  constexpr double kFar = CellBlock::kFar;
  for (const Charge charge : {Charge::to, Charge::from, Charge::mean}) {
    for (const bool masked : {false, true}) {
      const auto start = std::make_unique<CellBlock>();
      BlockEdges edges;
      for (double* const edge : {edges.above, edges.below, edges.left, edges.right}) {
        for (int i = 0; i < kBlockSide; ++i) edge[i] = dice.roll(20) == 0 ? dice.roll(50) : kFar;
      }
      for (double* const edge : {edges.left, edges.right}) edge[kBlockSide] = edge[kBlockSide + 1] = kFar;
      for (auto& row : start->values) std::fill_n(row, kBlockSide, kFar);
      for (auto& row : start->costs) {
        for (double& cost : row) cost = dice.roll(6) == 0 ? kFar : 1 + dice.roll(9) / 7.0;
      }
      std::fill_n(start->costs_left, kBlockSide + 2, 1.5);
      std::fill_n(start->costs_right, kBlockSide + 2, 2.5);
      for (auto& row : start->legal) {
        for (std::uint8_t& legal : row) legal = static_cast<std::uint8_t>(dice.roll(256));
      }
      const StepLengths lengths{1.0, 1.4142135623730951};
      std::vector<double> first_values;
      std::vector<Node> first_parents;
      for (int lanes = 2; lanes <= widest_lanes(); lanes *= 2) {
        const BlockKernels kernels = block_kernels(charge, masked, lanes);
        const auto block = std::make_unique<CellBlock>(*start);
        kernels.solve(*block, edges, lengths, {0, kBlockSide - 1});
        const std::vector<double> values(block->values[0], block->values[0] + kBlockSide * kBlockSide);
        std::vector<Node> parents(kBlockSide * kBlockSide);
        for (int y = 0; y < kBlockSide; ++y) {
          kernels.find_parents(*block, edges, lengths, y, 1000 + 100 * y, 100, parents.data() + kBlockSide * y);
        }
        if (lanes == 2) {
          first_values = values;
          first_parents = parents;
        }
        CHECK(values == first_values);
        CHECK(parents == first_parents);
      }
    }
  }
}

// Blocks that are merely beside an edit are left alone.
TEST(a_repair_solves_the_blocks_that_change) {
  Dice dice(9);
  constexpr std::uint32_t kWidth = 3200, kHeight = 96;
  for (const bool back : {false, true}) {
    const auto grid = rolled_grid(dice, kWidth, kHeight, {}, CostRule::enter, 1);
    const auto finder = make_finder(grid);
    const FieldQuery query{{0}, {}, back};
    FieldState kept;
    std::uint64_t before = finder->field(query, {}, kNever, &kept).expanded;
    for (int i = 0; i < 20; ++i) {
      const Node end = (1 + dice.roll(kHeight - 1)) * kWidth - 1;  // of a row, from where paths lead to few cells
      grid->update(std::vector<CellEdit>{{end, true, (1 + dice.roll(9)) / 3.0}});
      const Field repaired = finder->field(query, {}, kNever, &kept);
      check_equal(repaired, by_cell(grid, query));
      CHECK(repaired.expanded - before < 3 * kBlockSide * kBlockSide);
      before = repaired.expanded;
    }
    CHECK_EQUAL(kept.repairs, 20u);
  }
}

TEST(a_wave_that_is_stopped_says_so) {
  Dice dice(6);
  const auto grid = rolled_grid(dice, 600, 600, {}, CostRule::enter, 0);
  for (const unsigned threads : {1u, 2u}) {
    FieldQuery query{{0}, {}, false};
    query.threads = threads;
    int asked = 0;
    const Field field = make_finder(grid)->field(query, {}, [&] { return ++asked > 3; }, nullptr);
    CHECK(field.stopped || threads > 1);  // several threads may be done before they poll
  }
}
