// Diagrams of one unit whose constraints leave it no quick path, or none.
#include "fleet/cbs/mdd.hpp"

#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

constexpr std::uint32_t kSide = 60;

// The diagram of a unit that goes from corner to corner of open ground, while a row of cells is closed until a time;
// and how often the search polled, which it does for each cost and each step that it tries.
std::pair<std::shared_ptr<const Mdd>, int> past_a_row(Time until, const UnitConstraints& others = {}) {
  const Ground ground = Floor{kSide, kSide, std::vector<Time>(kSide * kSide, 1)}.ground();
  const Problem problem{&ground, {0}, {static_cast<Spot>(ground.cells() - 1)}, {true, true}};
  Distances distances(ground);
  int asked = 0;
  Budget budget(1e9, [&] { return ++asked < 0; });
  UnitConstraints constraints = others;
  for (Spot x = 0; x < kSide; ++x) constraints.prohibited.push_back({0, 30 * kSide + x, kNoSpot, 0, until});
  auto mdd = MddBuilder(problem, distances, budget).build({problem.starts[0], problem.goals[0]}, constraints);
  return {std::move(mdd), asked};
}

}  // namespace

TEST(a_diagram_waits_until_the_way_is_open) {
  const auto [mdd, asked] = past_a_row(300);
  // It enters row 30 at time 300, in any column, and needs 29 more rows; it can go to the right before that.
  CHECK(mdd != nullptr);
  CHECK_EQUAL(mdd->cost(), 300 + 29);
  CHECK(asked < 50);
}

TEST(a_diagram_that_arrives_later_waits_longer) {
  UnitConstraints later;
  later.earliest = 500;
  const auto [mdd, asked] = past_a_row(300, later);
  CHECK(mdd != nullptr);
  CHECK_EQUAL(mdd->cost(), 500);
}

TEST(a_unit_that_is_shut_in_is_given_up_soon) {
  const auto [mdd, asked] = past_a_row(kForever);
  CHECK(mdd == nullptr);
  CHECK(asked < 50);
}

TEST(a_diagram_has_to_arrive_in_time) {
  UnitConstraints in_time;
  in_time.latest = 300 + 28;
  CHECK(past_a_row(300, in_time).first == nullptr);
  in_time.latest = 300 + 29;
  CHECK(past_a_row(300, in_time).first != nullptr);
}

TEST(a_unit_that_cannot_leave_its_goal_in_time_arrives_again) {
  const Ground ground = floor_of({"..."}).ground();
  const Problem problem{&ground, {0}, {0}, {true, true}};
  Distances distances(ground);
  Budget budget = seconds(kForever);
  UnitConstraints constraints;
  constraints.earliest = 1;
  constraints.prohibited.push_back({0, 1, kNoSpot, 1, 6});
  const auto mdd = MddBuilder(problem, distances, budget).build({0, 0}, constraints);
  CHECK(mdd != nullptr);
  if (mdd != nullptr) CHECK_EQUAL(mdd->cost(), 7);
}
