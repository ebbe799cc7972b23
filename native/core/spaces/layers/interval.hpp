// The number of a safe interval: a time in which a place is free.
#pragma once

#include <compare>
#include <cstdint>

namespace pathstar {

// Counted from 0 at each place, in order of time. A separate type, so that it cannot be taken for a node.
struct Interval {
  std::uint32_t number;

  auto operator<=>(const Interval&) const = default;
};
static_assert(sizeof(Interval) == sizeof(std::uint32_t));

inline constexpr Interval kFirstInterval{0};

}  // namespace pathstar
