// Many queries on a mesh in one call, on several threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/polyanya/mesh_finder.hpp"

namespace pathstar {

struct LineBatch {
  std::vector<double> costs;
  std::vector<std::uint8_t> statuses;
  std::vector<std::uint64_t> counts;  // expanded, generated and updated of each query in turn
  std::vector<double> seconds;
  std::vector<double> bounds;            // proven for each path alone; infinite if only its algorithm tells
  std::vector<std::uint64_t> revisions;  // of the mesh, for which each result holds
  std::vector<std::int64_t> offsets;     // path i has the points offsets[i] to offsets[i + 1] - 1 of all
  std::vector<double> points;            // x and y in turn; none if only costs are kept
  bool stopped = false;                  // by the caller; then the rest is invalid
};

// starts and goals are of equal length. The result does not depend on `threads`, which is at least 1. `progress` is
// called on the calling thread only.
LineBatch find_lines(MeshFinder& finder, std::span<const Point> starts, std::span<const Point> goals,
                     const Settings& settings, bool costs_only, unsigned threads, const Progress& progress);

}  // namespace pathstar
