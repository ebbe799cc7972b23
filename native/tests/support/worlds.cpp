#include "support/worlds.hpp"

#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>

namespace pathstar::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool open(const World& world, std::int64_t x, std::int64_t y) {
  if (x < 0 || y < 0 || x >= world.width || y >= world.height) return false;
  const auto node = static_cast<std::size_t>(y * world.width + x);
  return world.walkable[node] != 0 && (world.cost.empty() || std::isfinite(world.cost[node]));
}

}  // namespace

std::uint64_t Dice::next() {
  state_ += 0x9e3779b97f4a7c15u;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

std::shared_ptr<Grid> World::grid() const { return std::make_shared<Grid>(width, height, walkable, cost, moves, rule); }

World drawn(std::initializer_list<std::string_view> rows, const Moves& moves) {
  World world;
  world.width = static_cast<std::uint32_t>(rows.begin()->size());
  world.height = static_cast<std::uint32_t>(rows.size());
  world.moves = moves;
  for (const std::string_view row : rows) {
    for (const char cell : row) world.walkable.push_back(cell == '.');
  }
  return world;
}

World rolled(Dice& dice, std::uint32_t width, std::uint32_t height, std::uint32_t walls, bool costs) {
  World world;
  world.width = width;
  world.height = height;
  for (std::uint32_t node = 0; node < world.size(); ++node) {
    world.walkable.push_back(dice.roll(walls) != 0);
    if (costs) world.cost.push_back(1.0 + 0.5 * dice.roll(17));
  }
  return world;
}

std::vector<World> zoo(std::uint64_t seed, std::uint32_t width, std::uint32_t height) {
  Dice dice(seed);
  std::vector<World> worlds;
  for (const int directions : {4, 8}) {
    for (const Corners corners : {Corners::no_cut, Corners::no_squeeze, Corners::free}) {
      for (const auto& [straight, diagonal] : {std::pair{1.0, std::sqrt(2.0)}, std::pair{10.0, 14.0}}) {
        for (const int costs : {0, 1, 2}) {
          World world = rolled(dice, width, height, 4, costs != 0);
          world.moves = {directions, corners, straight, diagonal};
          world.rule = costs == 2 ? CostRule::mean : CostRule::enter;
          worlds.push_back(std::move(world));
        }
      }
    }
  }
  return worlds;
}

double step_cost(const World& world, Node from, Node to) {
  const std::int64_t x = from % world.width, y = from / world.width;
  const std::int64_t to_x = to % world.width, to_y = to / world.width;
  const std::int64_t across = std::abs(to_x - x), down = std::abs(to_y - y);
  if (across > 1 || down > 1 || from == to || !open(world, x, y) || !open(world, to_x, to_y)) return kInfinity;
  const bool diagonal = across + down == 2;
  if (diagonal) {
    if (world.moves.directions == 4) return kInfinity;
    const bool one = open(world, to_x, y), other = open(world, x, to_y);
    if (world.moves.corners == Corners::no_cut && !(one && other)) return kInfinity;
    if (world.moves.corners == Corners::no_squeeze && !(one || other)) return kInfinity;
  }
  const double length = diagonal ? world.moves.diagonal : world.moves.straight;
  if (world.cost.empty()) return length;
  return length * (world.rule == CostRule::enter ? world.cost[to] : (world.cost[from] + world.cost[to]) / 2);
}

std::vector<double> slow_costs(const World& world, Node start) {
  std::vector<double> best(world.size(), kInfinity);
  std::vector<bool> lowered(world.size());  // since its steps were last relaxed
  best[start] = 0.0;
  lowered[start] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (Node from = 0; from < world.size(); ++from) {
      if (!lowered[from]) continue;
      lowered[from] = false;
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          if (!open(world, from % world.width + dx, from / world.width + dy)) continue;
          const auto to = static_cast<Node>(from + dy * world.width + dx);
          const double cost = best[from] + step_cost(world, from, to);
          if (cost < best[to] * (1 - 1e-12)) {
            best[to] = cost;
            changed = lowered[to] = true;
          }
        }
      }
    }
  }
  return best;
}

double added_up(const World& world, const std::vector<Node>& nodes) {
  double sum = 0.0;
  for (std::size_t i = 1; i < nodes.size(); ++i) sum += step_cost(world, nodes[i - 1], nodes[i]);
  return sum;
}

bool near(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

}  // namespace pathstar::testing
