// How long a fleeing unit can keep from being caught, however a pursuer moves.
//
// When to use: to decide what to do next with a pursuer near, where the place that it comes to last may be a trap, and
//   a loop may be a way out.
// Needs: a part of a space as a graph with whole steps of time.
// Guarantee: exact for one pursuer that stays in the part. The two move in turn: the one whose time is behind, or the
//   fleeing one if they are even. Both may wait. Each of several pursuers counts by itself; see team_pursuit.hpp for
//   pursuers that work together.
// Complexity: each pair of places is settled once for each lead in time, over the steps to it: O(nodes^2 x steps x most
//   ticks).
// Reference: retrograde analysis as for endgames (Stroehlein 1970, Thompson 1986); for pursuit on graphs Hahn and
//   MacGillivray 2006, A note on k-cop, l-robber games on graphs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "spaces/slices.hpp"

namespace pathstar {

// The steps between places 0, 1, 2, ... of a part of a space, listed place by place.
struct PursuitGround {
  static constexpr std::uint32_t kBeyond = std::numeric_limits<std::uint32_t>::max();

  std::span<const std::uint32_t> begins;  // where the steps of each place begin in the lists, and the end of the last
  std::span<const std::uint32_t> ends;    // where the steps lead; kBeyond: out of the part, where nobody is caught
  std::span<const std::uint8_t> ticks;    // how long they take, from 1

  std::size_t places() const noexcept { return begins.size() - 1; }
};

inline constexpr std::uint32_t kNeverCaught = std::numeric_limits<std::uint32_t>::max();

// The ticks of a pursuer's time until a fleeing unit is caught, for each of its first moves: the steps from its place,
// in their order, then waiting for a tick. kNeverCaught if it can flee for ever, or beyond the part. Both play as well
// as they can. Unfinished once `stop` returns true.
std::vector<std::uint32_t> ticks_until_caught(const PursuitGround& ground, std::uint32_t fleeing,
                                              std::span<const std::uint32_t> pursuers, const Stop& stop);

}  // namespace pathstar
