#include "fleet/cbs/tree_node.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

using Kind = Constraint::Kind;

}  // namespace

void TreeNode::obey(Constraints asked) {
  for (const auto& [kind, what] : asked) {
    if (kind == Kind::no_later) latest[what.unit] = std::min(latest[what.unit], what.begin);
  }
  constraints = std::move(asked);
}

UnitConstraints constraints_of(const TreeNode& node, Unit unit) {
  UnitConstraints constraints;
  for (const TreeNode* at = &node; at != nullptr; at = at->parent.get()) {
    for (const Constraint& constraint : at->constraints) constraints.add(constraint, unit);
  }
  return constraints;
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

std::size_t places_at(const TreeNode& node, const Prohibition& side) {
  const Mdd& mdd = *node.mdds[side.unit];
  return side.begin < mdd.cost() ? mdd.level(side.begin).size() : 1;
}

const Prohibition& narrower_side(const TreeNode& node, const Conflict& conflict) {
  const auto& [one, other] = conflict.sides;
  return places_at(node, other) < places_at(node, one) ? other : one;
}

bool is_target(const Problem& problem, const TreeNode& node, const Prohibition& side) {
  return problem.rules.stay && side.from == kNoSpot && side.begin >= cost_of(*node.paths[side.unit]);
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

Branches at_target(const Problem& problem, const Prohibition& side) {
  const Prohibition from_then{side.unit, side.cell, kNoSpot, side.begin - problem.rules.gap(), kForever};
  return {{{Kind::later_than, side}}, {{Kind::no_later, side}, {Kind::keep_off, from_then}}};
}

Branches at_landmark(const Problem& problem, const Prohibition& side) {
  Constraints is_there{{Kind::be_there, side}};
  const auto keep_off = [&](Spot cell, Spot from, Time begin, Time end) {
    is_there.push_back({Kind::keep_off, {side.unit, cell, from, begin, end}});
  };
  const Time gap = problem.rules.gap(), time = side.begin;
  keep_off(side.cell, kNoSpot, time - gap, time + 1 + gap);
  if (side.from != kNoSpot) {
    keep_off(side.from, kNoSpot, time - 1 - gap, time + gap);
    keep_off(side.from, side.cell, time, time + 1);
    for (const auto& [a, b] : problem.ground->crossings(side.from, side.cell)) {
      keep_off(a, b, time, time + 1);
      keep_off(b, a, time, time + 1);
    }
  }
  return {{{Kind::prohibit, side}}, std::move(is_there)};
}

}  // namespace pathstar::fleet
