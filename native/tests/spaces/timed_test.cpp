// Cells that are taken at times: what a claim takes, what is free between, and that releasing brings all back.
#include "spaces/layers/timed.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/finders/finder.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr std::uint32_t kWidth = 7, kHeight = 6;
constexpr double kDiagonal = 1.4142135623730951;

std::shared_ptr<RegularGrid> open_ground(bool wrap) {
  RegularGridPlan plan;
  plan.width = kWidth, plan.height = kHeight;
  plan.wrap_x = wrap, plan.wrap_y = wrap;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      if (x != 0 || y != 0) plan.steps.push_back({{x, y, 0}, x != 0 && y != 0 ? kDiagonal : 1.0});
    }
  }
  plan.walkable.assign(kWidth * kHeight, 1);
  return std::make_shared<RegularGrid>(std::move(plan));
}

Settings astar() { return {.heuristic = HeuristicKind::octile}; }

bool never() { return false; }

// Whether a time is free by the list of what is taken.
bool free_by_list(const Timed& space, Node what, double time) {
  const std::vector<Timed::Taken> list = space.taken();
  return std::none_of(list.begin(), list.end(), [&](const Timed::Taken& taken) {
    return taken.what == what && taken.from <= time && time < taken.until;
  });
}

void check_slots(const Timed& space) {
  for (Node cell = 0; cell < space.size(); ++cell) {
    for (double time = -0.25; time < 20.0; time += 0.5) {
      const Node slot = space.slot_at(cell, time);
      CHECK((slot != kNoNode) == free_by_list(space, cell, time));
      if (slot == kNoNode) continue;
      CHECK(slot < space.slots());
      CHECK(space.cell(slot) == cell);
      CHECK(space.free_at(slot).from <= time && time < space.free_at(slot).until);
    }
  }
}

}  // namespace

TEST(slots_are_the_times_between_what_is_taken) {
  Dice dice(1);
  Timed space(open_ground(false), 0.0);
  std::vector<std::uint64_t> tickets;
  for (int round = 0; round < 60; ++round) {
    std::vector<Timed::Taken> list;
    for (std::uint32_t i = 0; i < 5; ++i) {
      const double from = 0.5 * dice.roll(30);
      list.push_back({static_cast<Node>(dice.roll(kWidth * kHeight / 4)), from, from + 0.5 * (1 + dice.roll(6)), 0});
    }
    tickets.push_back(space.take(list));
    if (dice.roll(2) == 0) space.release(tickets[dice.roll(static_cast<std::uint32_t>(tickets.size()))]);
    if (dice.roll(9) == 0) space.forget(0.5 * dice.roll(20));
    check_slots(space);
  }
  for (const std::uint64_t ticket : tickets) space.release(ticket);
  CHECK(space.taken().empty());
  check_slots(space);
}

TEST(claimed_paths_come_back_with_a_restored_space) {
  Dice dice(2);
  for (const bool wrap : {false, true}) {
    const auto space = std::make_shared<Timed>(open_ground(wrap), 1.0);
    const auto finder = make_finder(space);
    for (int unit = 0; unit < 20; ++unit) {
      const auto ends = [&] { return static_cast<Node>(dice.roll(space->size())); };
      const PathResult path = finder->find(ends(), ends(), astar(), never);
      if (path.status != Status::found) continue;
      CHECK(path.times.size() == path.corners.size());
      CHECK(std::is_sorted(path.times.begin(), path.times.end()));
      space->claim(path.corners, path.times, 1.0);
    }
    const auto again = std::make_shared<Timed>(open_ground(wrap), 1.0);
    again->restore(space->taken(), space->tickets());
    const auto twin = make_finder(again);
    for (Node goal = 0; goal < space->size(); ++goal) {
      const PathResult one = finder->find(0, goal, astar(), never), other = twin->find(0, goal, astar(), never);
      CHECK(one.status == other.status && one.times == other.times);
    }
  }
}

TEST(a_search_keeps_the_answer_that_it_had) {
  const auto space = std::make_shared<Timed>(open_ground(false), 0.0);
  const auto finder = make_finder(space);
  const auto search = finder->search(0, space->size() - 1, astar());
  while (search->step(1) == Status::running) {
  }
  const PathResult before = search->result();
  std::vector<Timed::Taken> all;
  for (Node cell = 0; cell < space->size(); ++cell) all.push_back({cell, 0.0, 50.0, 0});
  space->take(all);
  CHECK(search->result().times == before.times);
  CHECK(search->step(1) == Status::found);
}
