// Fields over spaces of many regions, checked by a certificate: no step leads to a lower cost, and every parent is
// tight.
#include "engine/searches/one_to_all.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/finders/finder.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/cells/regular_grid_view.hpp"
#include "spaces/graph/graph_view.hpp"
#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

const auto kNever = [] { return false; };

template <class View>
void check_certificate(const View& view, const Field& field, std::span<const Node> sources) {
  std::vector<bool> is_source(view.slots()), tight(view.slots());
  for (const Node source : sources) is_source[source] = true;
  int too_dear = 0, wrong = 0;
  const double slack = 1e-9;
  for (Node node = 0; node < view.slots(); ++node) {
    const double g = field.costs[node];
    if (g == std::numeric_limits<double>::infinity()) continue;
    view.successors(node, kNoNode, [&](Node next, auto step) {
      const double through = g + view.to_double(step);
      too_dear += field.costs[next] > through * (1 + slack);
      if (field.parents[next] == node && std::abs(field.costs[next] - through) <= slack * through) tight[next] = true;
    });
  }
  for (Node node = 0; node < view.slots(); ++node) {
    const bool reached = field.costs[node] < std::numeric_limits<double>::infinity();
    const bool rooted = is_source[node] ? field.costs[node] == 0.0 && field.parents[node] == kNoNode
                                        : (field.parents[node] != kNoNode) == reached && tight[node] == reached;
    wrong += !rooted;
  }
  CHECK_EQUAL(too_dear, 0);
  CHECK_EQUAL(wrong, 0);
}

RegularGridPlan voxels(Dice& dice, std::uint32_t side, bool costs, double scale) {
  RegularGridPlan plan;
  plan.width = plan.height = plan.depth = side;
  for (int z = -1; z <= 1; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        if (x != 0 || y != 0 || z != 0) plan.steps.push_back({{x, y, z}, std::sqrt(x * x + y * y + z * z)});
      }
    }
  }
  for (std::uint32_t i = 0; i < side * side * side; ++i) {
    plan.walkable.push_back(dice.roll(5) != 0);
    if (costs) plan.cost.push_back(scale * (1 + dice.roll(9)));
  }
  return plan;
}

std::vector<Node> some_sources(Dice& dice, const std::vector<std::uint8_t>& walkable, int count) {
  std::vector<Node> sources;
  while (count > 0) {
    const Node node = dice.roll(static_cast<std::uint32_t>(walkable.size()));
    if (walkable[node] == 0) continue;
    sources.push_back(node);
    --count;
  }
  sources.push_back(sources.front());
  return sources;
}

void check_regular_grid(const RegularGridPlan& plan, Dice& dice) {
  const auto regular_grid = std::make_shared<RegularGrid>(plan);
  const std::vector<Node> sources = some_sources(dice, plan.walkable, 2);
  const auto finder = make_finder(regular_grid);
  check_certificate(RegularGridView(*regular_grid, kNoNode, HeuristicKind::zero, 0.0),
                    finder->field({sources, {}, false}, {}, kNever, nullptr), sources);
  check_certificate(BackwardRegularGridView(*regular_grid, kNoNode, HeuristicKind::zero, 0.0),
                    finder->field({sources, {}, true}, {}, kNever, nullptr), sources);
}

}  // namespace

TEST(voxels_of_many_regions) {
  Dice dice(5);
  check_regular_grid(voxels(dice, 54, false, 1.0), dice);
  check_regular_grid(voxels(dice, 54, true, 0.25), dice);
}

TEST(costs_that_differ_by_much_or_are_nothing) {
  Dice dice(6);
  for (const double factor : {0.0, 1e-9, 0.01}) {
    RegularGridPlan plan = voxels(dice, 52, true, 3.0);
    for (double& cost : plan.cost) cost = dice.roll(4) == 0 ? factor * cost : cost;
    check_regular_grid(plan, dice);
  }
}

TEST(portals_join_regions) {
  Dice dice(7);
  RegularGridPlan plan = voxels(dice, 52, true, 1.0);
  plan.rule = CostRule::mean;
  for (int i = 0; i < 50; ++i) {
    const std::vector<Node> ends = some_sources(dice, plan.walkable, 2);
    plan.portals.push_back({ends[0], ends[1], i % 3 == 0 ? 0.0 : 1.0 + dice.roll(200)});
  }
  check_regular_grid(plan, dice);
}

TEST(grids_of_many_regions) {
  Dice dice(8);
  for (const bool costs : {false, true}) {
    const World world = rolled(dice, 700, 500, 4, costs);
    const auto grid = world.grid();
    const std::vector<Node> sources = some_sources(dice, world.walkable, 3);
    const Field field = make_finder(grid)->field({sources, {}, false}, {}, kNever, nullptr);
    if (costs) {
      check_certificate(CostGridView(*grid, kNoNode, HeuristicKind::zero, 0.0), field, sources);
    } else {
      check_certificate(UniformGridView(*grid, kNoNode, HeuristicKind::zero, 0.0), field, sources);
    }
  }
}

namespace {

// Counts how many nodes are expanded.
struct CountingView : GraphView {
  CountingView(const Graph& graph, std::uint64_t& count)
      : GraphView(graph, kNoNode, HeuristicKind::zero, 0.0), expanded(&count) {}

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    ++*expanded;
    GraphView::successors(node, parent, visit);
  }

  std::uint64_t* expanded;
};

// Two cheap steps beside one expensive step, again and again, and an edge so expensive that all others fall into one
// bucket. A search that takes the expensive steps first doubles its work with each.
std::shared_ptr<Graph> ladder(std::uint32_t rungs) {
  std::vector<std::uint32_t> offsets{0};
  std::vector<Node> targets;
  std::vector<double> costs;
  const auto add = [&](Node target, double cost) {
    targets.push_back(target);
    costs.push_back(cost);
  };
  for (std::uint32_t rung = 0; rung < rungs; ++rung) {
    const Node here = 2 * rung;
    add(here + 1, 0x1p-9);
    add(here + 2, std::ldexp(1.0, static_cast<int>(rungs - rung)));
    offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    add(here + 2, 0x1p-9);
    offsets.push_back(static_cast<std::uint32_t>(targets.size()));
  }
  add(2 * rungs + 1, std::ldexp(1.0, static_cast<int>(rungs) + 9));
  offsets.insert(offsets.end(), 2, static_cast<std::uint32_t>(targets.size()));
  return std::make_shared<Graph>(offsets, targets, costs, Positions(), std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

TEST(little_is_expanded_again_where_costs_differ_widely) {
  const auto graph = ladder(400);
  std::uint64_t expanded = 0;
  const CountingView view(*graph, expanded);
  OpenList<double> open;
  const Node source = 0;
  FieldArrays<double> arrays = FieldArrays<double>::unknown(graph->size());
  OneToAll<CountingView> search(view, {{0.0, source}}, open, arrays);
  while (search.step(1000)) {
  }
  CHECK(expanded >= graph->size());
  CHECK(expanded <= 3 * graph->size() + 2 * 1000);
  for (std::uint32_t rung = 0; rung < 400; ++rung) CHECK_EQUAL(arrays.costs[2 * rung], rung * 0x1p-8);
}

TEST(arrays_written_on_the_way_end_as_those_written_before) {
  Dice dice(11);
  const auto grid = rolled(dice, 300, 200, 4, false).grid();
  const UniformGridView view(*grid, kNoNode, HeuristicKind::zero, 0.0);
  Node source = 0;
  while (!grid->walkable(source)) ++source;
  FieldArrays<std::int64_t> before = FieldArrays<std::int64_t>::unknown(grid->size());
  FieldArrays<std::int64_t> after = FieldArrays<std::int64_t>::unwritten(grid->size());
  CHECK_EQUAL(after.written(), 0u);
  OpenList<std::int64_t> open, other_open;
  OneToAll<UniformGridView> search(view, {{0, source}}, open, before);
  OneToAll<UniformGridView> other(view, {{0, source}}, other_open, after);
  other.step(64);
  CHECK(after.written() < grid->size() / 2);
  while (search.step(1000)) {
  }
  while (other.step(1000)) {
  }
  after.write_all();
  CHECK(before.costs == after.costs);
  CHECK(before.parents == after.parents);
}

TEST(a_poll_stops_it) {
  Dice dice(9);
  const auto grid = rolled(dice, 700, 500, 4, true).grid();
  Node source = 0;
  while (!grid->walkable(source)) ++source;
  int polls = 0;
  const Field field = make_finder(grid)->field({{source}, {}, false}, {}, [&] { return ++polls == 2; }, nullptr);
  CHECK(field.stopped);
  CHECK_EQUAL(polls, 2);
}
