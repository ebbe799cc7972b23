// The moves on no cycle, compared with a walk around each.
#include "fleet/common/bridges.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

// Whether moves, in any direction, connect two cells without those between the two themselves.
bool leads_round(const Ground& ground, Spot from, Spot to) {
  std::vector<bool> seen(ground.cells());
  std::vector<Spot> stack{from};
  seen[from] = true;
  while (!stack.empty()) {
    const Spot cell = stack.back();
    stack.pop_back();
    const auto enter = [&](Spot next) {
      const bool is_between = (cell == from && next == to) || (cell == to && next == from);
      if (is_between || seen[next]) return;
      seen[next] = true;
      stack.push_back(next);
    };
    std::ranges::for_each(ground.next(cell), enter);
    std::ranges::for_each(ground.previous(cell), enter);
  }
  return seen[to];
}

void check_bridges(const Ground& ground) {
  const std::vector<bool> bridges = bridges_of(ground);
  CHECK_EQUAL(bridges.size(), ground.moves());
  for (Spot from = 0; from < ground.cells(); ++from) {
    Move move = ground.first_move(from);
    for (const Spot to : ground.next(from)) CHECK_EQUAL(bool{bridges[move++]}, !leads_round(ground, from, to));
  }
}

// A graph with one-way moves.
Ground random_streets(fleet::Random& random, Node nodes, std::size_t moves) {
  std::vector<std::pair<Node, Node>> ends;
  for (std::size_t i = 0; i < moves; ++i) ends.emplace_back(random.below(nodes), random.below(nodes));
  return Ground(nodes, {}, [&](Node node, std::vector<Ground::Step>& steps) {
    for (const auto& [from, to] : ends) {
      if (from == node) steps.push_back({to});
    }
    return true;
  });
}

}  // namespace

TEST(bridges_of_random_grounds) {
  fleet::Random random(5);
  for (int i = 0; i < 60; ++i) {
    check_bridges(random_floor(random, 9, 7, 2 + static_cast<std::uint32_t>(random.below(4))).ground());
    check_bridges(random_streets(random, 12, 6 + random.below(12)));
  }
}

TEST(bridges_of_a_hall_with_a_bay) {
  const Ground ground = floor_of({"..#", "..."}).ground();
  const std::vector<bool> bridges = bridges_of(ground);
  CHECK_EQUAL(std::count(bridges.begin(), bridges.end(), true), 2);
  CHECK(bridges[ground.first_move(4)]);  // out of the bay
}
