// The step of a field from each cell, a byte each, so that crowds find their next places at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

class Graph;
class Grid;
class RegularGrid;
class Turning;

inline constexpr std::uint8_t kNoStep = 255;          // none: at a source, or where no way leads
inline constexpr std::uint8_t kUnnumberedStep = 254;  // a portal, or a step whose number is larger than a byte

// Per node the number of the step to its parent or, for an outward field, of the step from its parent. Steps are
// numbered like the space's directions, edges of a graph in their order. The caller holds the space's lock.
std::vector<std::uint8_t> step_numbers(const Grid& space, std::span<const Node> parents, bool outward);
std::vector<std::uint8_t> step_numbers(const RegularGrid& space, std::span<const Node> parents, bool outward);
std::vector<std::uint8_t> step_numbers(const Turning& space, std::span<const Node> parents, bool outward);
std::vector<std::uint8_t> step_numbers(const Graph& space, std::span<const Node> parents, bool outward);

// The number of cells along each axis.
struct CellBox {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;
};

// The next places of places in a box of cells. The data of `parents` must live as long.
class CellSteps {
 public:
  CellSteps(const CellBox& box, std::span<const Node> parents);

  // Reads rows of x and y (x, y and z if `columns` is 3), and writes the next places; a place without one is its own
  // next place. Returns the number of rows, or the number of the first row that lies outside, where it stops.
  template <class Integer>
  std::size_t next(std::span<const Integer> places, std::size_t columns, std::int32_t* out) const;

 private:
  struct Offset {
    std::int32_t by[4] = {};  // along x, y and z; as long as a register
  };

  static const std::array<Offset, 256> kOffsets;

  Offset between(Node from, Node to) const noexcept;
  std::uint8_t code_of(Node node) const noexcept;
  template <std::size_t Columns, class Integer>
  std::size_t next_rows(std::span<const Integer> places, std::int32_t* out) const;

  CellBox box_;
  std::span<const Node> parents_;
  std::vector<std::uint8_t> codes_;  // per cell the offset to its parent; kFar if `parents` is asked
};

}  // namespace pathstar
