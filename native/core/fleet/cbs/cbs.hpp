// CBS, conflict-based search: plans with the least sum of costs.
//
// It searches a tree of constraints. The root gives each unit its shortest path. A node whose paths meet nowhere is a
// plan; otherwise the node branches on one of its conflicts, and each child forbids it to one of the two units. Nodes
// are expanded best first by the sum of costs, with a bound on what the conflicts will still cost.
//
// - Two units are cardinal if each cheapest path of one meets each cheapest path of the other. Then one of them pays
//   more in every plan, and the children say which: either the first arrives later than now, or it does not and the
//   second does. This resolves rectangles and corridors with one branching for each step of cost.
// - Where no pair is cardinal, the tree splits disjointly: one child forbids a unit to be in a place at a time; the
//   other demands it, and so forbids it to all other units. No plan is below both.
// - In problems of more than two dozen units, those that meet, and those in the way of their new paths, first choose
//   paths together, by learning clauses, at the costs they have now. If there are no such paths, the proof names some
//   units, and one of them must arrive later. One such choice settles conflicts all over a large map; with fewer units,
//   splitting is cheaper.
// - Target: where a unit crosses the goal of one that has arrived, either the latter arrives later, or all others keep
//   off its goal from then on.
// - The bound is the least weighted vertex cover of the graph of cardinal pairs, and of groups that had to pay before.
//   What a few units pay is found by a search for them alone, and cached by their diagrams.
// - Bypass: a child that costs no more and has fewer conflicts takes the place of its parent.
// - A known plan cuts off all that costs as much. It is optimal if nothing cheaper is left.
// - Diagrams are cached by a unit's constraints, so branches that differ only in other units share them.
//
// Optimal. Ends only if there is a plan. Exponential in the number of conflicts.
//
// Differs from the papers: the children of a cardinal pair constrain costs, as in increasing cost tree search.
//
// Reference: Sharon, Stern, Felner and Sturtevant 2015, Conflict-based search for optimal multi-agent pathfinding.
// Li, Harabor, Stuckey, Felner, Ma and Koenig 2019, Disjoint splitting for multi-agent path finding with conflict-based
// search. Boyarski et al. 2015, Don't split, try to work it out. Shen, Chen, Cheema, Harabor and Stuckey 2023, Beyond
// pairwise reasoning in multi-agent path finding. Li et al. 2019, Improved heuristics for multi-agent path finding with
// conflict-based search. Li et al. 2021, Pairwise symmetry reasoning for multi-agent path finding search.
#pragma once

#include <memory>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// Replaces the paths of a solved solution by cheaper ones, and raises the proven bound.
class OptimumProof {
 public:
  // All of these must last as long.
  OptimumProof(const Problem& problem, Distances& distances, Budget& budget, Solution& solution);
  ~OptimumProof();

  // Goes on until the target is met, its number of nodes is expanded, or the time is up. Between runs, the paths may
  // become cheaper by other means.
  void run(const Target& target);

 private:
  struct Work;

  std::unique_ptr<Work> work_;
};

}  // namespace pathstar::fleet
