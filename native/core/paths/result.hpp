// The result of a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "paths/trail.hpp"
#include "spaces/types.hpp"

namespace pathstar {

enum class Status : std::uint8_t {
  running,
  found,
  no_path,
  blocked_start,
  blocked_goal,
  limit,  // stopped by a limit before it was done
};

struct SearchStats {
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  std::uint64_t updated = 0;
  std::uint64_t restarts = 0;  // because of edits

  SearchStats& operator+=(const SearchStats& other) noexcept {
    expanded += other.expanded;
    generated += other.generated;
    updated += other.updated;
    restarts += other.restarts;
    return *this;
  }
};

struct PathResult {
  Status status = Status::running;
  double cost = std::numeric_limits<double>::infinity();
  std::vector<Node> corners;  // from start to goal; empty unless found
  CornerRule rule;
  // For a path over points that are not nodes: their x, y (and z), interleaved; then there are no corners.
  std::vector<double> line;
  std::size_t columns = 2;    // of its points
  std::vector<double> times;  // the time at each node; empty in a space without time
  std::uint64_t length = 0;   // nodes or points on the path
  // The factor by which this path provably exceeds the optimum at most; infinite if only its algorithm tells.
  double bound = std::numeric_limits<double>::infinity();
  SearchStats stats;
  std::uint64_t revision = 0;  // the revision of the space for which it holds
  double seconds = 0.0;

  // Whether it leads all the way: the path of a search under way, or one ended by a limit, may be only a part. An
  // anytime search under way has proven a bound.
  bool reaches_goal() const noexcept {
    if (length == 0 || status == Status::limit) return false;
    return status != Status::running || bound < std::numeric_limits<double>::infinity();
  }

  std::vector<Node> nodes() const {
    std::vector<Node> nodes(line.empty() ? length : 0);
    write_nodes(corners, rule, nodes.data());
    return nodes;
  }
};

}  // namespace pathstar
