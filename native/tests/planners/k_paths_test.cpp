// The k cheapest paths, when they are stopped, and when the space is edited meanwhile.
#include "planners/k_paths.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
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
    for (int allowed = 0;; allowed += 1 + allowed / 8) {
      int left = allowed;
      bool stopped = false;
      all = find_k_paths(*finder, 0, 2, 3, {}, [&](double) { return left-- <= 0; }, stopped).size();
      if (!stopped) break;
    }
    CHECK_EQUAL(all, 3u);
  }
}

// An edit closes an edge of the best path during the search.
TEST(all_paths_are_of_one_revision) {
  const std::vector<std::uint32_t> offsets{0, 2, 3, 4, 4};
  const std::vector<Node> targets{1, 2, 3, 3};
  const std::vector<double> costs{1.0, 2.0, 1.0, 2.0};
  const auto graph = std::make_shared<Graph>(offsets, targets, costs, Positions{}, 0.0);
  const auto finder = make_finder(graph);
  std::thread editor;
  std::atomic<bool> edited = false;
  bool stopped = false;
  const auto paths = find_k_paths(
      *finder, 0, 3, 2, {},
      [&](double) {
        if (editor.joinable()) return false;
        editor = std::thread([&] {
          const std::vector<Node> from{0, 0}, to{1, 2};
          const std::vector<double> dear{7.0, 1.0};
          graph->set_costs({from, to, dear});
          edited = true;
        });
        for (int i = 0; i < 50 && !edited; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return false;
      },
      stopped);
  editor.join();
  CHECK_EQUAL(paths.size(), 2u);
  CHECK_EQUAL(paths[0].cost, 2.0);
  CHECK_EQUAL(paths[1].cost, 4.0);
}
