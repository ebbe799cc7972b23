#include "paths/cell_steps.hpp"

#include <bit>
#include <limits>
#include <utility>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/layers/turning.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kNumbers = 256;

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
    return numbers(parents, outward,
                   [&](Node from, Node to) { return number_of(ground, space.cell(from), space.cell(to)); });
  });
}

CellSteps::CellSteps(const CellBox& box, std::span<const Node> parents, std::vector<std::uint8_t> numbers)
    : box_(box), parents_(parents), leads_(std::move(numbers)), offsets_(4 * kNumbers) {
  std::vector<std::int64_t> known(offsets_.size(), 0);  // what each step adds to a node's number
  Node node = 0;
  for (std::uint32_t row = 0; node < leads_.size(); ++row) {
    const std::uint32_t y = row % box_.height;
    for (std::uint32_t x = 0; x < box_.width; ++x, ++node) {
      if (leads_[node] >= kUnnumberedStep) continue;
      const std::size_t entry = parity(x, y) * kNumbers + leads_[node];
      const std::int64_t by = std::int64_t{parents_[node]} - node;
      if (known[entry] == 0) {
        known[entry] = by;
        offsets_[entry] = between(node, parents_[node]);
      }
      const Offset& offset = offsets_[entry];
      const auto inside = [](std::uint32_t at, std::int32_t offset, std::uint32_t side) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(at) + offset) < side;
      };
      if (known[entry] != by || !inside(x, offset.by[0], box_.width) || !inside(y, offset.by[1], box_.height)) {
        leads_[node] = kUnnumberedStep;
      }
    }
  }
}

CellSteps::Offset CellSteps::between(Node from, Node to) const noexcept {
  const auto axis = [](Node a, Node b) { return static_cast<std::int32_t>(b) - static_cast<std::int32_t>(a); };
  const Node from_row = from / box_.width, to_row = to / box_.width;
  return {{axis(from % box_.width, to % box_.width), axis(from_row % box_.height, to_row % box_.height),
           axis(from_row / box_.height, to_row / box_.height)}};
}

template <class Integer>
std::size_t CellSteps::next(std::span<const Integer> places, std::size_t columns, std::int32_t* out) const {
  return columns == 2 ? next_rows<2>(places, out) : next_rows<3>(places, out);
}

template <std::size_t Columns, class Integer>
std::size_t CellSteps::next_rows(std::span<const Integer> places, std::int32_t* out) const {
  const std::uint64_t sides[3] = {box_.width, box_.height, box_.depth};
  const std::size_t rows = places.size() / Columns;
  for (std::size_t row = 0; row < rows; ++row) {
    const Integer* const place = places.data() + row * Columns;
    std::uint32_t at[3] = {0, 0, 0};
    bool outside = false;
    for (std::size_t axis = 0; axis < Columns; ++axis) {
      outside |= static_cast<std::uint64_t>(place[axis]) >= sides[axis];
      at[axis] = static_cast<std::uint32_t>(place[axis]);
    }
    if (outside) return row;
    const Node node = (at[2] * box_.height + at[1]) * box_.width + at[0];
    const std::uint8_t number = leads_[node];
    Offset offset = offsets_[parity(at[0], at[1]) * kNumbers + number];
    if (number == kUnnumberedStep) [[unlikely]]
      offset = between(node, parents_[node]);
    for (std::size_t axis = 0; axis < Columns; ++axis) {
      out[row * Columns + axis] = static_cast<std::int32_t>(at[axis]) + offset.by[axis];
    }
  }
  return rows;
}

template std::size_t CellSteps::next(std::span<const std::int32_t>, std::size_t, std::int32_t*) const;
template std::size_t CellSteps::next(std::span<const std::int64_t>, std::size_t, std::int32_t*) const;

}  // namespace pathstar
