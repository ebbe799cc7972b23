// What it costs from each of some places to each of others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/finders/finder.hpp"
#include "indexes/common/index.hpp"

namespace pathstar {

struct MatrixResult {
  std::vector<double> costs;  // row by row, one for each start; infinity where there is no path
  bool stopped = false;       // the poll said so; the rest is not to be used
};

// Optimal costs; they do not depend on `threads`, which is at least 1. `poll` is asked on the calling thread only.
// Without an index one search for each start, that ends when all goals are reached; for a few goals one search for each
// pair, as long as all of a start expand no more than a small part of the space's `nodes`. `pair` are the settings of
// such a search, an optimal one.
MatrixResult cost_matrix(Finder& finder, std::span<const Node> starts, std::span<const Node> goals,
                         const Settings& pair, std::uint64_t nodes, unsigned threads, const Poll& poll);
MatrixResult cost_matrix(const Index& index, std::span<const Node> starts, std::span<const Node> goals,
                         unsigned threads, const Poll& poll);

}  // namespace pathstar
