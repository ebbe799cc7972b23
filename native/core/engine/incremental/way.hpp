// The values that repairs compare: costs with numbers of steps, and keys made of them.
#pragma once

#include <cstdint>
#include <limits>

namespace pathstar {

// The cost from the root to a node, and the number of steps.
template <class Cost>
struct Way {
  static constexpr Cost kInfinite = std::numeric_limits<Cost>::has_infinity ? std::numeric_limits<Cost>::infinity()
                                                                            : std::numeric_limits<Cost>::max();
  Cost cost = kInfinite;
  std::uint32_t steps = 0;

  bool operator<(const Way& other) const noexcept {
    return cost != other.cost ? cost < other.cost : steps < other.steps;
  }
  bool is_infinite() const noexcept { return cost == kInfinite; }
  Way with(Cost step) const noexcept { return {cost + step, steps + 1}; }
};

// The key of a node in the queue.
template <class Cost>
struct RepairKey {
  Cost f;
  Way<Cost> way;
  bool operator<(const RepairKey& other) const noexcept { return f != other.f ? f < other.f : way < other.way; }
};

}  // namespace pathstar
