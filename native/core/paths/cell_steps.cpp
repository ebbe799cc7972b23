#include "paths/cell_steps.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <utility>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/layers/turning.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kNumbers = 256;
constexpr std::int32_t kLongestStep = 2;  // of those that are no portals, along each axis

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
  learn_offsets();
  mark_exceptions();
}

// Calls visit(node, x, y) for the cells with a numbered step.
template <class Visit>
void CellSteps::each_numbered(Visit&& visit) const {
  Node node = 0;
  for (std::uint32_t row = 0; node < leads_.size(); ++row) {
    const std::uint32_t y = row % box_.height;
    for (std::uint32_t x = 0; x < box_.width; ++x, ++node) {
      if (leads_[node] < kUnnumberedStep) visit(node, x, y);
    }
  }
}

// Reads from the parents where each step leads, apart from steps over joined borders.
void CellSteps::learn_offsets() {
  std::vector<bool> known(offsets_.size());
  each_numbered([&](Node node, std::uint32_t x, std::uint32_t y) {
    const std::size_t entry = parity(x, y) * kNumbers + leads_[node];
    if (known[entry]) return;
    const Offset offset = between(node, parents_[node]);
    const auto far = [](std::int32_t by) { return std::abs(by) > kLongestStep; };
    if (std::any_of(std::begin(offset.by), std::end(offset.by), far)) return;
    offsets_[entry] = offset;
    known[entry] = true;
  });
  compare_parities(known);
}

void CellSteps::compare_parities(const std::vector<bool>& known) {
  for (std::size_t number = 0; number < kNumbers; ++number) {
    const Offset* first = nullptr;
    for (std::size_t entry = number; entry < offsets_.size(); entry += kNumbers) {
      if (!known[entry]) continue;
      if (first == nullptr) first = &offsets_[entry];
      by_parity_ = by_parity_ || offsets_[entry] != *first;
    }
  }
  if (by_parity_) return;
  for (std::size_t entry = kNumbers; entry < offsets_.size(); ++entry) {
    if (known[entry]) offsets_[entry % kNumbers] = offsets_[entry];
  }
}

// Where a step leads elsewhere than others of its number, the parent is asked.
void CellSteps::mark_exceptions() {
  const auto inside = [](std::uint32_t at, std::int32_t by, std::uint32_t side) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(at) + by) < side;
  };
  each_numbered([&](Node node, std::uint32_t x, std::uint32_t y) {
    const Offset& offset = offsets_[(by_parity_ ? parity(x, y) * kNumbers : 0) + leads_[node]];
    const auto [dx, dy, dz] = offset.by;
    const std::int64_t by = (std::int64_t{dz} * box_.height + dy) * box_.width + dx;
    const bool holds =
        std::int64_t{parents_[node]} - node == by && inside(x, dx, box_.width) && inside(y, dy, box_.height);
    if (!holds) leads_[node] = kUnnumberedStep;
  });
}

CellSteps::Offset CellSteps::between(Node from, Node to) const noexcept {
  const auto axis = [](Node a, Node b) { return static_cast<std::int32_t>(b) - static_cast<std::int32_t>(a); };
  const Node from_row = from / box_.width, to_row = to / box_.width;
  return {{axis(from % box_.width, to % box_.width), axis(from_row % box_.height, to_row % box_.height),
           axis(from_row / box_.height, to_row / box_.height)}};
}

template <class Integer>
std::size_t CellSteps::next(std::span<const Integer> places, std::size_t columns, std::int32_t* out) const {
  if (columns == 3) return by_parity_ ? next_rows<3, true>(places, out) : next_rows<3, false>(places, out);
  return by_parity_ ? next_rows<2, true>(places, out) : next_rows<2, false>(places, out);
}

// What the loop reads is in locals: `out` might refer to the members else, as far as the compiler knows.
template <std::size_t Columns, bool ByParity, class Integer>
std::size_t CellSteps::next_rows(std::span<const Integer> places, std::int32_t* out) const {
  const std::uint64_t sides[3] = {box_.width, box_.height, box_.depth};
  const std::uint8_t* const leads = leads_.data();
  const Offset* const offsets = offsets_.data();
  const std::size_t rows = places.size() / Columns;
  const Integer* place = places.data();
  for (std::size_t row = 0; row < rows; ++row, place += Columns, out += Columns) {
    bool outside = false;
    std::uint64_t node = 0;
    for (std::size_t axis = Columns; axis-- > 0;) {
      const auto at = static_cast<std::uint64_t>(place[axis]);
      outside |= at >= sides[axis];
      node = node * sides[axis] + at;
    }
    if (outside) [[unlikely]]
      return row;
    std::size_t entry = leads[node];
    if (entry == kUnnumberedStep) [[unlikely]] {
      const Offset offset = between(static_cast<Node>(node), parents_[node]);
      for (std::size_t axis = 0; axis < Columns; ++axis) {
        out[axis] = static_cast<std::int32_t>(place[axis]) + offset.by[axis];
      }
      continue;
    }
    if constexpr (ByParity) {
      entry += kNumbers * parity(static_cast<std::uint32_t>(place[0]), static_cast<std::uint32_t>(place[1]));
    }
    for (std::size_t axis = 0; axis < Columns; ++axis) {
      out[axis] = static_cast<std::int32_t>(place[axis]) + offsets[entry].by[axis];
    }
  }
  return rows;
}

template std::size_t CellSteps::next(std::span<const std::int32_t>, std::size_t, std::int32_t*) const;
template std::size_t CellSteps::next(std::span<const std::int64_t>, std::size_t, std::int32_t*) const;

}  // namespace pathstar
