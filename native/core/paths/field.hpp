// What a search from some nodes to all others, or back from all others to them, answers.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

struct Field {
  explicit Field(std::uint32_t size) : costs(size, std::numeric_limits<double>::infinity()), parents(size, kNoNode) {}

  std::vector<double> costs;  // per node; infinity where none of the sources leads
  std::vector<Node> parents;  // the next node towards the source on a cheapest path; none for the sources
  bool stopped = false;       // the poll said so; the rest is not to be used
};

}  // namespace pathstar
