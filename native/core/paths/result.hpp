// What a search answers.
#pragma once

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
  limit,  // stopped by a limit before it knew
};

struct SearchStats {
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  std::uint64_t updated = 0;
};

struct PathResult {
  Status status = Status::running;
  double cost = std::numeric_limits<double>::infinity();
  std::vector<Node> corners;  // from start to goal; empty unless found
  CornerRule rule;
  std::vector<double> times;  // when it is at each node; empty in a space without time
  std::uint64_t length = 0;   // nodes on the path
  SearchStats stats;
  double seconds = 0.0;

  std::vector<Node> nodes() const {
    std::vector<Node> nodes(length);
    write_nodes(corners, rule, nodes.data());
    return nodes;
  }
};

}  // namespace pathstar
