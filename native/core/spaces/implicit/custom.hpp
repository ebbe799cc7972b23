// A space described by a caller's functions: nodes are made as they are reached.
//
// The functions may throw; exceptions pass through the search, which can continue afterwards.
#pragma once

#include <cstdint>
#include <vector>

#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct CustomStep {
  Node target;
  double cost;  // neither negative nor NaN
};

class Custom {
 public:
  virtual ~Custom() = default;

  // The number of nodes known so far; successors() may add to them.
  virtual std::uint32_t size() const = 0;
  virtual void successors(Node node, std::vector<CustomStep>& steps) const = 0;
  // The caller needs only the first `known` nodes; a space of one search may forget the others.
  virtual void forget(std::uint32_t known) const = 0;
  virtual double estimate(Node node, Node goal) const = 0;
  // Called if the goal is a test instead of a node.
  virtual bool is_goal(Node node) const = 0;

  // Nodes that cost more to reach are not visited.
  virtual double max_cost() const noexcept = 0;

  bool walkable(Node) const noexcept { return true; }
  std::uint64_t revision() const noexcept { return 0; }
  void catch_up() noexcept {}  // nothing edits it
  SpaceMutex& mutex() const noexcept { return mutex_; }

 private:
  mutable SpaceMutex mutex_;
};

}  // namespace pathstar
