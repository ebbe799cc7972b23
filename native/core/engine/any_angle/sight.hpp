// The needs of a search over lines: which centres of a space see each other, and the costs of lines between them.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "spaces/sight/glance.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// x, y and z; on squares z is 0.
using LinePoint = std::array<double, 3>;

inline bool none(Node) noexcept { return false; }

// A Spot is the place of a node in whole numbers. `known(node)` says whether `b` is known to see a node, which may make
// the test shorter. `glance` looks at the cells before `a`, which was reached by a step. `bound` never exceeds the cost
// of any line from one to the other. Neighbours for which `settled(node)` is true are not visited.
template <class Sight>
concept LooksAlongLines = requires(const Sight& sight, Node node, typename Sight::Spot a, typename Sight::Spot b) {
  { Sight::kColumns } -> std::convertible_to<std::size_t>;  // of a point: 2 or 3
  { sight.size() } -> std::convertible_to<std::size_t>;
  { sight.row() } -> std::same_as<std::int64_t>;  // from a node to the one below it
  { sight.has_cost() } -> std::same_as<bool>;
  { sight.spot(node) } -> std::same_as<typename Sight::Spot>;
  { sight.point(a) } -> std::same_as<LinePoint>;
  { sight.sees(a, b, none) } -> std::same_as<bool>;
  { sight.glance(node, a, b, none) } -> std::same_as<Glance>;
  { sight.cost(a, b) } -> std::same_as<double>;
  { sight.bound(a, b) } -> std::same_as<double>;
  { sight.longest_step() } -> std::same_as<double>;  // a bound on the cost of a step to a neighbour
  sight.each_neighbour(node, a, none, [](Node, typename Sight::Spot) {});
};

}  // namespace pathstar
