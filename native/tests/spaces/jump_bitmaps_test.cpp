// The bitmaps of jump point search: edited bitmaps equal new ones.
#include "spaces/jumps/jump_bitmaps.hpp"

#include <algorithm>
#include <array>
#include <shared_mutex>

#include "spaces/bits.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

TEST(filling_stops_at_walls) {
  CHECK_EQUAL(fill_up(0b00010010, 0b01110111), 0b01110110u);
  CHECK_EQUAL(fill_down(0b01000100, 0b01110111), 0b01110111u);
  CHECK_EQUAL(fill_up(0b1, 0b0), 0u);
  CHECK_EQUAL(fill_up(1, kAllOnes), kAllOnes);
  CHECK_EQUAL(fill_down(Word{1} << 63, kAllOnes), kAllOnes);
}

TEST(ones_are_counted) {
  Dice dice(71);
  for (int round = 0; round < 1000; ++round) {
    const Word word = dice.next();
    CHECK_EQUAL(ones(word), static_cast<std::uint32_t>(std::popcount(word)));
  }
  CHECK_EQUAL(ones(kAllOnes), 64u);
}

TEST(transposing_twice_changes_nothing) {
  Dice dice(72);
  for (const auto& [lines, length] : std::array<std::array<std::uint32_t, 2>, 7>{
           {{1, 1}, {63, 65}, {130, 64}, {7, 200}, {200, 3}, {33, 32}, {5, 6}}}) {
    const std::uint32_t stride = stride_for(length), stride_turned = stride_for(lines);
    std::vector<Word> bits(words_for(lines, stride));
    for (Word& word : bits) word = dice.next();
    const std::vector<Word> turned = transposed(bits, lines, length);
    for (std::uint32_t line = 0; line < lines; ++line) {
      for (std::uint32_t i = 0; i < length; ++i) {
        const std::size_t there = std::size_t{i} * stride_turned + line, here = std::size_t{line} * stride + i;
        CHECK_EQUAL(turned[there / kWordBits] >> there % kWordBits & 1, bits[here / kWordBits] >> here % kWordBits & 1);
      }
    }
  }
}

TEST(edited_boards_equal_new_ones) {
  Dice dice(73);
  for (const auto& [width, height] : std::array<std::array<std::uint32_t, 2>, 9>{
           {{1, 1}, {9, 70}, {62, 64}, {130, 3}, {65, 127}, {1, 200}, {200, 1}, {30, 31}, {31, 30}}}) {
    for (World world : zoo(74, width, height)) {
      if (!world.cost.empty()) continue;
      const auto grid = world.grid();
      JumpBitmaps bitmaps(*grid);
      for (int round = 0; round < 10; ++round) {
        std::vector<CellEdit> edits;
        std::vector<Node> nodes;
        for (std::uint32_t i = 0; i <= dice.roll(6); ++i) {
          edits.push_back({dice.roll(world.size()), dice.roll(2) != 0, 1.0});
          nodes.push_back(edits.back().node);
        }
        grid->update(edits);
        bitmaps.update(*grid, nodes);
        CHECK(bitmaps == JumpBitmaps(*grid));
      }
    }
  }
}

TEST(boards_after_many_edits_equal_new_ones) {
  Dice dice(77);
  for (World world : zoo(78, 200, 150)) {
    if (!world.cost.empty()) continue;
    const auto grid = world.grid();
    JumpBitmaps bitmaps(*grid);
    for (const std::uint32_t many : {8, 40, 700}) {
      std::vector<CellEdit> edits;
      std::vector<Node> nodes;
      for (std::uint32_t i = 0; i < many; ++i) {
        edits.push_back({dice.roll(world.size()), dice.roll(2) != 0, 1.0});
        nodes.push_back(edits.back().node);
      }
      grid->update(edits);
      bitmaps.update(*grid, nodes);
      CHECK(bitmaps == JumpBitmaps(*grid));
    }
    const Grid fresh(world.width, world.height, {grid->walkable_data(), world.size()}, {}, world.moves, world.rule);
    CHECK(std::equal(fresh.legal_data(), fresh.legal_data() + world.size(), grid->legal_data()));
  }
}

TEST(boards_after_edits_of_blocks_equal_new_ones) {
  Dice dice(79);
  for (World world : zoo(80, 150, 90)) {
    if (!world.cost.empty()) continue;
    const auto grid = world.grid();
    {
      const JumpBitmaps& made = grid->jump_bitmaps();
      CHECK(made == JumpBitmaps(*grid));
    }
    for (int round = 0; round < 12; ++round) {
      const std::uint32_t x = dice.roll(150), y = dice.roll(90);
      const std::uint32_t right = x + 1 + dice.roll(150 - x), bottom = y + 1 + dice.roll(90 - y);
      const std::uint32_t slant = dice.roll(3);  // by how many columns each row begins farther to the right
      std::vector<CellEdit> edits;
      for (std::uint32_t row = y; row < bottom; ++row) {
        for (std::uint32_t column = x + slant * (row - y); column < right; ++column) {
          if (dice.roll(4) != 0) edits.push_back({row * 150 + column, dice.roll(2) != 0, 1.0});
        }
      }
      grid->update(edits);
      CHECK(grid->jump_bitmaps() == JumpBitmaps(*grid));
      const Grid fresh(world.width, world.height, {grid->walkable_data(), world.size()}, {}, world.moves, world.rule);
      CHECK(std::equal(fresh.legal_data(), fresh.legal_data() + world.size(), grid->legal_data()));
    }
  }
}

TEST(only_walkable_cells_have_a_number) {
  for (const std::uint32_t width : {1, 30, 62, 63, 100}) {
    for (const World& world : zoo(76, width, 9)) {
      const JumpBitmaps bitmaps(*world.grid());
      const Lines rows = bitmaps.rows().read();
      std::uint32_t slots = 0;
      for (std::uint32_t y = 0; y < bitmaps.rows().lines(); ++y) {
        for (std::uint32_t x = 0; x < width + 2; x += kWordBits) {
          CHECK_EQUAL(rows.specials(y, x) & rows.walls(y, x), Word{0});
          slots += ones(rows.specials(y, x));
        }
      }
      CHECK_EQUAL(slots, bitmaps.slots());
    }
  }
}

TEST(a_grid_keeps_its_boards_up_to_date) {
  Dice dice(75);
  World world = rolled(dice, 70, 30, 3, false);
  const auto grid = world.grid();
  for (const std::size_t many : {1, 3, 500}) {
    {
      const std::shared_lock reading(grid->mutex());
      CHECK(grid->jump_bitmaps() == JumpBitmaps(*grid));
    }
    for (int batch = 0; batch < 3; ++batch) {  // the bitmaps follow all at once
      std::vector<CellEdit> edits;
      for (std::size_t i = 0; i < many; ++i) edits.push_back({dice.roll(world.size()), dice.roll(2) != 0, 1.0});
      grid->update(edits);
    }
  }
  const std::shared_lock reading(grid->mutex());
  CHECK(grid->jump_bitmaps() == JumpBitmaps(*grid));
}
