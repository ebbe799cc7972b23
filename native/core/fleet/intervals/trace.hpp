// The path behind a search: from its last state back to the first one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

inline constexpr std::uint32_t kNoState = ~std::uint32_t{0};  // the parent of the first one

// Writes the cell of each step. The unit stays in the cell of a state until it arrives in that of the next one.
template <class State>
void trace(const std::vector<State>& states, std::uint32_t last, UnitPath& path) {
  path.resize(static_cast<std::size_t>(states[last].arrival) + 1);
  auto end = path.end();
  for (std::uint32_t state = last; state != kNoState; state = states[state].parent) {
    const auto begin = path.begin() + states[state].arrival;
    std::fill(begin, end, states[state].cell);
    end = begin;
  }
}

}  // namespace pathstar::fleet
