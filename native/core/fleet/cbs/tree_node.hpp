// A node of the constraint tree, and what it says about the units.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "fleet/cbs/conflicts.hpp"
#include "fleet/cbs/mdd.hpp"

namespace pathstar::fleet {

using Constraints = std::vector<Constraint>;
using Branches = std::vector<Constraints>;  // each plan obeys the constraints of one of them

struct TreeNode {
  std::shared_ptr<const TreeNode> parent;
  Constraints constraints;  // in addition to those of its ancestors
  std::vector<std::shared_ptr<const UnitPath>> paths;
  std::vector<std::shared_ptr<const Mdd>> mdds;
  std::vector<Time> latest;    // the latest arrival of each unit
  std::vector<bool> is_stale;  // whether the diagram lacks constraints that the path obeys
  std::vector<Conflict> conflicts;
  std::vector<Dependency> dependencies;
  std::int64_t cost = 0, bound = 0;  // `bound`: no plan below costs less
  std::size_t bounded_by = 0;        // 0 if `bound` counts no conflicts; else 1 + the refuted groups that it counts

  // Sets the node's constraints.
  void obey(Constraints asked);
};

using NodePtr = std::shared_ptr<TreeNode>;

// All constraints of a unit in a node and its ancestors.
UnitConstraints constraints_of(const TreeNode& node, Unit unit);
// The pairs of units that meet, each once.
std::vector<std::pair<Unit, Unit>> pairs_of(const TreeNode& node);
// The same for a group of units, which the result numbers by their positions in the group.
Constraints constraints_of_group(const TreeNode& node, const std::vector<Unit>& group);
// Whether each path of a child costs as much as its parent's.
bool keeps_costs(const TreeNode& node, const TreeNode& child);
// In how many places a unit may be at the time of a conflict, on paths of its present cost.
std::size_t places_at(const TreeNode& node, const Prohibition& side);
// The side of the unit that may be in fewer places at that time.
const Prohibition& narrower_side(const TreeNode& node, const Conflict& conflict);
// Whether this side's unit has arrived when it is met.
bool is_target(const Problem& problem, const TreeNode& node, const Prohibition& side);

// One unit of the group arrives later than now. In branch i, unit i is the first that does.
Branches later(const TreeNode& node, const std::vector<Unit>& group);
// Either a unit arrives later, or all others keep off its goal from then on.
Branches at_target(const Problem& problem, const Prohibition& side);
// Either a unit is not there then, or it is, and no other unit meets it there. No plan obeys both.
Branches at_landmark(const Problem& problem, const Prohibition& side);

}  // namespace pathstar::fleet
