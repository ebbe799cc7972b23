// A build that is interrupted and resumed ends like one that was not, on any number of threads.
#include "indexes/subgoals/build_checkpoint.hpp"

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "indexes/subgoals/subgoal_tables.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

std::vector<std::byte> image(const IndexTables& tables) {
  std::vector<std::byte> bytes;
  for (const Section& part : sections_of(tables)) bytes.insert(bytes.end(), part.bytes.begin(), part.bytes.end());
  return bytes;
}

std::vector<std::byte> built(const Grid& grid, bool cells, unsigned threads) {
  IndexTables tables;
  CHECK(build_tables(grid, {cells, threads}, [](double) { return false; }, tables) == Outcome::done);
  return image(tables);
}

// A checkpoint restored from the sections that a file would hold.
BuildCheckpoint reopened(const BuildCheckpoint& checkpoint, const Grid& grid) {
  BuildCheckpoint again;
  const BuildCheckpoint::Kept kept = checkpoint.sections();
  if (!kept.sections.empty()) again.restore(kept.sections, grid);
  return again;
}

}  // namespace

TEST(a_build_in_pieces_is_the_same) {
  Dice dice(81);
  const World world = rolled(dice, 66, 50, 5, false);
  const auto grid = world.grid();
  for (const bool cells : {false, true}) {
    const std::vector<std::byte> whole = built(*grid, cells, 1);
    CHECK(built(*grid, cells, 4) == whole);
    BuildCheckpoint checkpoint;
    IndexTables tables;
    Outcome outcome = Outcome::stopped;
    double furthest = 0.0;
    int pieces = 0;
    for (; outcome == Outcome::stopped; ++pieces) {
      BuildOptions options{cells, 1};
      options.checkpoint = &checkpoint;
      const auto a_bit = [&](double part) {
        const bool enough = part > furthest + 0.05;
        if (enough) furthest = part;
        return enough;
      };
      outcome = build_tables(*grid, options, a_bit, tables);
      checkpoint = reopened(checkpoint, *grid);
    }
    CHECK(outcome == Outcome::done);
    CHECK(pieces > 8);
    CHECK(image(tables) == whole);
  }
}

TEST(portions_are_not_made_again) {
  Dice dice(82);
  const World world = rolled(dice, 66, 50, 5, false);
  const auto grid = world.grid();
  BuildCheckpoint checkpoint;
  IndexTables tables;
  BuildOptions options{true, 1};
  options.checkpoint = &checkpoint;
  CHECK(build_tables(*grid, options, [](double part) { return part > 0.8; }, tables) == Outcome::stopped);
  checkpoint = reopened(checkpoint, *grid);
  double first = 0.0;
  const auto note = [&](double part) { return first == 0.0 && (first = part, false); };
  CHECK(build_tables(*grid, options, note, tables) == Outcome::done);
  CHECK(first > 0.75);
}

TEST(a_checkpoint_of_another_grid_is_refused) {
  Dice dice(83);
  const World world = rolled(dice, 60, 50, 5, false), other = rolled(dice, 60, 50, 5, false);
  BuildCheckpoint checkpoint;
  IndexTables tables;
  BuildOptions options{true, 1};
  options.checkpoint = &checkpoint;
  CHECK(build_tables(*world.grid(), options, [](double part) { return part > 0.7; }, tables) == Outcome::stopped);
  bool refused = false;
  try {
    build_tables(*other.grid(), options, [](double) { return false; }, tables);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}
