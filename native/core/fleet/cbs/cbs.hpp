// CBS, conflict-based search: plans with the least sum of costs.
//
// A tree of constraints. The root gives each unit its shortest path. A node whose paths meet nowhere is a plan; else
// one of its conflicts is taken, and each child forbids it to one of the two units. Best first by the sum of costs,
// with a bound on what the conflicts will still cost.
//
// - Two units are cardinal if each cheapest path of one meets each cheapest path of the other. Then one of them pays
//   more in every plan, so a child asks for that: either the first arrives later than now, or it does not and the
//   second does. This covers rectangles and corridors in one branching for each step of cost.
// - Where no pair is cardinal, the tree splits disjointly: one child forbids a place at a time to a unit, the other
//   demands it, and so forbids it to all others. No plan is in both.
// - Of more than two dozen units, all that meet then, and those in their new ways, first choose paths of their costs
//   together, by learning clauses. If there are no such paths, the proof names some units, and one of them arrives
//   later. One choice settles what meets all over a large map; where a few units are close, splitting costs less.
// - Target: a unit that passes one that has arrived must either go before it, or keep off its goal.
// - The bound is the least vertex cover of the graph of cardinal pairs and of groups that had to pay before. What a few
//   units pay comes from a search for them alone, and is remembered by what is asked of them.
// - Bypass: a child that costs no more and has fewer conflicts takes the place of its parent.
// - A plan that is known already cuts off what costs as much, and is optimal where nothing cheaper is left.
// - Diagrams are kept by what is asked of a unit, so branches that differ elsewhere share them.
//
// Optimal. Ends only if there is a plan. Exponential in the conflicts.
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

// Replaces the paths of a solution, which is solved, by cheaper ones, and raises the proven bound.
class OptimumProof {
 public:
  // All of these must last as long.
  OptimumProof(const Problem& problem, Distances& distances, Budget& budget, Solution& solution);
  ~OptimumProof();

  // Goes on until the target is met, a node of the tree was expanded in each of its turns, or the time is up. The paths
  // may have become cheaper by other means since the last run.
  void run(const Target& target);

 private:
  struct Work;

  std::unique_ptr<Work> work_;
};

}  // namespace pathstar::fleet
