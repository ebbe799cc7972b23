// The settings of one best-first search.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>

#include "spaces/goal_set.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/layers/cell_mask.hpp"

namespace pathstar {

enum class OpenKind : std::uint8_t {
  automatic,  // bucket if its conditions hold, else heap
  bucket,     // last-in-first-out stacks, each for a small range of keys
  heap,       // binary heap
  sorted,     // sorted array
  unsorted,   // array searched at every step
  fifo,       // first in, first out; keys are ignored
  none,       // for the loop without an open list: iterative deepening
};

// Which of two equal keys goes first.
enum class Ties : std::uint8_t { larger_g, smaller_g, last, first };

// Which loop runs.
enum class Loop : std::uint8_t {
  best_first,
  bidirectional,  // for reversible spaces
  iterative_deepening,
  anytime_repairing,  // for spaces whose nodes are all known
};

// Breadth-first, Dijkstra, greedy, A* and weighted A* are values of this.
struct Settings {
  Loop loop = Loop::best_first;
  bool use_g = true;    // key = (use_g ? g : 0) + weight * h
  double weight = 1.0;  // 0 turns the heuristic off
  HeuristicKind heuristic = HeuristicKind::octile;
  OpenKind open = OpenKind::automatic;
  Ties ties = Ties::larger_g;
  bool jumps = false;           // search jump points instead of cells, if JumpView::fits
  bool skip_dead_ends = false;  // visit no dead ends except those of the start and the goal
  bool improve = true;          // a better g for an open node replaces the old one
  std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
  std::shared_ptr<const CellMask> mask = nullptr;                // the cells that may be entered; null: all
  double max_cost = std::numeric_limits<double>::infinity();     // dearer paths are not searched for
  double max_seconds = std::numeric_limits<double>::infinity();  // of work, for one path
  bool partial = false;                    // before its end, or if a limit ends it, its path leads to the closest node
  bool stop_at_opened = false;             // the search ends when the goal is put on the open list
  std::shared_ptr<const GoalSet> goals{};  // any of these will do; null: one goal
  bool once = false;  // find() computes nothing that only pays for later searches, such as components
};

}  // namespace pathstar
