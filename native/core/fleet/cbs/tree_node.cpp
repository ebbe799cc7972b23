#include "fleet/cbs/tree_node.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

using Kind = Constraint::Kind;

}  // namespace

UnitConstraints constraints_of(const TreeNode& node, Unit unit) {
  UnitConstraints constraints;
  for (const TreeNode* at = &node; at != nullptr; at = at->parent.get()) {
    for (const Constraint& constraint : at->constraints) constraints.add(constraint, unit);
  }
  return constraints;
}

Time latest_of(const TreeNode& node, Unit unit) {
  Time latest = kForever;
  for (const TreeNode* at = &node; at != nullptr; at = at->parent.get()) {
    for (const auto& [kind, what] : at->constraints) {
      if (kind == Kind::no_later && what.unit == unit) latest = std::min(latest, what.begin);
    }
  }
  return latest;
}

std::vector<std::pair<Unit, Unit>> pairs_of(const TreeNode& node) {
  std::vector<std::pair<Unit, Unit>> pairs;
  for (const auto& [sides] : node.conflicts) pairs.push_back(std::minmax({sides[0].unit, sides[1].unit}));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

Constraints constraints_of_group(const TreeNode& node, const std::vector<Unit>& group) {
  Constraints constraints;
  for (const TreeNode* at = &node; at != nullptr; at = at->parent.get()) {
    for (Constraint constraint : at->constraints) {
      const auto found = std::find(group.begin(), group.end(), constraint.what.unit);
      if (found != group.end()) {
        constraint.what.unit = static_cast<Unit>(found - group.begin());
        constraints.push_back(constraint);
      } else if (constraint.kind == Kind::keep_off) {
        for (constraint.what.unit = 0; constraint.what.unit < group.size(); ++constraint.what.unit)
          constraints.push_back({Kind::prohibit, constraint.what});
      }
    }
  }
  return constraints;
}

bool keeps_costs(const TreeNode& node, const TreeNode& child) {
  for (std::size_t unit = 0; unit < node.paths.size(); ++unit) {
    if (cost_of(*node.paths[unit]) != cost_of(*child.paths[unit])) return false;
  }
  return true;
}

Branches later(const TreeNode& node, const std::vector<Unit>& group) {
  Branches choices;
  Constraints no_later;
  for (const Unit unit : group) {
    const Time cost = cost_of(*node.paths[unit]);
    const Prohibition arrival{unit, kNoSpot, kNoSpot, cost, cost + 1};
    choices.push_back(no_later);
    choices.back().push_back({Kind::later_than, arrival});
    no_later.push_back({Kind::no_later, arrival});
  }
  return choices;
}

}  // namespace pathstar::fleet
