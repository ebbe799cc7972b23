// The costs from each of some places to each of others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/finders/finder.hpp"

namespace pathstar {

struct MatrixResult {
  std::vector<double> costs;  // row by row, one for each start; infinity where there is no path
  bool stopped = false;       // by the poll; then the rest is invalid
};

// Optimal costs; they do not depend on `threads`, which is at least 1. `poll` is asked on the calling thread only.
// `pair` are the settings of an optimal search from one place to another.
MatrixResult cost_matrix(Finder& finder, std::span<const Node> starts, std::span<const Node> goals,
                         const Settings& pair, unsigned threads, const Poll& poll);

}  // namespace pathstar
