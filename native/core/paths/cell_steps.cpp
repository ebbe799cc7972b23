#include "paths/cell_steps.hpp"

#include <bit>
#include <cstdlib>
#include <limits>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/layers/turning.hpp"

namespace pathstar {
namespace {

constexpr std::int32_t kLongestStep = 2;  // along each axis, of the steps that have a code
constexpr std::int32_t kSides = 2 * kLongestStep + 1;
constexpr std::uint8_t kFar = 255;
constexpr std::size_t kAhead = 64;         // how many rows ahead look-ups are prefetched
constexpr std::size_t kPlacesAhead = 256;  // the same for places and results, which may be new to the cache

// Calls visit(next, cost, number) for the steps from a cell.
template <class Visit>
void each_numbered(const Grid& grid, Node cell, Visit&& visit) {
  unsigned legal = grid.legal(cell);
  for (; legal != 0; legal &= legal - 1) {
    const int number = std::countr_zero(legal);
    grid.each_neighbour(cell, 1u << number, [&](Node next) { visit(next, 0.0, number); });
  }
}
template <class Visit>
void each_numbered(const RegularGrid& grid, Node cell, Visit&& visit) {
  grid.each_way(cell, visit);
}
template <class Visit>
void each_numbered(const Graph& graph, Node node, Visit&& visit) {
  int number = 0;
  graph.each_edge(node, [&](Node next, double cost) { visit(next, cost, number++); });
}

// The number of the cheapest step from one node to another.
template <class Space>
std::uint8_t number_of(const Space& space, Node from, Node to) {
  std::uint8_t number = kUnnumberedStep;
  double least = std::numeric_limits<double>::infinity();
  each_numbered(space, from, [&](Node next, double cost, int by) {
    if (next != to || by < 0 || by >= kUnnumberedStep || !(cost < least)) return;
    number = static_cast<std::uint8_t>(by);
    least = cost;
  });
  return number;
}

template <class Numbered>
std::vector<std::uint8_t> numbers(std::span<const Node> parents, bool outward, const Numbered& number) {
  std::vector<std::uint8_t> numbers(parents.size(), kNoStep);
  for (Node node = 0; node < parents.size(); ++node) {
    if (parents[node] == kNoNode) continue;
    numbers[node] = outward ? number(parents[node], node) : number(node, parents[node]);
  }
  return numbers;
}

}  // namespace

std::vector<std::uint8_t> step_numbers(const Grid& space, std::span<const Node> parents, bool outward) {
  return numbers(parents, outward, [&](Node from, Node to) { return number_of(space, from, to); });
}

std::vector<std::uint8_t> step_numbers(const RegularGrid& space, std::span<const Node> parents, bool outward) {
  return numbers(parents, outward, [&](Node from, Node to) { return number_of(space, from, to); });
}

std::vector<std::uint8_t> step_numbers(const Graph& space, std::span<const Node> parents, bool outward) {
  return numbers(parents, outward, [&](Node from, Node to) { return number_of(space, from, to); });
}

std::vector<std::uint8_t> step_numbers(const Turning& space, std::span<const Node> parents, bool outward) {
  return space.over([&](const auto& ground) {
    return numbers(parents, outward, [&](Node from, Node to) {
      return number_of(ground, ground_node_of(space.cell(from)), ground_node_of(space.cell(to)));
    });
  });
}

CellSteps::CellSteps(const CellBox& box, std::span<const Node> parents)
    : box_(box), parents_(parents), codes_(parents.size()) {
  for (Node node = 0; node < codes_.size(); ++node) codes_[node] = code_of(node);
}

// The offset of each code.
const std::array<CellSteps::Offset, 256> CellSteps::kOffsets = [] {
  std::array<Offset, 256> offsets;
  for (std::int32_t code = 0; code < kSides * kSides * kSides; ++code) {
    offsets[static_cast<std::size_t>(code)] = {{code % kSides - kLongestStep, code / kSides % kSides - kLongestStep,
                                                code / kSides / kSides - kLongestStep, 0}};
  }
  return offsets;
}();

std::uint8_t CellSteps::code_of(Node node) const noexcept {
  const Node parent = parents_[node] == kNoNode ? node : parents_[node];
  const Offset offset = between(node, parent);
  std::int32_t code = 0;
  for (std::size_t axis = 3; axis-- > 0;) {
    if (std::abs(offset.by[axis]) > kLongestStep) return kFar;
    code = code * kSides + offset.by[axis] + kLongestStep;
  }
  return static_cast<std::uint8_t>(code);
}

CellSteps::Offset CellSteps::between(Node from, Node to) const noexcept {
  const auto axis = [](Node a, Node b) { return static_cast<std::int32_t>(b) - static_cast<std::int32_t>(a); };
  const Node from_row = from / box_.width, to_row = to / box_.width;
  const Node from_level = from_row / box_.height, to_level = to_row / box_.height;
  return {{axis(from - from_row * box_.width, to - to_row * box_.width),
           axis(from_row - from_level * box_.height, to_row - to_level * box_.height), axis(from_level, to_level), 0}};
}

template <class Integer>
std::size_t CellSteps::next(std::span<const Integer> places, std::size_t columns, std::int32_t* out) const {
  return columns == 3 ? next_rows<3>(places, out) : next_rows<2>(places, out);
}

// The loop reads locals: otherwise the compiler must assume that `out` refers to the members. Crowds stand anywhere, so
// each look-up is prefetched long before its turn.
template <std::size_t Columns, class Integer>
std::size_t CellSteps::next_rows(std::span<const Integer> places, std::int32_t* out) const {
  const std::uint64_t sides[3] = {box_.width, box_.height, box_.depth};
  const std::uint8_t* const codes = codes_.data();
  const std::size_t rows = places.size() / Columns;
  const auto node_at = [&sides](const Integer* of) {
    std::uint64_t node = 0;
    for (std::size_t axis = Columns; axis-- > 0;) node = node * sides[axis] + static_cast<std::uint64_t>(of[axis]);
    return node;
  };
  const Integer* place = places.data();
  for (std::size_t row = 0; row < rows; ++row, place += Columns, out += Columns) {
    prefetch(place, kPlacesAhead * Columns);
    prefetch_to_write(out, kPlacesAhead * Columns);
    if (row + kAhead < rows) prefetch(codes, node_at(place + kAhead * Columns));
    bool outside = false;
    for (std::size_t axis = 0; axis < Columns; ++axis)
      outside |= static_cast<std::uint64_t>(place[axis]) >= sides[axis];
    if (outside) [[unlikely]]
      return row;
    const std::uint64_t node = node_at(place);
    Offset offset = kOffsets[codes[node]];
    if (codes[node] == kFar) [[unlikely]]
      offset = between(static_cast<Node>(node), parents_[node]);
    for (std::size_t axis = 0; axis < Columns; ++axis) {
      out[axis] = static_cast<std::int32_t>(place[axis]) + offset.by[axis];
    }
  }
  return rows;
}

template std::size_t CellSteps::next(std::span<const std::int32_t>, std::size_t, std::int32_t*) const;
template std::size_t CellSteps::next(std::span<const std::int64_t>, std::size_t, std::int32_t*) const;

}  // namespace pathstar
