// Lines of sight that end between cells known to be seen give the same result as without that knowledge.
#include <cstdint>
#include <utility>
#include <vector>

#include "spaces/sight/box_line.hpp"
#include "spaces/sight/line_of_sight.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr std::int64_t kWide = 17, kHigh = 13;
constexpr std::uint32_t kBoxWide = 7, kBoxHigh = 6, kBoxDeep = 5;
constexpr Corners kRules[] = {Corners::no_cut, Corners::no_squeeze, Corners::free};

std::vector<std::uint8_t> random_cells(Dice& dice, std::size_t size, std::uint32_t share_blocked) {
  std::vector<std::uint8_t> cells(size);
  for (std::uint8_t& cell : cells) cell = dice.roll(100) >= share_blocked;
  return cells;
}

bool nothing_known(Node) { return false; }

}  // namespace

TEST(what_is_known_changes_no_line_over_squares) {
  Dice dice(41);
  int seen = 0, ended = 0;
  for (int round = 0; round < 300; ++round) {
    const auto cells = random_cells(dice, kWide * kHigh, 2 + dice.roll(30));
    const Corners corners = kRules[dice.roll(3)];
    const std::int64_t x = dice.roll(kWide), y = dice.roll(kHigh);
    const auto free = [&](std::int64_t cell) { return cells[static_cast<std::size_t>(cell)] != 0; };
    std::vector<std::uint8_t> known(cells.size());
    for (std::int64_t to = 0; to < kWide * kHigh; ++to) {
      const std::int64_t dx = x - to % kWide, dy = y - to / kWide;
      const bool sees = line_is_free(to, dx, dy, kWide, corners, free);
      CHECK_EQUAL(sees, line_is_free(y * kWide + x, -dx, -dy, kWide, corners, free));
      CHECK_EQUAL(sees, line_is_free(to, dx, dy, kWide, corners, free, [&](std::int64_t cell) {
                    ended += known[static_cast<std::size_t>(cell)];
                    return known[static_cast<std::size_t>(cell)] != 0;
                  }));
      known[static_cast<std::size_t>(to)] = sees && dice.roll(4) != 0;
      seen += sees;
    }
  }
  CHECK(seen > 1000);
  CHECK(ended > 1000);
}

TEST(what_is_known_changes_no_line_over_boxes) {
  Dice dice(43);
  int seen = 0, ended = 0, glances = 0;
  for (int round = 0; round < 300; ++round) {
    const auto cells = random_cells(dice, kBoxWide * kBoxHigh * kBoxDeep, 2 + dice.roll(30));
    const Corners corners = kRules[dice.roll(3)];
    const auto place = [](Node node) {
      return Offset{static_cast<std::int32_t>(node % kBoxWide), static_cast<std::int32_t>(node / kBoxWide % kBoxHigh),
                    static_cast<std::int32_t>(node / kBoxWide / kBoxHigh)};
    };
    const auto free = [&](Node node) { return cells[node] != 0; };
    const Node end = dice.roll(static_cast<std::uint32_t>(cells.size()));
    std::vector<std::uint8_t> known(cells.size());
    for (Node node = 0; node < cells.size(); ++node) {
      const Offset a = place(node), b = place(end), by{b.dx - a.dx, b.dy - a.dy, b.dz - a.dz};
      const BoxLine line(by, kBoxWide, kBoxHigh), back({-by.dx, -by.dy, -by.dz}, kBoxWide, kBoxHigh);
      const bool sees = line.is_free(node, corners, free, nothing_known);
      CHECK_EQUAL(sees, back.is_free(end, corners, free, nothing_known));
      CHECK_EQUAL(sees, line.is_free(node, corners, free, [&](Node box) {
        ended += known[box];
        return known[box] != 0;
      }));
      const Glance glance = line.glance(node, free, [&](Node box) { return known[box] != 0; });
      if (free(node) && node != end && glance != Glance::unclear) {
        CHECK_EQUAL(sees, glance == Glance::seen);
        ++glances;
      }
      known[node] = sees && dice.roll(4) != 0;
      seen += sees;
    }
  }
  CHECK(seen > 1000);
  CHECK(ended > 1000);
  CHECK(glances > 1000);
}

TEST(a_line_to_a_neighbour_is_free_when_the_step_is_legal) {
  const auto cell = [](unsigned walls, Node node) { return (walls >> node & 1) == 0; };  // of 2 x 2 x 2 boxes
  const BoxLine line({1, 1, 1}, 2, 2);
  for (unsigned walls = 0; walls < 256; ++walls) {
    const auto free = [&](Node node) { return cell(walls, node); };
    const bool ends = free(0) && free(7);
    bool chain = false;
    for (const auto& [first, second] : {std::pair<Node, Node>{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}}) {
      chain = chain || (free(first) && free(second));
    }
    CHECK_EQUAL(ends, line.is_free(0, Corners::free, free, nothing_known));
    CHECK_EQUAL(ends && chain, line.is_free(0, Corners::no_squeeze, free, nothing_known));
    CHECK_EQUAL(walls == 0, line.is_free(0, Corners::no_cut, free, nothing_known));
  }
}
