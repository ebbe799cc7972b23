// Assignments of least sum, compared with all assignments there are.
#include "fleet/exchange/least_sum.hpp"

#include <numeric>

#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

using Costs = std::vector<AssignmentCost>;

std::int64_t sum_of(const Costs& costs, const std::vector<std::uint32_t>& rows) {
  std::int64_t sum = 0;
  for (std::size_t column = 0; column < rows.size(); ++column) sum += costs[rows[column] * rows.size() + column];
  return sum;
}

std::int64_t slow_least(const Costs& costs, std::uint32_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0u);
  std::int64_t least = sum_of(costs, rows);
  while (std::next_permutation(rows.begin(), rows.end())) least = std::min(least, sum_of(costs, rows));
  return least;
}

}  // namespace

TEST(the_least_sum_is_that_of_all_assignments) {
  fleet::Random random(31);
  constexpr AssignmentCost kFar = AssignmentCost{1} << 44;
  for (int world = 0; world < 600; ++world) {
    const std::uint32_t count = random.below(7);
    const std::uint32_t most = world % 3 == 0 ? 2 : world % 3 == 1 ? 9 : 1u << 30;  // many equal costs, few, or none
    Costs costs;
    for (std::uint32_t i = 0; i < count * count; ++i) {
      costs.push_back(random.below(5) == 0 ? kFar : static_cast<AssignmentCost>(random.below(most)));
    }
    Budget budget = seconds(20);
    const std::vector<std::uint32_t> rows = least_sum(costs, count, budget);
    std::vector<std::uint32_t> sorted = rows;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t row = 0; row < count; ++row) CHECK_EQUAL(sorted[row], row);
    CHECK_EQUAL(sum_of(costs, rows), slow_least(costs, count));
  }
}

TEST(an_assignment_ends_when_the_time_is_up) {
  const Costs costs{0, 1, 0, 2};
  Budget none(0, [] { return false; });
  bool ended = false;
  try {
    least_sum(costs, 2, none);
  } catch (const OutOfTime&) {
    ended = true;
  }
  CHECK(ended);
}
