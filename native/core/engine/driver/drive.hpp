// The one loop around a search: it runs the search until it is over, or until the poll stops it.
#pragma once

#include <cstdint>

#include "engine/driver/poll.hpp"
#include "paths/result.hpp"

namespace pathstar {

inline constexpr std::uint64_t kExpansionsPerPoll = 1 << 16;

// `search` has step(budget), which returns the status after at most `budget` expansions. Returns the last status, which
// is `running` if the poll stopped it.
template <class Search, class Stop>
Status drive(Search& search, const Stop& poll, std::uint64_t expansions_per_poll = kExpansionsPerPoll) {
  Status status;
  while ((status = search.step(expansions_per_poll)) == Status::running && !poll()) {
  }
  return status;
}

}  // namespace pathstar
