// Regular grids: hexagons, and squares with 8 or 16 directions, joined borders, cells that units may leave only in some
// directions, portals and closed steps, over several clusters of a hierarchy.
//
// The slow search takes the steps from the grid; the tests of the grid check these.
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <sstream>
#include <tuple>
#include <utility>

#include "fuzz/differential.hpp"
#include "fuzz/ways.hpp"
#include "indexes/common/kinds.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/views.hpp"
#include "support/worlds.hpp"

namespace pathstar::fuzz {
namespace {

using testing::Dice;

constexpr std::uint32_t kLongestSide = 80;  // of one grid in six, over up to nine clusters of a hierarchy
constexpr std::uint32_t kShortSide = 40;    // a cluster has 32
constexpr std::uint32_t kIndexKinds = 4;
constexpr std::size_t kMostEdits = 24;
constexpr std::size_t kMostLinks = 4;

std::vector<RegularGridStep> steps_of(Tiling tiling, int farthest) {
  std::vector<RegularGridStep> steps;
  if (tiling != Tiling::square) {
    for (const Offset& by : {Offset{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}) steps.push_back({by, 1.0});
    return steps;
  }
  for (int y = -2; y <= 2; ++y) {
    for (int x = -2; x <= 2; ++x) {
      const int far = x * x + y * y;
      if (far == 1 || far == 2 || (far == 5 && far <= farthest)) steps.push_back({{x, y, 0}, std::sqrt(far)});
    }
  }
  return steps;
}

double cost_of(Dice& dice) { return dice.roll(8) == 0 ? 0.0 : 0.1 + 0.7 * dice.roll(12); }

RegularGridPlan plan_of(Bytes& bytes, Dice& dice) {
  RegularGridPlan plan;
  const std::uint8_t rules = bytes.next(), more = bytes.next();
  const std::uint32_t longest = rules / 15 % 8 == 0 ? kLongestSide : kShortSide;
  plan.tiling = kTilings[rules % 5].tiling;
  plan.steps = steps_of(plan.tiling, more % 2 == 0 ? 5 : 2);
  plan.corners = static_cast<Corners>(rules / 5 % 3);
  plan.rule = more / 2 % 2 == 0 ? CostRule::enter : CostRule::mean;
  const bool costs = more / 4 % 2 == 1, one_way = more / 8 % 4 == 3;
  plan.wrap_x = plan.tiling == Tiling::square && more / 32 % 4 == 3;
  plan.wrap_y = plan.tiling == Tiling::square && more / 64 % 4 == 3;
  plan.width = 1 + bytes.next() % longest;
  plan.height = 1 + bytes.next() % longest;
  const std::uint32_t walls = 2 + bytes.next() % 12, all = (std::uint32_t{1} << plan.steps.size()) - 1;
  for (std::uint32_t i = 0; i < plan.width * plan.height; ++i) {
    plan.walkable.push_back(dice.roll(walls) != 0);
    if (costs) plan.cost.push_back(cost_of(dice));
    if (one_way) plan.exits.push_back(dice.roll(6) == 0 ? static_cast<std::uint32_t>(dice.next()) & all : all);
  }
  return plan;
}

double step_between(const RegularGrid& grid, Node from, Node to) {
  double least = kNever;
  grid.each_edge(from, [&](Node next, double cost) {
    if (next == to) least = std::min(least, cost);
  });
  return least;
}

std::vector<double> slow_costs(const RegularGrid& grid, Node start) {
  std::vector<double> best(grid.size(), kNever);
  std::priority_queue<std::pair<double, Node>, std::vector<std::pair<double, Node>>, std::greater<>> open;
  best[start] = 0.0;
  open.emplace(0.0, start);
  while (!open.empty()) {
    const auto [cost, node] = open.top();
    open.pop();
    if (cost > best[node]) continue;
    grid.each_edge(node, [&](Node next, double step) {
      if (!(cost + step < best[next])) return;
      best[next] = cost + step;
      open.emplace(best[next], next);
    });
  }
  return best;
}

// Searches, and one kind of index for each grid: all kinds would take ten times as long.
std::vector<Way> ways_over(const std::shared_ptr<RegularGrid>& grid, std::uint32_t index) {
  const Settings informed{.heuristic = own_heuristic(*grid)};
  std::vector<Way> ways{{"A*", informed, make_finder(grid)},
                        {"Dijkstra", {.heuristic = HeuristicKind::zero}, make_finder(grid)}};
  const auto build = [&](std::string_view name, IndexKind kind, Entrances entrances, const Settings& settings,
                         bool optimal) {
    const BuildLimits limits{.landmarks = 3, .entrances = entrances};
    const std::shared_ptr<Index> index = build_index(kind, grid, limits, [](double) { return false; });
    if (index) ways.push_back({name, settings, index, optimal});
  };
  switch (index) {
    case 0:
      build("hierarchy", IndexKind::hierarchy, Entrances::few, {}, false);
      break;
    case 1:
      build("hierarchy with all entrances", IndexKind::hierarchy, Entrances::all, {}, true);
      break;
    case 2:
      build("customizable", IndexKind::customizable, Entrances::few, {}, true);
      break;
    default:
      build("landmarks", IndexKind::landmarks, Entrances::few, {.heuristic = HeuristicKind::landmarks}, true);
  }
  return ways;
}

void edit(RegularGrid& grid, Bytes& bytes, Dice& dice) {
  std::vector<CellEdit> edits(1 + bytes.below(kMostEdits));
  for (CellEdit& edit : edits) {
    edit = {bytes.below(grid.size()), dice.roll(2) == 0, grid.has_cost() ? cost_of(dice) : 1.0};
  }
  grid.update(edits);
}

void link(RegularGrid& grid, Bytes& bytes, Dice& dice) {
  std::vector<Portal> portals;
  std::vector<std::pair<Node, Node>> closed;
  for (std::size_t i = bytes.below(kMostLinks + 1); i > 0; --i) {
    portals.push_back({dice.roll(grid.size()), dice.roll(grid.size()), 0.5 * dice.roll(20)});
    const Node from = dice.roll(grid.size());
    grid.each_way(from, [&](Node to, double, int step) {
      if (step != RegularGrid::kPortal && dice.roll(3) == 0) closed.emplace_back(from, to);
    });
  }
  grid.set_links(std::move(portals), std::move(closed));
}

std::string described(const RegularGrid& grid, Node start, Node goal) {
  const RegularGridPlan& plan = grid.plan();
  std::ostringstream text;
  text << plan.width << " x " << plan.height << ", tiling " << kTilings[static_cast<int>(plan.tiling)].name << ", "
       << plan.steps.size() << " steps, corner rule " << static_cast<int>(plan.corners) << ", cost rule "
       << static_cast<int>(plan.rule) << (plan.cost.empty() ? "" : ", costs") << (plan.wrap_x ? ", joined in x" : "")
       << (plan.wrap_y ? ", joined in y" : "") << (plan.exits.empty() ? "" : ", exits") << ", " << plan.portals.size()
       << " portals, " << plan.closed.size() << " closed steps, from " << start << " to " << goal << '\n';
  return text.str();
}

std::string compared(const std::vector<Way>& ways, const RegularGrid& grid, Node start, Node goal) {
  const bool both = grid.walkable(start) && grid.walkable(goal);
  const double best = both ? slow_costs(grid, start)[goal] : kNever;
  const auto sum_of = [&](const std::vector<Node>& nodes) {
    double sum = 0.0;
    for (std::size_t i = 1; i < nodes.size(); ++i) sum += step_between(grid, nodes[i - 1], nodes[i]);
    return sum;
  };
  for (const Way& way : ways) {
    const std::string fault = fault_of(way, start, goal, best, sum_of);
    if (!fault.empty()) return std::string(way.name) + ' ' + fault + '\n' + described(grid, start, goal);
  }
  return "";
}

}  // namespace

std::string regular_disagreement(std::span<const std::uint8_t> data) {
  Bytes bytes(data);
  Dice dice(bytes.below(1 << 16));
  const auto grid = std::make_shared<RegularGrid>(plan_of(bytes, dice));
  if (bytes.next() % 2 == 1) link(*grid, bytes, dice);
  const std::vector<Way> ways = ways_over(grid, bytes.next() % kIndexKinds);
  for (int round = 0; round < 4; ++round) {
    if (round != 0) edit(*grid, bytes, dice);
    if (round == 2 && bytes.next() % 2 == 1) link(*grid, bytes, dice);
    const Node start = bytes.below(grid->size()), goal = bytes.below(grid->size());
    const std::string fault = compared(ways, *grid, start, goal);
    if (!fault.empty()) return "after " + std::to_string(round) + " edits: " + fault;
  }
  return "";
}

}  // namespace pathstar::fuzz
