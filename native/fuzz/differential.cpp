#include "fuzz/differential.hpp"

#include <array>
#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/finders/finder.hpp"
#include "fuzz/ways.hpp"
#include "indexes/common/kinds.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "support/worlds.hpp"

namespace pathstar::fuzz {
namespace {

using testing::World;

constexpr std::uint32_t kLongestSide = 24;  // of one board in sixteen; small ones show most bugs, and sooner
constexpr std::uint32_t kShortSide = 8;
constexpr std::uint32_t kIndexKinds = 6;
constexpr std::size_t kMostEdits = 12;

double cost_of(std::uint8_t byte) noexcept { return byte % 8 == 0 ? 0.0 : 0.5 * (byte % 16); }

// What the first bytes choose: a world, and the kind of index to build for it, or none.
struct Case {
  World world;
  std::uint32_t index = 0;  // none from kIndexKinds on
};

Case case_of(Bytes& bytes) {
  constexpr std::array kCorners{Corners::no_cut, Corners::no_squeeze, Corners::free};
  constexpr std::array kDiagonals{1.4142135623730951, 1.4, 1.0, 2.0};
  Case made;
  World& world = made.world;
  const std::uint8_t rules = bytes.next(), more = bytes.next();
  world.moves = {rules % 2 == 0 ? 8 : 4, kCorners[rules / 2 % 3], 1.0, kDiagonals[more % 4]};
  world.rule = more / 4 % 2 == 0 ? CostRule::enter : CostRule::mean;
  const bool costs = more / 8 % 2 == 1;
  made.index = rules / 6 % (2 * kIndexKinds);
  const std::uint32_t longest = more / 16 == 0 ? kLongestSide : kShortSide;
  world.width = 1 + bytes.next() % longest;
  world.height = 1 + bytes.next() % longest;
  for (Node node = 0; node < world.size(); ++node) {
    const std::uint8_t byte = bytes.next();
    world.walkable.push_back(byte % 4 != 3);
    if (costs) world.cost.push_back(cost_of(byte / 4));
  }
  return made;
}

std::string drawing(const World& world, Node start, Node goal) {
  std::ostringstream text;
  text.precision(17);
  text << world.width << " x " << world.height << ", " << world.moves.directions << " directions, corner rule "
       << static_cast<int>(world.moves.corners) << ", diagonal " << world.moves.diagonal << ", cost rule "
       << static_cast<int>(world.rule) << ", from " << start << " to " << goal << '\n';
  for (Node node = 0; node < world.size(); ++node) {
    text << (world.walkable[node] == 0 ? '#' : node == start ? 's' : node == goal ? 'g' : '.');
    if (!world.cost.empty()) text << world.cost[node] << ' ';
    if ((node + 1) % world.width == 0) text << '\n';
  }
  return text.str();
}

void add_searches(std::vector<Way>& ways, const std::shared_ptr<Finder>& finder, const Grid& grid) {
  const HeuristicKind heuristic = grid.moves().directions == 8 ? HeuristicKind::octile : HeuristicKind::manhattan;
  ways.push_back({"A* over a heap", {.heuristic = heuristic, .open = OpenKind::heap}, finder});
  ways.push_back({"A*", {.heuristic = heuristic}, finder});
  ways.push_back({"Dijkstra", {.heuristic = HeuristicKind::zero}, finder});
  ways.push_back({"A* without dead ends", {.heuristic = heuristic, .skip_dead_ends = true}, finder});
  ways.push_back({"both ends", {.loop = Loop::bidirectional, .heuristic = HeuristicKind::zero}, finder});
  ways.push_back({"A* from both ends", {.loop = Loop::bidirectional, .heuristic = heuristic}, finder});
  if (JumpView::fits(grid)) ways.push_back({"jump points", {.heuristic = heuristic, .jumps = true}, finder});
}

// Adds one kind of index to every second case, since it takes two or three times as long as the searches. If a kind
// does not fit, another one takes its place.
void add_index(std::vector<Way>& ways, const std::shared_ptr<Grid>& grid, std::uint32_t kind) {
  const bool eight = grid->moves().directions == 8;
  const HeuristicKind heuristic = eight ? HeuristicKind::octile : HeuristicKind::manhattan;
  const auto build = [&](std::string_view name, IndexKind index_kind, const Settings& settings, bool optimal = true) {
    const std::shared_ptr<Index> index = build_index(index_kind, grid, {.landmarks = 3}, [](double) { return false; });
    if (index) ways.push_back({name, settings, index, optimal});
  };
  const bool jumps = JumpView::fits(*grid), exact = jumps && eight && grid->moves().diagonal == std::sqrt(2.0);
  switch (exact ? kind : kind % (jumps ? 4 : 3)) {
    case 0:
      return build("landmarks", IndexKind::landmarks, {.heuristic = HeuristicKind::landmarks});
    case 1:
      return build("customizable", IndexKind::customizable, {});
    case 2:
      return build("hierarchy", IndexKind::hierarchy, {}, false);
    case 3:
      return build("jump table", IndexKind::jump_table, {.heuristic = heuristic, .jumps = true});
    case 4:
      return build("subgoals", IndexKind::subgoal, {});
    default:
      return build("hub labels", IndexKind::hub_labels, {});
  }
}

std::string compared(const std::vector<Way>& ways, const World& world, Node start, Node goal) {
  const bool both = world.walkable[start] != 0 && world.walkable[goal] != 0;
  const double best = both ? testing::slow_costs(world, start)[goal] : kNever;
  const auto sum_of = [&](const std::vector<Node>& nodes) { return testing::added_up(world, nodes); };
  for (const Way& way : ways) {
    const std::string fault = fault_of(way, start, goal, best, sum_of);
    if (!fault.empty()) return std::string(way.name) + ' ' + fault + '\n' + drawing(world, start, goal);
  }
  return "";
}

void edit(World& world, Grid& grid, Bytes& bytes) {
  std::vector<CellEdit> edits(1 + bytes.below(kMostEdits));
  for (CellEdit& edit : edits) {
    const Node node = bytes.below(world.size());
    const std::uint8_t byte = bytes.next();
    world.walkable[node] = byte % 2;
    if (!world.cost.empty()) world.cost[node] = cost_of(byte / 2);
    edit = {node, world.walkable[node] != 0, world.cost.empty() ? 1.0 : world.cost[node]};
  }
  grid.update(edits);
}

}  // namespace

std::string disagreement(std::span<const std::uint8_t> data) {
  Bytes bytes(data);
  auto [world, index] = case_of(bytes);
  const std::shared_ptr<Grid> grid = world.grid();
  std::vector<Way> ways;
  add_searches(ways, make_finder(grid), *grid);
  if (index < kIndexKinds) add_index(ways, grid, index);
  for (int round = 0; round < 3; ++round) {
    if (round != 0) edit(world, *grid, bytes);
    const Node start = bytes.below(world.size()), goal = bytes.below(world.size());
    const std::string fault = compared(ways, world, start, goal);
    if (!fault.empty()) return "after " + std::to_string(round) + " edits: " + fault;
  }
  return "";
}

std::string any_disagreement(std::span<const std::uint8_t> bytes) {
  const bool regular = !bytes.empty() && bytes.back() == 0;
  return regular ? regular_disagreement(bytes) : disagreement(bytes);
}

}  // namespace pathstar::fuzz
