#include "fleet/cbs/cbs.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

#include "fleet/cbs/conflicts.hpp"
#include "fleet/cbs/corridors.hpp"
#include "fleet/cbs/joint_walk.hpp"
#include "fleet/cbs/tree_node.hpp"

namespace pathstar::fleet {
namespace {

using Kind = Constraint::Kind;

struct IsWorse {
  bool operator()(const NodePtr& a, const NodePtr& b) const {
    return std::tuple(a->bound, a->conflicts.size()) > std::tuple(b->bound, b->conflicts.size());
  }
};

class Cbs {
 public:
  // Cuts off what costs `sum` or more.
  Cbs(const Problem& problem, Distances& distances, MddBuilder& builder, Budget& budget, std::int64_t sum,
      Solution& solution)
      : problem_(problem),
        distances_(distances),
        budget_(budget),
        solution_(solution),
        builder_(builder),
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
    node.mdds[unit] = mdd_of(node, unit);
    if (node.mdds[unit] == nullptr) return false;
    if (node.paths[unit] != nullptr) node.cost -= cost_of(*node.paths[unit]);
    set_path(node, unit, builder_.best_path(*node.mdds[unit], timetable_));
    node.cost += cost_of(*node.paths[unit]);
    node.bound = std::max(node.bound, node.cost);
    return true;
  }

  std::shared_ptr<const Mdd> mdd_of(const TreeNode& node, Unit unit) {
    return builder_.build({problem_.starts[unit], problem_.goals[unit]}, constraints_of(node, unit));
  }

  // The timetable does not hold the unit before, and does after.
  void set_path(TreeNode& node, Unit unit, UnitPath path) {
    node.paths[unit] = std::make_shared<UnitPath>(std::move(path));
    std::erase_if(node.conflicts, [&](const Conflict& conflict) { return conflict.concerns(unit); });
    find_conflicts(problem_, unit, *node.paths[unit], timetable_, node.conflicts);
    enter(node, unit);
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
      if (budget_.look()) return;
      const Time extra = extra_of(node, a, b);
      if (extra > 0) node.dependencies.push_back({a, b, extra});
      if (extra >= kForever) node.bound = sum_;  // there is no plan below
      if (node.bound >= sum_) return;
    }
    node.bound = std::max(node.bound, node.cost + least_extra(node.dependencies));
    node.is_bounded = true;
  }

  // What two units pay more at least because of each other.
  Time extra_of(const TreeNode& node, Unit a, Unit b) {
    const Trips key{node.mdds[a], latest_of(node, a), node.mdds[b], latest_of(node, b)};
    const auto known = extras_.find(key);
    if (known != extras_.end()) return known->second;
    if (extras_.size() > kMostKnown) extras_.clear();
    Time extra = 0;
    Paths paths;
    const std::array mdds{node.mdds[a].get(), node.mdds[b].get()};
    if (walk_together(problem_, mdds, nullptr, kPairWork, paths) == Walk::none) {
      extra = problem_.units() > 2 ? std::max<Time>(1, extra_of_pair(node, a, b)) : 1;
    }
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
    Cbs(pair, distances_, builder_, budget_, kForever, solution).run({1, kPairTurns}, constraints_of_pair(node, a, b));
    if (solution.proven_bound >= kForever) return kForever;
    return static_cast<Time>(solution.proven_bound - cost_of(*node.paths[a]) - cost_of(*node.paths[b]));
  }

  void expand(const NodePtr& node) {
    ++solution_.iterations;
    for (Unit unit = 0; unit < problem_.units(); ++unit) enter(*node, unit);
    Branches choices;
    const bool has_fewer = node->dependencies.empty() && has_fewer_conflicts(*node, choices);
    if (!has_fewer && choices.empty()) choices = branches(*node);
    std::vector<NodePtr> children;
    for (const Constraints& choice : choices) children.push_back(make_child(node, choice));
    for (Unit unit = 0; unit < problem_.units(); ++unit) remove(*node, unit);
    if (has_fewer) return take_again(node);
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

  // Tries to lead units that meet past each other at no cost. The group that has to do so together grows by those in
  // its new way. If it cannot, one of its units must arrive later, and the branches say so.
  bool has_fewer_conflicts(TreeNode& node, Branches& choices) {
    const Conflict& first = *first_conflict(node, nullptr);
    std::vector<Unit> group{first.sides[0].unit, first.sides[1].unit};
    while (group.size() <= kMostTogether) {
      Paths paths;
      const Walk walk = walk_of(node, group, paths);
      if (walk == Walk::none) choices = later(node, group);
      if (walk != Walk::found) return false;
      const std::size_t size = group.size();
      if (takes(node, group, std::move(paths))) return true;
      if (group.size() == size) return false;
    }
    return false;
  }

  // Diagrams of units whose paths did not break the last constraints are too large.
  Walk walk_of(TreeNode& node, const std::vector<Unit>& group, Paths& paths) {
    std::vector<const Mdd*> mdds;
    for (const Unit unit : group) {
      node.mdds[unit] = mdd_of(node, unit);
      mdds.push_back(node.mdds[unit].get());
      remove(node, unit);
    }
    const Walk walk = walk_together(problem_, mdds, &timetable_, kGroupWork, paths);
    for (const Unit unit : group) enter(node, unit);
    return walk;
  }

  // A unit outside a group that one of the group meets.
  static std::optional<Unit> met_by(const std::vector<Unit>& group, const std::vector<Conflict>& conflicts) {
    const auto inside = [&](Unit unit) { return std::find(group.begin(), group.end(), unit) != group.end(); };
    for (const auto& [sides] : conflicts) {
      if (inside(sides[0].unit) != inside(sides[1].unit)) return sides[inside(sides[0].unit)].unit;
    }
    return std::nullopt;
  }

  // Gives the units of a group new paths if that leaves fewer conflicts. Else adds one that they meet to the group.
  bool takes(TreeNode& node, std::vector<Unit>& group, Paths paths) {
    TreeNode other;
    other.paths = node.paths;
    other.conflicts = node.conflicts;
    for (const Unit unit : group) remove(node, unit);
    for (std::size_t i = 0; i < group.size(); ++i) set_path(other, group[i], std::move(paths[i]));
    const bool fewer = other.conflicts.size() < node.conflicts.size();
    for (const Unit unit : group) remove(other, unit);
    if (fewer) {
      node.paths = other.paths;
      node.conflicts = other.conflicts;
    }
    for (const Unit unit : group) enter(node, unit);
    const auto met = met_by(group, other.conflicts);
    if (!fewer && met) group.push_back(*met);
    return fewer;
  }

  void bypass(const NodePtr& node, const TreeNode& child) {
    node->paths = child.paths;
    node->conflicts = child.conflicts;
    take_again(node);
  }

  void take_again(const NodePtr& node) {
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

  // Two units that depend on each other go first, those that pay most before the rest.
  Branches branches(const TreeNode& node) {
    const Dependency* most = nullptr;
    for (const Dependency& dependency : node.dependencies) {
      if (most == nullptr || dependency.extra > most->extra) most = &dependency;
    }
    const Conflict* first = first_conflict(node, most);
    for (const Prohibition& side : first->sides) {
      if (is_target(node, side)) return at_target(side);
    }
    if (const auto ends = in_corridor(node, *first))
      return {{{Kind::prohibit, (*ends)[0]}}, {{Kind::prohibit, (*ends)[1]}}};
    if (most != nullptr) return later(node, {most->a, most->b});
    return {{{Kind::prohibit, first->sides[0]}}, {{Kind::prohibit, first->sides[1]}}};
  }

  // The conflict to take of all, or of two units that depend on each other.
  const Conflict* first_conflict(const TreeNode& node, const Dependency* of) const {
    const Conflict* first = nullptr;
    for (const Conflict& conflict : node.conflicts) {
      if (of != nullptr && !(conflict.concerns(of->a) && conflict.concerns(of->b))) continue;
      if (first == nullptr || rank(node, conflict) < rank(node, *first)) first = &conflict;
    }
    return first;
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

  static constexpr std::size_t kMostKnown = 20'000;
  static constexpr std::size_t kPairWork = 300'000, kGroupWork = 20'000;  // of walks
  static constexpr std::uint64_t kPairTurns = 24;                         // of the search for two units
  // Two units' diagrams, and the latest that each may arrive.
  using Trips = std::tuple<std::shared_ptr<const Mdd>, Time, std::shared_ptr<const Mdd>, Time>;

  const Problem& problem_;
  Distances& distances_;
  Budget& budget_;
  Solution& solution_;
  MddBuilder& builder_;
  Corridors corridors_;
  Timetable timetable_;
  std::vector<Unit> entered_;  // units whose paths the timetable holds
  std::int64_t sum_;           // of the cheapest plan that is known
  std::priority_queue<NodePtr, std::vector<NodePtr>, IsWorse> open_;
  std::map<Trips, Time> extras_;
};

}  // namespace

void prove_optimum(const Problem& problem, Distances& distances, double within, Budget& budget, Solution& solution) {
  MddBuilder builder(problem, distances, budget);
  try {
    Cbs(problem, distances, builder, budget, sum_of_costs(solution.paths), solution).run({within}, {});
  } catch (const OutOfTime&) {
    // The plan and its bound are those of before.
  }
}

}  // namespace pathstar::fleet
