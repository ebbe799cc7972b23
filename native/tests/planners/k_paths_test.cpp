// The k cheapest paths, where they are stopped, and where the space grows meanwhile.
#include "planners/k_paths.hpp"

#include <vector>

#include "engine/finders/finder.hpp"
#include "spaces/graph/graph.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

TEST(a_poll_can_stop_them_at_any_time) {
  Dice dice(81);
  for (const bool costs : {false, true}) {
    World world = rolled(dice, 300, 300, 1000, costs);
    world.walkable[0] = world.walkable[2] = 1;
    const auto finder = make_finder(world.grid());
    std::size_t all = 0;
    for (int allowed = 0;; ++allowed) {
      int left = allowed;
      bool stopped = false;
      all = find_k_paths(*finder, 0, 2, 3, {}, [&] { return left-- <= 0; }, stopped).size();
      if (!stopped) break;
    }
    CHECK_EQUAL(all, 3u);
  }
}

TEST(a_node_that_came_later_is_on_no_spur_path) {
  const std::vector<std::uint32_t> offsets{0, 1, 2, 2};
  const std::vector<Node> targets{1, 2};
  const std::vector<double> costs{5.0, 5.0};
  const auto graph = std::make_shared<Graph>(offsets, targets, costs, Positions{}, 0.0);
  const std::vector<double> left{10.0, 5.0, 0.0, 0.0};  // the last one is not handed over
  std::vector<std::uint8_t> closed(4, 0);
  closed.pop_back();
  graph->add_nodes(1, {});
  const std::vector<Node> sources{0, 3}, ends{3, 2};
  const std::vector<double> cheap{1.0, 1.0};
  graph->add_edges({sources, ends, cheap});
  const auto finder = make_finder(graph);
  const std::vector<Node> root{0};
  const SpurPath spur_path{root, {}, std::span(left).first(3), closed};
  const PathResult path = finder->spur_path(2, {.heuristic = HeuristicKind::zero}, spur_path, [] { return false; });
  CHECK_EQUAL(path.cost, 10.0);
}
