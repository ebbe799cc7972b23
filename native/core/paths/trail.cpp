#include "paths/trail.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <unordered_map>

#include "spaces/cells/columns.hpp"

namespace pathstar {
namespace {

// A number of equal steps.
struct Run {
  std::int32_t dx;
  std::int32_t dy;
  std::int32_t steps;
};

constexpr std::int32_t sign(std::int32_t value) noexcept { return (value > 0) - (value < 0); }

// The two runs that span (dx, dy).
struct Legs {
  Run slanted;  // diagonal; with 4 directions up or down
  Run straight;

  Legs(std::int32_t dx, std::int32_t dy, bool diagonals) noexcept {
    const std::int32_t across = std::abs(dx), down = std::abs(dy);
    const std::int32_t slope = diagonals ? std::min(across, down) : down;
    slanted = {diagonals ? sign(dx) : 0, sign(dy), slope};
    const std::int32_t rest_x = diagonals ? across - slope : across;
    straight = rest_x > 0 ? Run{sign(dx), 0, rest_x} : Run{0, sign(dy), down - slope};
  }
};

// x and y as they lie in memory, as one number. The number of a sum is the sum of the numbers, as long as no coordinate
// of the sum is negative.
constexpr std::uint64_t packed(std::int32_t x, std::int32_t y) noexcept {
  const bool low_first = std::endian::native == std::endian::little;
  const std::int64_t low = low_first ? x : y, high = low_first ? y : x;
  return (static_cast<std::uint64_t>(high) << 32) + static_cast<std::uint64_t>(low);
}

// Calls visit(x, y, legs) for every corner but the last, with the runs to the next.
template <class Visit>
void each_corner(std::span<const Node> corners, const CornerRule& rule, Visit&& visit) noexcept {
  const Columns columns(rule.width);
  const auto place = [&](Node node, std::int32_t& x, std::int32_t& y) {
    const std::uint32_t row = columns.y(node);
    y = static_cast<std::int32_t>(row);
    x = static_cast<std::int32_t>(columns.x(node, row));
  };
  std::int32_t x, y, next_x, next_y;
  if (!corners.empty()) place(corners[0], x, y);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    place(corners[i], next_x, next_y);
    visit(x, y, Legs(next_x - x, next_y - y, rule.diagonals));
    x = next_x;
    y = next_y;
  }
}

}  // namespace

std::vector<Node> corners_of(std::span<const Node> nodes, const CornerRule& rule) {
  std::vector<Node> corners;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    // In a grid of two columns, a straight and a diagonal step may have the same difference of node numbers.
    const bool goes_on =
        rule.width > 2 && i > 0 && i + 1 < nodes.size() && nodes[i] - nodes[i - 1] == nodes[i + 1] - nodes[i];
    if (!goes_on) corners.push_back(nodes[i]);
  }
  return corners;
}

std::vector<Node> without_loops(std::span<const Node> nodes) {
  std::unordered_map<Node, std::size_t> last;
  for (std::size_t i = 0; i < nodes.size(); ++i) last[nodes[i]] = i;
  std::vector<Node> kept;
  for (std::size_t i = 0; i < nodes.size(); i = last[nodes[i]] + 1) kept.push_back(nodes[i]);
  return kept;
}

StepCounts count_steps(std::span<const Node> corners, const CornerRule& rule) noexcept {
  StepCounts counts;
  if (rule.width == 0) {
    counts.straight = corners.empty() ? 0 : corners.size() - 1;
    return counts;
  }
  each_corner(corners, rule, [&](std::int32_t, std::int32_t, const Legs& legs) {
    (rule.diagonals ? counts.diagonal : counts.straight) += static_cast<std::uint64_t>(legs.slanted.steps);
    counts.straight += static_cast<std::uint64_t>(legs.straight.steps);
  });
  return counts;
}

void write_points(std::span<const Node> corners, const CornerRule& rule, std::int32_t* x_and_y) noexcept {
  const auto walk = [&](std::uint64_t point, const Run& run) {
    const std::uint64_t step = packed(run.dx, run.dy);
    for (std::int32_t* const end = x_and_y + 2 * std::ptrdiff_t{run.steps}; x_and_y < end; x_and_y += 2) {
      std::memcpy(x_and_y, &point, sizeof point);
      point += step;
    }
    return point;
  };
  each_corner(corners, rule, [&](std::int32_t x, std::int32_t y, const Legs& legs) {
    walk(walk(packed(x, y), legs.slanted), legs.straight);
  });
  if (corners.empty()) return;
  x_and_y[0] = static_cast<std::int32_t>(corners.back() % rule.width);
  x_and_y[1] = static_cast<std::int32_t>(corners.back() / rule.width);
}

void write_nodes(std::span<const Node> corners, const CornerRule& rule, Node* nodes) noexcept {
  if (rule.width == 0) {
    std::copy(corners.begin(), corners.end(), nodes);
    return;
  }
  const auto walk = [&](Node node, const Run& run) {
    const Node step = static_cast<Node>(run.dy) * rule.width + static_cast<Node>(run.dx);
    for (std::int32_t i = 0; i < run.steps; ++i) *nodes++ = node + static_cast<Node>(i) * step;
    return node + static_cast<Node>(run.steps) * step;
  };
  each_corner(corners, rule, [&](std::int32_t x, std::int32_t y, const Legs& legs) {
    const Node corner = static_cast<Node>(y) * rule.width + static_cast<Node>(x);
    walk(walk(corner, legs.slanted), legs.straight);
  });
  if (!corners.empty()) *nodes = corners.back();
}

}  // namespace pathstar
