// The order of importance of a graph's vertices, and the limit on the memory for finding it.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "indexes/contraction/contraction.hpp"
#include "indexes/subgoals/cost_graph.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr auto kGoOn = [](double) { return false; };
constexpr std::uint32_t kVertices = 200;
constexpr std::uint32_t kPerVertex = 3;

// A graph without small separators, so that contraction adds more edges than it removes.
CostGraph tangle() {
  Dice dice(61);
  CostGraph graph(kVertices);
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    for (std::uint32_t i = 0; i < kPerVertex; ++i) {
      const std::uint32_t other = dice.roll(kVertices), cost = 100 + dice.roll(10);
      if (other == v) continue;
      graph[v].push_back({other, cost});
      graph[other].push_back({v, cost});
    }
  }
  return graph;
}

}  // namespace

TEST(an_order_has_every_vertex_once) {
  std::vector<std::uint32_t> order;
  CHECK(contraction_order(tangle(), ~std::uint64_t{0}, kGoOn, order) == Outcome::done);
  std::sort(order.begin(), order.end());
  CHECK_EQUAL(order.size(), std::size_t{kVertices});
  for (std::uint32_t v = 0; v < kVertices; ++v) CHECK_EQUAL(order[v], v);
}

TEST(edges_that_an_order_adds_count_towards_its_memory) {
  const std::uint64_t given = 2 * kVertices * kPerVertex * 12;  // an upper bound on the bytes of the first edges
  std::vector<std::uint32_t> order;
  CHECK(contraction_order(tangle(), given, kGoOn, order) == Outcome::too_large);
  CHECK(contraction_order(tangle(), 10 * given, kGoOn, order) == Outcome::done);
}

TEST(an_order_stops_on_request) {
  std::vector<std::uint32_t> order;
  CHECK(contraction_order(tangle(), ~std::uint64_t{0}, [](double) { return true; }, order) == Outcome::stopped);
}
