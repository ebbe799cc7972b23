// A build of landmarks polls often, whatever it is doing.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "analysis/grid_components.hpp"
#include "engine/searches/any_view.hpp"
#include "indexes/common/known_steps.hpp"
#include "indexes/landmarks/landmark_builder.hpp"
#include "spaces/cells/grid_view.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

// Counts how often the steps from a node are listed.
struct CountingView : CostGridView {
  CountingView(const Grid& grid, bool back, std::uint64_t& count)
      : CostGridView(grid, kNoNode, HeuristicKind::zero, 0.0, back), asked(&count) {}

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    ++*asked;
    CostGridView::successors(node, parent, visit);
  }

  std::uint64_t* asked;
};

struct Build {
  Outcome outcome = Outcome::done;
  std::uint64_t polls = 0;
  std::uint64_t most_between = 0;  // nodes visited between two polls
};

// Builds, and stops at the poll with this number, counted from 1; 0 for never.
Build build(const World& world, LandmarkChoice choice, std::uint64_t stop_at) {
  const auto grid = world.grid();
  std::uint64_t asked = 0, before = 0;
  const KnownSteps forward(AnyView(CountingView(*grid, false, asked)));
  const KnownSteps backward(AnyView(CountingView(*grid, true, asked)));
  LandmarkOptions options;
  options.landmarks = 2;
  options.choice = choice;
  options.most_bytes = 1 << 30;
  Build made;
  LandmarkTables tables;
  const Progress progress = [&](double part) {
    CHECK(part >= 0.0 && part <= 1.0);
    made.most_between = std::max(made.most_between, asked - before);
    before = asked;
    return ++made.polls == stop_at;
  };
  made.outcome = build_landmark_tables(forward, backward, component_labels(*grid), options, progress, tables);
  made.most_between = std::max(made.most_between, asked - before);
  return made;
}

}  // namespace

TEST(a_build_polls_at_least_every_few_thousand_nodes) {
  Dice dice(3);
  for (const CostRule rule : {CostRule::enter, CostRule::mean}) {  // one-way and two-way costs
    World world = rolled(dice, 200, 150, 5, true);
    world.rule = rule;
    for (const LandmarkChoice choice : {LandmarkChoice::farthest, LandmarkChoice::avoid}) {
      const Build whole = build(world, choice, 0);
      CHECK(whole.outcome == Outcome::done);
      CHECK(whole.most_between <= 2 << 14);
      // Wherever it is stopped, it visits no more nodes.
      for (std::uint64_t poll = 1; poll <= whole.polls; poll += 3) {
        const Build cut = build(world, choice, poll);
        CHECK(cut.outcome == Outcome::stopped);
        CHECK_EQUAL(cut.polls, poll);
      }
    }
  }
}
