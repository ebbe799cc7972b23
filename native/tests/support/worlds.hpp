// Maps for the tests, and the slow search with which the core is compared.
//
// The slow search shares only the types with the core: it knows cells and rules, not legal-moves bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/finders/finder.hpp"
#include "spaces/cells/grid.hpp"

namespace pathstar::testing {

// Pseudorandom numbers, the same everywhere (SplitMix64).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // 0 to sides - 1.
  std::uint32_t roll(std::uint32_t sides) { return static_cast<std::uint32_t>(next() % sides); }

 private:
  std::uint64_t state_;
};

struct World {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> walkable;
  std::vector<double> cost;  // empty: none
  Moves moves;
  CostRule rule = CostRule::enter;

  std::uint32_t size() const { return width * height; }
  std::shared_ptr<Grid> grid() const;
};

// Rows of equal length, '.' walkable; anything else is a wall.
World drawn(std::initializer_list<std::string_view> rows, const Moves& moves = {});

// About one cell in `walls` is a wall. With costs, these are 1 to 9 in steps of a half.
World rolled(Dice& dice, std::uint32_t width, std::uint32_t height, std::uint32_t walls, bool costs);

// Every combination of the rules, with one random world each.
std::vector<World> zoo(std::uint64_t seed, std::uint32_t width, std::uint32_t height);

// The cost of one step, or infinity if it is not allowed.
double step_cost(const World& world, Node from, Node to);

// The least cost from start to every node, by relaxing the steps of changed nodes until none changes.
std::vector<double> slow_costs(const World& world, Node start);

// The cost of a path by adding up its steps.
double added_up(const World& world, const std::vector<Node>& nodes);

bool near(double a, double b);

inline PathResult find(Finder& finder, Node start, Node goal, const Settings& settings = {}) {
  return finder.find(start, goal, settings, [] { return false; });
}

}  // namespace pathstar::testing
