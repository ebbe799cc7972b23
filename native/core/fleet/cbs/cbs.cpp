#include "fleet/cbs/cbs.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "fleet/cbs/conflicts.hpp"
#include "fleet/cbs/corridors.hpp"

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
  std::vector<Dependency> dependencies;
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
  // Cuts off what costs `sum` or more.
  Cbs(const Problem& problem, Distances& distances, Budget& budget, std::int64_t sum, Solution& solution)
      : problem_(problem),
        distances_(distances),
        budget_(budget),
        solution_(solution),
        builder_(problem, distances),
        corridors_(problem, distances),
        timetable_(problem),
        sum_(sum) {}

  // Goes on until the target is met. All plans must obey the constraints of the root.
  void run(const Target& target, Constraints constraints) {
    add(make_root(std::move(constraints)));
    while (!open_.empty() && solution_.iterations < target.turns && !budget_.look()) {
      NodePtr node = open_.top();
      solution_.proven_bound = std::max(solution_.proven_bound, std::min(node->bound, sum_));
      if (target.is_met(sum_, solution_.proven_bound)) return;
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

  NodePtr make_root(Constraints constraints) {
    auto root = std::make_shared<TreeNode>();
    root->constraints = std::move(constraints);
    root->paths.resize(problem_.units());
    root->mdds.resize(problem_.units());
    bool planned = true;
    for (Unit unit = 0; planned && unit < problem_.units(); ++unit) planned = plan(*root, unit);
    for (Unit unit = 0; unit < problem_.units(); ++unit) remove(*root, unit);
    return planned ? root : nullptr;
  }

  // Plans a unit's path, which the timetable then holds. False if the constraints leave it none.
  bool plan(TreeNode& node, Unit unit) {
    remove(node, unit);
    node.mdds[unit] = builder_.build(unit, constraints_of(node, unit));
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

  static UnitConstraints constraints_of(const TreeNode& node, Unit unit) {
    UnitConstraints constraints;
    for (const TreeNode* at = &node; at != nullptr; at = at->parent.get()) {
      for (const Constraint& constraint : at->constraints) constraints.add(constraint, unit);
    }
    return constraints;
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

  // Counts what the conflicts cost at least.
  void raise_bound(TreeNode& node) {
    for (const auto& [a, b] : pairs_of(node)) {
      const Time extra = extra_of(node, a, b);
      if (extra > 0) node.dependencies.push_back({a, b, extra});
      if (extra >= kForever) node.bound = sum_;  // there is no plan below
      if (node.bound >= sum_) return;
    }
    node.bound = std::max(node.bound, node.cost + least_extra(node.dependencies));
    node.is_bounded = true;
  }

  static std::vector<std::pair<Unit, Unit>> pairs_of(const TreeNode& node) {
    std::vector<std::pair<Unit, Unit>> pairs;
    for (const auto& [sides] : node.conflicts) pairs.push_back(std::minmax({sides[0].unit, sides[1].unit}));
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  // What two units pay more at least because of each other.
  Time extra_of(const TreeNode& node, Unit a, Unit b) {
    const std::pair key{node.mdds[a], node.mdds[b]};
    const auto known = extras_.find(key);
    if (known != extras_.end()) return known->second;
    if (extras_.size() > kMostKnown) extras_.clear();
    Time extra = always_meet(problem_, *key.first, *key.second) ? 1 : 0;
    if (extra != 0 && problem_.units() > 2) extra = std::max(extra, extra_of_pair(node, a, b));
    return extras_[key] = extra;
  }

  // By a search for these two alone, which may end before it is done.
  Time extra_of_pair(const TreeNode& node, Unit a, Unit b) {
    const Problem pair{problem_.ground,
                       {problem_.starts[a], problem_.starts[b]},
                       {problem_.goals[a], problem_.goals[b]},
                       problem_.rules};
    Solution solution;
    solution.paths.resize(2);
    Cbs(pair, distances_, budget_, kForever, solution).run({1, kPairTurns}, constraints_of_pair(node, a, b));
    if (solution.proven_bound >= kForever) return kForever;
    return static_cast<Time>(solution.proven_bound - cost_of(*node.paths[a]) - cost_of(*node.paths[b]));
  }

  // What a node asks of two units, which are units 0 and 1 there.
  static Constraints constraints_of_pair(const TreeNode& node, Unit a, Unit b) {
    Constraints constraints;
    for (const TreeNode* at = &node; at != nullptr; at = at->parent.get()) {
      for (Constraint constraint : at->constraints) {
        const bool is_a = constraint.what.unit == a, is_b = constraint.what.unit == b;
        if (constraint.kind == Kind::keep_off && !is_a && !is_b) {
          for (const Unit unit : {0u, 1u}) {
            constraint.what.unit = unit;
            constraints.push_back({Kind::prohibit, constraint.what});
          }
        } else if (is_a || is_b) {
          constraint.what.unit = is_a ? 0 : 1;
          constraints.push_back(constraint);
        }
      }
    }
    return constraints;
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
    node->dependencies.clear();
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

  // Two units that depend on each other go first, those that pay most before the rest.
  Branches branches(const TreeNode& node) {
    const Dependency* most = nullptr;
    for (const Dependency& dependency : node.dependencies) {
      if (most == nullptr || dependency.extra > most->extra) most = &dependency;
    }
    const Conflict* first = nullptr;
    for (const Conflict& conflict : node.conflicts) {
      if (most != nullptr && !(conflict.concerns(most->a) && conflict.concerns(most->b))) continue;
      if (first == nullptr || rank(node, conflict) < rank(node, *first)) first = &conflict;
    }
    for (const Prohibition& side : first->sides) {
      if (is_target(node, side)) return at_target(side);
    }
    if (const auto ends = in_corridor(node, *first))
      return {{{Kind::prohibit, (*ends)[0]}}, {{Kind::prohibit, (*ends)[1]}}};
    if (most != nullptr) return later(node, {most->a, most->b});
    return {{{Kind::prohibit, first->sides[0]}}, {{Kind::prohibit, first->sides[1]}}};
  }

  // Which conflict to take: at a target, else where more of the two units have no other cheapest way, else the
  // earliest.
  std::tuple<bool, unsigned, Time> rank(const TreeNode& node, const Conflict& conflict) const {
    unsigned free = 0;
    bool at_target = false;
    for (const Prohibition& side : conflict.sides) {
      const Mdd& mdd = *node.mdds[side.unit];
      at_target = at_target || is_target(node, side);
      free += side.begin < mdd.cost() && mdd.level(side.begin).size() > 1;
    }
    return {!at_target, free, conflict.sides[0].begin};
  }

  std::optional<std::array<Prohibition, 2>> in_corridor(const TreeNode& node, const Conflict& conflict) {
    const Unit a = conflict.sides[0].unit, b = conflict.sides[1].unit;
    const UnitConstraints of_a = constraints_of(node, a), of_b = constraints_of(node, b);
    return corridors_.find(conflict, {node.paths[a].get(), node.paths[b].get()}, {&of_a, &of_b});
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

  static constexpr std::size_t kMostKnown = 20'000;
  static constexpr std::uint64_t kPairTurns = 24;  // of the search for two units
  using Diagrams = std::pair<std::shared_ptr<const Mdd>, std::shared_ptr<const Mdd>>;

  const Problem& problem_;
  Distances& distances_;
  Budget& budget_;
  Solution& solution_;
  MddBuilder builder_;
  Corridors corridors_;
  Timetable timetable_;
  std::vector<Unit> entered_;  // units whose paths the timetable holds
  std::int64_t sum_;           // of the cheapest plan that is known
  std::priority_queue<NodePtr, std::vector<NodePtr>, IsWorse> open_;
  std::map<Diagrams, Time> extras_;
};

}  // namespace

void prove_optimum(const Problem& problem, Distances& distances, double within, Budget& budget, Solution& solution) {
  Cbs(problem, distances, budget, sum_of_costs(solution.paths), solution).run({within}, {});
}

}  // namespace pathstar::fleet
