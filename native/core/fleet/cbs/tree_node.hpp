// A node of the constraint tree, and what it says of its units.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "fleet/cbs/conflicts.hpp"
#include "fleet/cbs/mdd.hpp"

namespace pathstar::fleet {

using Constraints = std::vector<Constraint>;
using Branches = std::vector<Constraints>;  // each plan obeys one of them

struct TreeNode {
  std::shared_ptr<const TreeNode> parent;
  Constraints constraints;  // on top of the parent's
  std::vector<std::shared_ptr<const UnitPath>> paths;
  std::vector<std::shared_ptr<const Mdd>> mdds;
  std::vector<Time> latest;  // that each unit may arrive
  std::vector<bool>
      is_stale;  // whether more is asked of a unit now than when its diagram was made; its path obeys that
  std::vector<Conflict> conflicts;
  std::vector<Dependency> dependencies;
  std::int64_t cost = 0, bound = 0;  // the bound is on the plans below
  std::size_t bounded_by = 0;        // how many groups of units the bound counts, and the conflicts; 0 if it does not

  // Takes over what it asks of the units.
  void obey(Constraints asked);
};

using NodePtr = std::shared_ptr<TreeNode>;

// All that a node and those above ask of a unit.
UnitConstraints constraints_of(const TreeNode& node, Unit unit);
// The pairs of units that meet, each once.
std::vector<std::pair<Unit, Unit>> pairs_of(const TreeNode& node);
// What a node asks of some units, which are numbered by their places in the group there.
Constraints constraints_of_group(const TreeNode& node, const std::vector<Unit>& group);
// Whether the paths of a child obey all that the parent asks, at the same cost of each.
bool keeps_costs(const TreeNode& node, const TreeNode& child);
// In how many places a unit may be at the time of a conflict, at its present cost.
std::size_t places_at(const TreeNode& node, const Prohibition& side);
// The side of the unit that has fewer places to be at the time.
const Prohibition& narrower_side(const TreeNode& node, const Conflict& conflict);
// Whether a unit is met where it has arrived.
bool is_target(const Problem& problem, const TreeNode& node, const Prohibition& side);

// One of these units arrives later than now: the first of them in each branch.
Branches later(const TreeNode& node, const std::vector<Unit>& group);
// A unit arrives later, or all others keep off its goal from then on.
Branches at_target(const Problem& problem, const Prohibition& side);
// A unit is not there then, or it is, and no other one is where it would meet it. No plan obeys both.
Branches at_landmark(const Problem& problem, const Prohibition& side);

}  // namespace pathstar::fleet
