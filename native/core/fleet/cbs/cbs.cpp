#include "fleet/cbs/cbs.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "fleet/cbs/conflicts.hpp"

namespace pathstar::fleet {
namespace {

using Kind = Constraint::Kind;
using Constraints = std::vector<Constraint>;

struct TreeNode {
  std::shared_ptr<const TreeNode> parent;
  Constraints constraints;  // on top of the parent's
  std::vector<std::shared_ptr<const UnitPath>> paths;
  std::vector<std::shared_ptr<const Mdd>> mdds;
  std::vector<Conflict> conflicts;
  std::vector<std::pair<Unit, Unit>> cardinal;
  std::int64_t cost = 0, bound = 0;  // the bound is on the plans below
  bool is_bounded = false;           // whether the bound counts the conflicts
};

using NodePtr = std::shared_ptr<TreeNode>;

struct IsWorse {
  bool operator()(const NodePtr& a, const NodePtr& b) const {
    return std::tuple(a->bound, a->conflicts.size()) > std::tuple(b->bound, b->conflicts.size());
  }
};

class Cbs {
 public:
  Cbs(const Problem& problem, Distances& distances, Budget& budget, Solution& solution)
      : problem_(problem),
        budget_(budget),
        solution_(solution),
        builder_(problem, distances),
        timetable_(problem),
        sum_(sum_of_costs(solution.paths)) {}

  void run() {
    add(make_root());
    while (!open_.empty() && !budget_.look()) {
      NodePtr node = open_.top();
      solution_.proven_bound = std::max(solution_.proven_bound, std::min(node->bound, sum_));
      if (node->bound >= sum_) return;
      open_.pop();
      if (node->is_bounded) {
        expand(node);
      } else {
        raise_bound(*node);
        add(node);
      }
    }
    if (open_.empty()) solution_.proven_bound = sum_;
  }

 private:
  void add(const NodePtr& node) {
    if (node == nullptr || node->bound >= sum_) return;
    if (!node->conflicts.empty()) return open_.push(node);
    sum_ = node->cost;
    for (Unit unit = 0; unit < problem_.units(); ++unit) solution_.paths[unit] = *node->paths[unit];
    solution_.history.push_back({budget_.seconds(), sum_});
  }

  NodePtr make_root() {
    auto root = std::make_shared<TreeNode>();
    root->paths.resize(problem_.units());
    root->mdds.resize(problem_.units());
    bool planned = true;
    for (Unit unit = 0; planned && unit < problem_.units(); ++unit) planned = plan(*root, unit);
    for (Unit unit = 0; unit < problem_.units(); ++unit) remove(*root, unit);
    return planned ? root : nullptr;
  }

  // Plans a unit's path, which the timetable then holds. False if the constraints leave it none.
  bool plan(TreeNode& node, Unit unit) {
    UnitConstraints constraints;
    for (const TreeNode* at = &node; at != nullptr; at = at->parent.get()) {
      for (const Constraint& constraint : at->constraints) constraints.add(constraint, unit);
    }
    remove(node, unit);
    node.mdds[unit] = builder_.build(unit, constraints);
    if (node.mdds[unit] == nullptr) return false;
    if (node.paths[unit] != nullptr) node.cost -= cost_of(*node.paths[unit]);
    node.paths[unit] = std::make_shared<UnitPath>(builder_.best_path(*node.mdds[unit], timetable_));
    node.cost += cost_of(*node.paths[unit]);
    node.bound = std::max(node.bound, node.cost);
    std::erase_if(node.conflicts, [&](const Conflict& conflict) { return conflict.concerns(unit); });
    find_conflicts(problem_, unit, *node.paths[unit], timetable_, node.conflicts);
    enter(node, unit);
    return true;
  }

  void enter(const TreeNode& node, Unit unit) {
    timetable_.add(unit, *node.paths[unit]);
    entered_.push_back(unit);
  }

  void remove(const TreeNode& node, Unit unit) {
    const auto found = std::find(entered_.begin(), entered_.end(), unit);
    if (found == entered_.end()) return;
    entered_.erase(found);
    timetable_.remove(unit, *node.paths[unit]);
  }

  // Counts what the conflicts cost at least: one for each unit of a vertex cover of the cardinal pairs.
  void raise_bound(TreeNode& node) {
    for (const auto& [a, b] : pairs_of(node)) {
      if (are_cardinal(node, a, b)) node.cardinal.emplace_back(a, b);
    }
    node.bound = std::max(node.bound, node.cost + static_cast<std::int64_t>(vertex_cover(node.cardinal)));
    node.is_bounded = true;
  }

  static std::vector<std::pair<Unit, Unit>> pairs_of(const TreeNode& node) {
    std::vector<std::pair<Unit, Unit>> pairs;
    for (const auto& [sides] : node.conflicts) pairs.push_back(std::minmax({sides[0].unit, sides[1].unit}));
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  bool are_cardinal(const TreeNode& node, Unit a, Unit b) {
    const std::pair key{node.mdds[a], node.mdds[b]};
    const auto known = cardinal_.find(key);
    if (known != cardinal_.end()) return known->second;
    if (cardinal_.size() > kMostKnown) cardinal_.clear();
    return cardinal_[key] = always_meet(problem_, *key.first, *key.second);
  }

  void expand(const NodePtr& node) {
    ++solution_.iterations;
    for (Unit unit = 0; unit < problem_.units(); ++unit) enter(*node, unit);
    const auto [first, second] = branches(*node);
    const NodePtr children[2] = {make_child(node, first), make_child(node, second)};
    for (Unit unit = 0; unit < problem_.units(); ++unit) remove(*node, unit);
    for (const NodePtr& child : children) {
      if (child == nullptr || child->cost > node->cost || child->conflicts.size() >= node->conflicts.size()) continue;
      if (!keeps_costs(*node, *child)) continue;
      return bypass(node, *child);
    }
    for (const NodePtr& child : children) add(child);
    // The children need no more of it than its constraints.
    node->paths.clear();
    node->mdds.clear();
    node->conflicts.clear();
  }

  // Whether the paths of a child obey all that the parent asks, at the same cost of each.
  static bool keeps_costs(const TreeNode& node, const TreeNode& child) {
    for (std::size_t unit = 0; unit < node.paths.size(); ++unit) {
      if (cost_of(*node.paths[unit]) != cost_of(*child.paths[unit])) return false;
    }
    return true;
  }

  void bypass(const NodePtr& node, const TreeNode& child) {
    node->paths = child.paths;
    node->conflicts = child.conflicts;
    node->cardinal.clear();
    node->is_bounded = false;
    add(node);
  }

  NodePtr make_child(const NodePtr& node, const Constraints& constraints) {
    auto child = std::make_shared<TreeNode>();
    child->parent = node;
    child->constraints = constraints;
    child->paths = node->paths;
    child->mdds = node->mdds;
    child->conflicts = node->conflicts;
    child->cost = node->cost;
    child->bound = node->bound;
    bool planned = true;
    std::vector<Unit> changed;
    for (Unit unit = 0; planned && unit < problem_.units(); ++unit) {
      const bool broken = std::any_of(constraints.begin(), constraints.end(), [&](const Constraint& constraint) {
        return breaks(*child->paths[unit], unit, constraint, problem_.rules);
      });
      if (!broken) continue;
      changed.push_back(unit);
      planned = plan(*child, unit);
    }
    for (const Unit unit : changed) remove(*child, unit);
    for (const Unit unit : changed) enter(*node, unit);
    return planned ? child : nullptr;
  }

  using Branches = std::pair<Constraints, Constraints>;

  Branches branches(const TreeNode& node) const {
    for (const Conflict& conflict : node.conflicts) {
      for (const int side : {0, 1}) {
        if (is_target(node, conflict.sides[side])) return at_target(conflict.sides[side]);
      }
    }
    if (!node.cardinal.empty()) return later(node, node.cardinal.front());
    const auto& [sides] =
        *std::min_element(node.conflicts.begin(), node.conflicts.end(),
                          [](const Conflict& a, const Conflict& b) { return a.sides[0].begin < b.sides[0].begin; });
    return {{{Kind::prohibit, sides[0]}}, {{Kind::prohibit, sides[1]}}};
  }

  // Whether a unit is met where it has arrived.
  bool is_target(const TreeNode& node, const Prohibition& side) const {
    return problem_.rules.stay && side.from == kNoCell && side.begin >= cost_of(*node.paths[side.unit]);
  }

  Branches at_target(const Prohibition& side) const {
    const Prohibition from_then{side.unit, side.cell, kNoCell, side.begin - problem_.rules.gap(), kForever};
    return {{{Kind::later_than, side}}, {{Kind::no_later, side}, {Kind::keep_off, from_then}}};
  }

  static Branches later(const TreeNode& node, const std::pair<Unit, Unit>& pair) {
    const auto arrival = [&](Unit unit) {
      const Time cost = cost_of(*node.paths[unit]);
      return Prohibition{unit, kNoCell, kNoCell, cost, cost + 1};
    };
    const Prohibition first = arrival(pair.first), second = arrival(pair.second);
    return {{{Kind::later_than, first}}, {{Kind::no_later, first}, {Kind::later_than, second}}};
  }

  static constexpr std::size_t kMostKnown = 200'000;
  using Diagrams = std::pair<std::shared_ptr<const Mdd>, std::shared_ptr<const Mdd>>;

  const Problem& problem_;
  Budget& budget_;
  Solution& solution_;
  MddBuilder builder_;
  Timetable timetable_;
  std::vector<Unit> entered_;  // units whose paths the timetable holds
  std::int64_t sum_;           // of the cheapest plan that is known
  std::priority_queue<NodePtr, std::vector<NodePtr>, IsWorse> open_;
  std::map<Diagrams, bool> cardinal_;
};

}  // namespace

void prove_optimum(const Problem& problem, Distances& distances, Budget& budget, Solution& solution) {
  Cbs(problem, distances, budget, solution).run();
}

}  // namespace pathstar::fleet
