// Cells that are reserved at times: what a claim holds, what is free in between, that snapshots do not change, and that
// releasing restores everything.
#include "spaces/layers/timed.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/finders/finder.hpp"
#include "spaces/layers/page_tree.hpp"
#include "spaces/layers/reservations.hpp"
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

std::shared_ptr<Reservations> table_of(bool wrap) {
  return std::make_shared<Reservations>(Reservations::Ground{kWidth, kHeight, 1, wrap, wrap, true}, false);
}

std::shared_ptr<Timed> timed(bool wrap, double stay) {
  return std::make_shared<Timed>(open_ground(wrap), table_of(wrap), stay);
}

Settings astar() { return {.heuristic = HeuristicKind::octile}; }

bool never() { return false; }

std::vector<Held> some_times(Dice& dice) {
  std::vector<Held> list;
  for (std::uint32_t i = 0; i < 5; ++i) {
    const double from = 0.5 * dice.roll(30);
    list.push_back({{Cell(dice.roll(kWidth * kHeight / 4))}, {from, from + 0.5 * (1 + dice.roll(6))}});
  }
  return list;
}

// Checks that a snapshot's free times of each cell follow from the list of what is held.
void check_free_times(const Reservations::Snapshot& snapshot, const std::vector<Held>& list) {
  for (Node cell = 0; cell < kWidth * kHeight; ++cell) {
    const PlaceTimes* const times = snapshot.times({Cell(cell)});
    for (double time = -0.25; time < 20.0; time += 0.5) {
      const bool held = std::any_of(list.begin(), list.end(), [&](const Held& part) {
        return part.place.cell == Cell(cell) && part.time.from <= time && time < part.time.until;
      });
      const bool free = times == nullptr || std::any_of(times->free.begin(), times->free.end(), [&](const Span& span) {
                          return span.from <= time && time < span.until;
                        });
      CHECK(free != held);
    }
  }
}

}  // namespace

TEST(a_copied_tree_stays_as_it_was) {
  Dice dice(3);
  for (const std::uint32_t size : {1U, 64U, 65U, 100000U}) {
    PageTree<int> tree(size);
    std::map<std::uint32_t, int> twin;
    std::vector<std::pair<PageTree<int>, std::map<std::uint32_t, int>>> copies;
    for (int round = 0; round < 400; ++round) {
      const std::uint32_t key = dice.roll(3) == 0 ? dice.roll(size) : std::min(dice.roll(200), size - 1);
      if (dice.roll(4) == 0) {
        tree.erase(key);
        twin.erase(key);
      } else {
        tree.edit(key) = twin[key] = round;
      }
      if (dice.roll(20) == 0) copies.emplace_back(tree, twin);
      if (dice.roll(40) == 0 && !copies.empty()) copies.erase(copies.begin());
    }
    copies.emplace_back(tree, twin);
    for (const auto& [copy, values] : copies) {
      PageReader<int> reader(copy);
      for (std::uint32_t key = 0; key < std::min(size, 300U); ++key) {
        const auto value = values.find(key);
        const int* const found = copy.find(key);
        CHECK((found != nullptr) == (value != values.end()));
        CHECK(found == nullptr || *found == value->second);
        CHECK(reader.find(key) == found);
      }
    }
  }
}

TEST(nothing_is_copied_without_snapshots) {
  PageTree<int> tree(100000);
  for (std::uint32_t key = 0; key < 1000; ++key) tree.edit(key) = 1;
  CHECK(tree.copied() == 0);
  const PageTree<int> copy = tree;
  tree.edit(70) = 2;
  CHECK(tree.copied() == 4);  // three pages and the value
  tree.edit(70) = 3;
  CHECK(tree.copied() == 4);
  CHECK(*copy.find(70) == 1);
}

TEST(free_times_lie_between_what_is_held_in_each_snapshot) {
  Dice dice(1);
  Reservations table({kWidth, kHeight, 1, false, false, true}, false);
  std::vector<std::uint64_t> numbers;
  std::vector<std::pair<std::shared_ptr<const Reservations::Snapshot>, std::vector<Held>>> snapshots;
  for (int round = 0; round < 60; ++round) {
    numbers.push_back(table.reserve(some_times(dice)));
    if (dice.roll(2) == 0) table.release(numbers[dice.roll(static_cast<std::uint32_t>(numbers.size()))]);
    if (dice.roll(9) == 0) table.forget(0.5 * dice.roll(20));
    if (dice.roll(3) == 0) snapshots.emplace_back(table.snapshot(), table.held());
    check_free_times(*table.snapshot(), table.held());
  }
  for (const auto& [snapshot, list] : snapshots) check_free_times(*snapshot, list);
  for (const std::uint64_t number : numbers) table.release(number);
  CHECK(table.held().empty());
  CHECK(table.snapshot()->parts == 0);
  check_free_times(*table.snapshot(), {});
}

TEST(a_claim_holds_all_or_nothing) {
  Reservations table({kWidth, kHeight, 1, false, false, true}, false);
  const std::vector<Held> first{{{Cell(3)}, {1.0, 2.0}}, {{Cell(4)}, {2.0, 3.0}}};
  const std::vector<Held> second{{{Cell(5)}, {0.0, 9.0}}, {{Cell(4)}, {2.5, 2.5}}};
  std::vector<Held> conflicts;
  CHECK(table.claim(first, conflicts) == std::optional<std::uint64_t>(0));
  CHECK(!table.claim(second, conflicts).has_value());
  CHECK(conflicts.size() == 1 && conflicts[0].place.cell == Cell(4) && conflicts[0].reservation == 0);
  CHECK(table.held().size() == 2);
  table.release(0);
  CHECK(table.claim(second, conflicts) == std::optional<std::uint64_t>(1));
}

TEST(claimed_paths_come_back_with_a_restored_table) {
  Dice dice(2);
  for (const bool wrap : {false, true}) {
    const auto space = timed(wrap, 1.0);
    const auto finder = make_finder(space);
    for (int unit = 0; unit < 20; ++unit) {
      const auto ends = [&] { return static_cast<Node>(dice.roll(space->size())); };
      const PathResult path = finder->find(ends(), ends(), astar(), never);
      if (path.status != Status::found) continue;
      CHECK(path.times.size() == path.corners.size());
      CHECK(std::is_sorted(path.times.begin(), path.times.end()));
      std::vector<Held> conflicts;
      CHECK(space->table().claim(space->holdings(path.corners, path.times, 1.0), conflicts).has_value());
    }
    const auto again = timed(wrap, 1.0);
    again->table().restore(space->table().held(), space->table().made());
    const auto twin = make_finder(again);
    for (Node goal = 0; goal < space->size(); ++goal) {
      const PathResult one = finder->find(0, goal, astar(), never), other = twin->find(0, goal, astar(), never);
      CHECK(one.status == other.status && one.times == other.times);
    }
  }
}

TEST(a_search_finishes_on_its_snapshot) {
  const auto space = timed(false, 0.0);
  const auto finder = make_finder(space);
  const PathResult whole = finder->find(0, space->size() - 1, astar(), never);
  const auto search = finder->search(0, space->size() - 1, astar());
  CHECK(search->step(1) == Status::running);
  std::vector<Held> all;
  for (Node cell = 0; cell < space->size(); ++cell) all.push_back({{Cell(cell)}, {0.0, 50.0}});
  space->table().reserve(all);
  while (search->step(1) == Status::running) {
  }
  CHECK(search->result().times == whole.times);
  CHECK(search->result().stats.restarts == 0);
  CHECK(finder->find(0, space->size() - 1, astar(), never).status == Status::blocked_start);
}
