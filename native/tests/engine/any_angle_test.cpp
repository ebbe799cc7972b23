// Any-angle searches that are stepped on one thread and read on another.
#include "engine/any_angle/any_angle_finder.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <mutex>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

TEST(a_search_is_not_read_while_it_is_stepped) {
  using Clock = std::chrono::steady_clock;
  World world = drawn({"....", ".@@.", "...."});
  world.moves.corners = Corners::no_squeeze;
  for (const AnyAngle kind : {AnyAngle::theta, AnyAngle::anya}) {
    const auto grid = world.grid();
    const auto search = make_any_angle_finder(grid, grid, {}, kind)->search(0, 11, {});
    std::unique_lock alone(grid->mutex());
    auto step = std::async(std::launch::async, [&] { return search->step(1); });  // waits for the grid
    bool waits = false;
    for (const auto end = Clock::now() + std::chrono::seconds(5); !waits && Clock::now() < end;) {
      auto status = std::async(std::launch::async, [&] { return search->status(); });
      waits = status.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout;
      if (waits) alone.unlock();
    }
    CHECK(waits);
    if (!waits) alone.unlock();
    step.wait();
    CHECK(search->step(100) == Status::found);
  }
}
