// How many units use each move, and distances that count them, so that paths lead round crowds.
//
// Where many units share the ground, their shortest paths meet in the same places. A unit whose path costs more where
// others go keeps clear of them, and goes with a stream rather than against it.
//
// Reference: Chen, Harabor, Li and Stuckey 2024, Traffic flow optimisation for lifelong multi-agent path finding.
// Differs from the paper: costs are one number, not two, and each unit follows a table of distances instead of a path.
#pragma once

#include <vector>

#include "fleet/common/distances.hpp"
#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

class Traffic {
 public:
  static constexpr Time kAlone = 8;  // the cost of a move without other units

  explicit Traffic(const Ground& ground);

  // Adds a unit's path, or removes it.
  void add(const std::vector<Move>& way) { count(way, 1); }
  void remove(const std::vector<Move>& way) { count(way, -1); }

  // The distances to a goal in the present traffic. Throws OutOfTime.
  DistanceTable table_to(Spot goal, const TableGuard& guard) {
    return DistanceTable(dijkstra_.costs_to(goal, costs_, guard));
  }
  // The moves from a cell to the goal of a table that was made in the present traffic; none if there is no path.
  std::vector<Move> way(Spot from, const DistanceTable& table) const;

 private:
  // What each unit that makes the opposite move, or enters the same cell, adds to the cost of a move.
  static constexpr Time kAgainst = 4, kThrough = 1;
  static constexpr Time kMost = 512;

  void count(const std::vector<Move>& way, int change);
  void set_cost(Move move);

  const Ground* ground_;
  ReverseDijkstra dijkstra_;
  std::vector<Move> opposite_;  // by move; its own number if none leads back
  std::vector<Spot> target_;
  std::vector<int> flow_, load_;  // by move; by cell
  std::vector<Time> costs_;
};

}  // namespace pathstar::fleet
