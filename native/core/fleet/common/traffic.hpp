// How many units use each move, and distances that count it: ways that lead round crowds.
//
// Where many units share the ground, the shortest ways of all meet in the same places. A unit that counts the others'
// ways as part of the cost of its own keeps clear of them, and follows a stream rather than going against it.
//
// Reference: Chen, Harabor, Li and Stuckey 2024, Traffic flow optimisation for lifelong multi-agent path finding.
// Differs from the paper: costs are one number, not two, and each unit has a table of distances instead of a path.
#pragma once

#include <vector>

#include "fleet/common/distances.hpp"
#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

class Traffic {
 public:
  static constexpr Time kAlone = 8;  // what a move costs alone

  explicit Traffic(const Ground& ground);

  // Adds a way from a cell along a table, or takes it away again.
  void add(const std::vector<Move>& way) { count(way, 1); }
  void remove(const std::vector<Move>& way) { count(way, -1); }

  // The distances to a goal in the present traffic. Throws OutOfTime.
  DistanceTable table_to(Spot goal, const TableGuard& guard) {
    return DistanceTable(dijkstra_.costs_to(goal, costs_, guard));
  }
  // The moves from a cell to the goal of a table that was made in the present traffic; none where no way leads there.
  std::vector<Move> way(Spot from, const DistanceTable& table) const;

 private:
  // What each unit that comes the other way, or through the same cell, adds to the cost of a move.
  static constexpr Time kAgainst = 4, kThrough = 1;
  static constexpr Time kMost = 512;

  void count(const std::vector<Move>& way, int change);
  void set_cost(Move move);

  const Ground* ground_;
  ReverseDijkstra dijkstra_;
  std::vector<Move> opposite_;  // by move; its own number where none leads back
  std::vector<Spot> target_;
  std::vector<int> flow_, load_;  // by move; by cell
  std::vector<Time> costs_;
};

}  // namespace pathstar::fleet
