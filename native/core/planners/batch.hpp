// Many queries in one call, on several threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/finders/finder.hpp"

namespace pathstar {

// How much of each path to keep.
enum class Keep : std::uint8_t { paths, costs };

struct BatchResult {
  std::vector<double> costs;
  std::vector<std::uint8_t> statuses;
  std::vector<std::uint64_t> counts;  // expanded, generated and updated nodes of each query in turn
  std::vector<double> seconds;
  std::vector<double> bounds;            // proven for each path alone; infinite if only its algorithm tells
  std::vector<std::uint64_t> revisions;  // of the space, for which each result holds
  std::vector<std::int64_t> offsets;     // path i is points offsets[i] to offsets[i + 1] - 1 of all
  std::vector<std::int64_t> corner_offsets;
  std::vector<Node> corners;  // of path i: corner_offsets[i] to corner_offsets[i + 1] - 1; none if only costs are kept
  std::vector<double> times;  // with the corners of paths through time; else empty
  bool stopped = false;       // by the caller; then the rest is invalid
};

// starts and goals are of equal length. The result does not depend on `threads`, which is at least 1. `progress` is
// called on the calling thread only.
BatchResult find_many(Finder& finder, std::span<const Node> starts, std::span<const Node> goals,
                      const Settings& settings, Keep keep, unsigned threads, const Progress& progress);

}  // namespace pathstar
