// On a large ground tables hold only the blocks of cells that were written; they answer as those of small grounds do.
#include <algorithm>
#include <map>
#include <memory_resource>

#include "fleet/common/distances.hpp"
#include "fleet/common/sparse_array.hpp"
#include "fleet/intervals/safe_search.hpp"
#include "fleet/intervals/timetable.hpp"
#include "fleet/problems.hpp"
#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;
using namespace pathstar::fleet;

namespace {

constexpr std::uint32_t kSide = 200;  // 40,000 cells: more than 128 KB at 4 bytes each

Ground large_ground(fleet::Random& random) { return random_floor(random, kSide, kSide, 6).ground(); }

UnitPath random_walk(fleet::Random& random, const Ground& ground, Spot start, std::uint32_t steps) {
  UnitPath path{start};
  for (std::uint32_t i = 0; i < steps; ++i) {
    const auto ways = ground.next(path.back());
    path.push_back(ways.empty() ? path.back() : ways[random.below(ways.size())]);
  }
  return path;
}

}  // namespace

TEST(a_sparse_array_is_zero_where_nothing_was_written) {
  fleet::Random random(1);
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{1000}, std::size_t{32768}, std::size_t{32769}, std::size_t{1} << 20}) {
    std::pmr::monotonic_buffer_resource memory;
    SparseArray<std::uint32_t> array(size, memory);
    std::map<std::size_t, std::uint32_t> written;
    for (std::uint32_t turn = 1; turn < 500; ++turn) {
      const std::size_t at = random.below(size);
      array.at(at) += turn;
      written[at] += turn;
    }
    array.at(size - 1) = 7;
    written[size - 1] = 7;
    std::size_t zeros = 0;
    for (std::size_t i = 0; i < size; ++i) zeros += array[i] == 0;
    CHECK_EQUAL(zeros, size - written.size());
    for (const auto& [at, value] : written) CHECK_EQUAL(array[at], value);
  }
}

TEST(a_timetable_of_a_large_ground_lists_who_is_where) {
  fleet::Random random(2);
  const Ground ground = large_ground(random);
  const Problem problem{&ground, {}, {}, {true, true}};
  Timetable timetable(problem);
  std::vector<UnitPath> paths;
  std::map<Spot, std::vector<std::pair<Time, Unit>>> expected;
  for (Unit unit = 0; unit < 300; ++unit) {
    paths.push_back(random_walk(random, ground, random_cells(random, ground, 1)[0], 40));
    timetable.add(unit, paths[unit]);
    if (unit % 3 == 0) {
      timetable.remove(unit, paths[unit]);
    } else {
      each_stay(paths[unit], unit, problem.rules,
                [&](Spot cell, const Stay& stay) { expected[cell].emplace_back(stay.begin, unit); });
    }
  }
  std::size_t listed = 0;
  for (Spot cell = 0; cell < ground.cells(); ++cell) {
    std::vector<std::pair<Time, Unit>> found;
    for (const Stay& stay : timetable.at(cell)) found.emplace_back(stay.begin, stay.unit);
    CHECK(std::is_sorted(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; }));
    std::sort(found.begin(), found.end());
    std::sort(expected[cell].begin(), expected[cell].end());
    CHECK(found == expected[cell]);
    listed += found.size();
  }
  CHECK(listed > 3000);
}

TEST(growing_tables_and_searches_of_a_large_ground_are_exact) {
  fleet::Random random(3);
  const Ground ground = large_ground(random);
  const Problem problem{&ground, {}, {}, {true, true}};
  const Timetable nobody(problem);
  SafeSearch search(problem, nobody);
  int ways = 0;
  for (int query = 0; query < 20; ++query) {
    const std::vector<Spot> ends = random_cells(random, ground, 2);
    Distances whole(ground), grown(ground);
    const Time shortest = whole.to(ends[1])[ends[0]];
    GrowingDistances& growing = grown.toward(ends[1], ends[0]);
    for (const Spot cell : random_cells(random, ground, 100)) {
      CHECK(growing.at_least(cell) <= whole.to(ends[1])[cell]);
      CHECK_EQUAL(growing(cell), whole.to(ends[1])[cell]);
    }
    UnitPath path;
    CHECK_EQUAL(search.find(ends[0], ends[1], growing, kForever - 1, path), shortest < kForever);
    if (shortest < kForever) CHECK_EQUAL(cost_of(path), shortest);
    ways += shortest < kForever;
  }
  CHECK(ways > 10);
}
