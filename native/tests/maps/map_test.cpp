#include "maps/map.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

#include "maps/cost_plan.hpp"
#include "maps/edit_log.hpp"
#include "support/check.hpp"

using namespace pathstar;

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// Made in place, as a map cannot be moved.
struct Land : Map {
  Land() : Map(3, 2, {1, 1, 1, 0, 1, 1}, {}, 0) {
    add({"cost", LayerKind::cost, {}, {1, 2, 3, 4, 5, kFar}});
    add({"danger", LayerKind::extra, {}, {0, 0, 0, 0, 0, 7}});
  }
};

}  // namespace

TEST(a_log_reaches_back_as_far_as_it_is_worth) {
  EditLog<Cell> log(16, 3);
  std::vector<Cell> cells;
  CHECK_EQUAL(log.revision(), 3u);
  CHECK(log.since(3, cells) && cells.empty());
  CHECK(!log.since(2, cells));
  log.append(std::array{Cell(5), Cell(1)});
  log.append(std::array{Cell(5)});
  CHECK(log.since(3, cells));
  CHECK(cells == (std::vector{Cell(5), Cell(1), Cell(5)}));
  cells.clear();
  CHECK(log.since(4, cells));
  CHECK(cells == std::vector{Cell(5)});
  for (int i = 0; i < 2000; ++i) log.append(std::array{Cell(7)});
  CHECK(!log.since(4, cells));
  CHECK(log.since(log.revision(), cells));
}

TEST(a_reader_that_keeps_up_never_has_to_rebuild) {
  EditLog<Cell> log(16);
  for (std::uint32_t i = 0; i < 10000; ++i) {
    const std::array both{Cell(i), Cell(5)};
    const std::uint64_t revision = log.revision();
    log.append(both);
    std::vector<Cell> cells;
    CHECK(log.since(revision, cells));
    CHECK(cells == std::vector(both.begin(), both.end()));
  }
}

TEST(an_edit_of_too_many_cells_is_not_kept) {
  EditLog<Cell> log(16);
  log.append(std::vector(10000, Cell(3)));
  std::vector<Cell> cells;
  CHECK(!log.since(0, cells));
  CHECK(log.since(1, cells) && cells.empty());
  log.append(std::array{Cell(4)});
  CHECK(log.since(1, cells));
  CHECK(cells == std::vector{Cell(4)});
}

TEST(an_edit_stores_what_truly_changes) {
  Land map;
  const auto [change, refusal] = map.edit("cost", {Cell(0), 2, 2, {}}, std::array{1.0, 9.0, 4.0, kFar});
  CHECK(change.has_value());
  CHECK(change->cells == (std::vector{Cell(1), Cell(4)}));
  CHECK_EQUAL(change->before, 0u);
  CHECK_EQUAL(change->after, 1u);
  CHECK(change->layers[0].bytes == (std::vector<std::uint8_t>{1, 0}));
  CHECK_EQUAL(change->layers[1].numbers[0], 9.0);
  CHECK_EQUAL(map.passable().bytes[4], 0);
}

TEST(a_refused_edit_changes_nothing) {
  Land map;
  const auto reason = [&](std::string_view layer, const Region& region, double value) {
    const auto [change, refusal] = map.edit(layer, region, {&value, 1});
    CHECK(!change.has_value());
    return std::pair(refusal.reason, refusal.cell);
  };
  CHECK(reason("cost", {Cell(3), 1, 2, {}}, -1.0) == std::pair(Refusal::Reason::negative_cost, Cell(3)));
  CHECK(reason("passable", {Cell(4), 1, 2, {}}, 1.0) == std::pair(Refusal::Reason::opened_without_cost, Cell(5)));
  CHECK_EQUAL(map.revision(), 0u);
  CHECK_EQUAL(map.layer("cost")->numbers[3], 4.0);
}

TEST(terrain_opens_and_closes_as_the_legend_says) {
  Legend legend{true, {}, {}};
  legend.known[0] = legend.known[1] = legend.open[1] = true;
  Map map(2, 1, {1, 1}, legend, 0);
  map.add({"terrain", LayerKind::terrain, {1, 1}, {}});
  const auto set = [&](double code) { return map.edit("terrain", {Cell(0), 1, 1, {}}, {&code, 1}); };
  CHECK(set(0.0).first.has_value());
  CHECK_EQUAL(map.passable().bytes[0], 0);
  CHECK(set(2.0).second.reason == Refusal::Reason::unknown_code);
  CHECK(set(0.5).second.reason == Refusal::Reason::no_code);
  CHECK(set(std::nan("")).second.reason == Refusal::Reason::no_code);
  CHECK(set(1.0).first.has_value());
  CHECK_EQUAL(map.passable().bytes[0], 1);
}

TEST(a_plan_folds_layers_into_one_cost) {
  Land map;
  CostPlan plan;
  plan.base = 2.0;
  plan.cost = map.layer("cost");
  plan.weighed.push_back({map.layer("danger"), 0.5});
  CHECK_EQUAL(plan(Cell(1)), 4.0);
  const double danger = 3.0;
  CHECK(map.edit("danger", {Cell(1), 1, 1, {}}, {&danger, 1}).first.has_value());
  CHECK_EQUAL(plan(Cell(1)), 5.5);
  map.remove("danger");
  CHECK(map.layer("danger") == nullptr);
  CHECK_EQUAL(plan(Cell(1)), 5.5);
}

TEST(a_layer_near_walls_takes_in_what_is_edited_while_it_is_made) {
  constexpr std::uint32_t kWidth = 64, kHeight = 40000;  // so that it is made in several bands
  const auto rule = std::make_shared<NearWalls>(NearWalls{{9, 8, 7, 6, 5, 4, 3, 2, 1}, 2});
  for (const std::uint32_t rows : {1u, 20000u}) {  // few cells, and more than the log holds
    Map map(kWidth, kHeight, std::vector<std::uint8_t>(kWidth * kHeight, 1), {}, 0);
    std::uint32_t asked = 0;
    const auto edit = [&] {
      if (++asked > 3) return false;
      bool is_free = false;  // or an editor would wait for this thread, and this one perhaps for the editor's GIL
      std::thread([&] { is_free = map.mutex().try_lock() && (map.mutex().unlock(), true); }).join();
      CHECK(is_free);
      const double closed = asked % 2 == 0 ? 1.0 : 0.0;
      if (is_free) map.edit("passable", {Cell(asked * 5000 * kWidth), rows, kWidth, {}}, {&closed, 1});
      return false;
    };
    CHECK(map.add_near_walls("under way", rule, edit));
    CHECK_EQUAL(asked > 3, rows > 1);  // the work began again
    CHECK(map.add_near_walls("afterwards", rule, [] { return false; }));
    CHECK(map.layer("under way")->numbers == map.layer("afterwards")->numbers);
    const double open = 0.0;
    map.edit("passable", {Cell(7), 2, 50, {}}, {&open, 1});
    map.add_near_walls("last", rule, [] { return false; });
    CHECK(map.layer("under way")->numbers == map.layer("last")->numbers);
  }
  Map map(kWidth, kHeight, std::vector<std::uint8_t>(kWidth * kHeight, 1), {}, 0);
  CHECK(!map.add_near_walls("stopped", rule, [] { return true; }));
  CHECK(map.layer("stopped") == nullptr);
}
