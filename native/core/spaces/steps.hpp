// The steps from and to a node, read from the views of searches, so that a caller sees the same as a search.
//
// A node that is not walkable has no steps. The space is locked while it is read.
#pragma once

#include <functional>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

class Custom;
class Graph;
class Grid;
class RegularGrid;
class Timed;
class Turning;
class Waypoints;

struct Steps {
  std::vector<Node> nodes;  // at the other end of each step
  std::vector<double> costs;
};

Steps steps_from(const Grid& space, Node node);
Steps steps_from(const Graph& space, Node node);
Steps steps_from(const RegularGrid& space, Node node);
Steps steps_from(const Turning& space, Node node);
Steps steps_from(const Waypoints& space, Node node);  // to the points that a cell sees
Steps steps_from(const Custom& space, Node node);

// Replaces the list by the steps from a node; false if the node is not walkable.
using ListSteps = std::function<bool(Node, Steps&)>;

// Reads the steps of many nodes at once, at one revision of the space.
void read_steps(const Grid& space, const std::function<void(const ListSteps&)>& read);
void read_steps(const Graph& space, const std::function<void(const ListSteps&)>& read);
void read_steps(const RegularGrid& space, const std::function<void(const ListSteps&)>& read);

Steps steps_to(const Grid& space, Node node);
Steps steps_to(const Graph& space, Node node);
Steps steps_to(const RegularGrid& space, Node node);
Steps steps_to(const Turning& space, Node node);
Steps steps_to(const Waypoints& space, Node node);

// The steps of a unit that is at a node at `time`: to each free time of the nodes around. A step costs the time that it
// takes, including waiting.
Steps steps_from(const Timed& space, Node node, double time);

}  // namespace pathstar
