#include "fleet/cbs/cbs.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "fleet/cbs/conflicts.hpp"
#include "fleet/cbs/corridors.hpp"
#include "fleet/cbs/joint_choice.hpp"
#include "fleet/cbs/pair_walk.hpp"
#include "fleet/cbs/tree_node.hpp"

namespace pathstar::fleet {
namespace {

using Kind = Constraint::Kind;

struct IsWorse {
  bool operator()(const NodePtr& a, const NodePtr& b) const {
    return std::tuple(a->bound, a->conflicts.size()) > std::tuple(b->bound, b->conflicts.size());
  }
};

// The diagrams of some units, each with the latest time at which the unit may arrive.
using Trips = std::vector<std::pair<std::shared_ptr<const Mdd>, Time>>;

struct HashOfTrips {
  std::size_t operator()(const Trips& trips) const noexcept {
    std::size_t hash = 0;
    for (const auto& [mdd, latest] : trips) {
      hash = (hash ^ std::hash<const void*>()(mdd.get())) * kSpread + static_cast<std::size_t>(latest);
    }
    return hash * kSpread;
  }

  static constexpr std::size_t kSpread = 0x9E3779B97F4A7C15;
};

class Cbs {
 public:
  // Cuts off plans that cost `sum` or more.
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

  // Starts at the root. All plans must obey its constraints.
  void begin(Constraints constraints) { add(make_root(std::move(constraints))); }

  // Goes on until the target is met.
  void run(const Target& target) {
    std::uint64_t turns = 0;
    while (!open_.empty() && turns < target.turns && !budget_.look()) {
      NodePtr node = open_.top();
      solution_.proven_bound = std::max(solution_.proven_bound, std::min(node->bound, sum_));
      if (target.is_met(sum_, solution_.proven_bound)) return;
      open_.pop();
      if (node->bounded_by > refuted_.size()) {
        ++turns;
        expand(node);
      } else {
        raise_bound(*node);
        add(node);
      }
    }
    if (open_.empty()) solution_.proven_bound = sum_;
  }

  // From now on also cuts off plans that cost `sum` or more.
  void cut_off_at(std::int64_t sum) { sum_ = std::min(sum_, sum); }

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
    root->latest.resize(problem_.units(), kForever);
    root->obey(std::move(constraints));
    root->paths.resize(problem_.units());
    root->mdds.resize(problem_.units());
    root->is_stale.resize(problem_.units(), true);
    bool planned = true;
    for (Unit unit = 0; planned && unit < problem_.units(); ++unit) planned = plan(*root, unit);
    for (Unit unit = 0; unit < problem_.units(); ++unit) remove(*root, unit);
    return planned ? root : nullptr;
  }

  // Plans a unit's path and enters it in the timetable. False if the constraints leave no path.
  bool plan(TreeNode& node, Unit unit) {
    remove(node, unit);
    set_mdd(node, unit);
    if (node.mdds[unit] == nullptr) return false;
    if (node.paths[unit] != nullptr) node.cost -= cost_of(*node.paths[unit]);
    set_path(node, unit, builder_.best_path(*node.mdds[unit], timetable_));
    node.cost += cost_of(*node.paths[unit]);
    node.bound = std::max(node.bound, node.cost);
    return true;
  }

  void set_mdd(TreeNode& node, Unit unit) {
    if (!node.is_stale[unit]) return;
    node.mdds[unit] = builder_.build({problem_.starts[unit], problem_.goals[unit]}, constraints_of(node, unit));
    node.is_stale[unit] = false;
  }

  // Enters the unit in the timetable, which must not hold it yet.
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

  // Adds a lower bound on what the conflicts will cost.
  void raise_bound(TreeNode& node) {
    node.dependencies.clear();
    for (const auto& [a, b] : pairs_of(node)) {
      if (!depend(node, {a, b})) return;
    }
    for (const auto& group : refuted_) {
      if (!depend(node, group)) return;
    }
    node.bound = std::max(node.bound, node.cost + least_extra(node.dependencies));
    node.bounded_by = refuted_.size() + 1;
  }

  // Notes the least extra cost that some units cause each other. False if the node need not be expanded, or if the time
  // is up.
  bool depend(TreeNode& node, const std::vector<Unit>& group) {
    if (budget_.look()) return false;
    const Time extra = extra_of(node, group);
    if (extra > 0) node.dependencies.push_back({group, extra});
    if (extra >= kForever) node.bound = sum_;  // no plan below this node
    return node.bound < sum_;
  }

  Time extra_of(TreeNode& node, const std::vector<Unit>& group) {
    for (const Unit unit : group) set_mdd(node, unit);
    Trips trips = trips_of(node, group);
    const auto known = extras_.find(trips);
    return known != extras_.end() ? known->second : note(std::move(trips), new_extra_of(node, group));
  }

  Time new_extra_of(const TreeNode& node, const std::vector<Unit>& group) {
    const bool must_pay = group.size() == 2 && !may_pass(node, group);
    const bool is_part = group.size() < problem_.units() && group.size() <= kMostAlone;
    const bool goes_on = is_part && (must_pay || group.size() > 2);
    return std::max<Time>(must_pay, goes_on ? extra_of_group(node, group) : 0);
  }

  Time note(Trips trips, Time extra) {
    if (extras_.size() > kMostKnown) extras_.clear();
    return extras_[std::move(trips)] = extra;
  }

  static Trips trips_of(const TreeNode& node, const std::vector<Unit>& group) {
    Trips trips;
    trips.reserve(group.size());
    for (const Unit unit : group) trips.emplace_back(node.mdds[unit], node.latest[unit]);
    return trips;
  }

  bool may_pass(const TreeNode& node, const std::vector<Unit>& pair) const {
    return fleet::may_pass(problem_, {node.mdds[pair[0]].get(), node.mdds[pair[1]].get()}, kPairWork);
  }

  // Searches for these units alone, within a limit, so the result may be a lower bound.
  Time extra_of_group(const TreeNode& node, const std::vector<Unit>& group) {
    Problem alone{problem_.ground, {}, {}, problem_.rules};
    std::int64_t now = 0;
    for (const Unit unit : group) {
      alone.starts.push_back(problem_.starts[unit]);
      alone.goals.push_back(problem_.goals[unit]);
      now += cost_of(*node.paths[unit]);
    }
    Solution solution;
    solution.paths.resize(group.size());
    Cbs search(alone, distances_, builder_, budget_, kForever, solution);
    search.begin(constraints_of_group(node, group));
    search.run({1, kGroupTurns});
    if (solution.proven_bound >= kForever) return kForever;
    return static_cast<Time>(std::max<std::int64_t>(0, solution.proven_bound - now));
  }

  void expand(const NodePtr& node) {
    ++solution_.iterations;
    for (Unit unit = 0; unit < problem_.units(); ++unit) enter(*node, unit);
    Branches choices;
    const bool is_settled = problem_.units() > kMostSplit && node->dependencies.empty() && settle(*node);
    if (!is_settled) choices = branches(*node);
    std::vector<NodePtr> children;
    for (const Constraints& choice : choices) children.push_back(make_child(node, choice));
    for (Unit unit = 0; unit < problem_.units(); ++unit) remove(*node, unit);
    if (is_settled) return take_again(node);
    for (const NodePtr& child : children) {
      if (child == nullptr || child->cost > node->cost || child->conflicts.size() >= node->conflicts.size()) continue;
      if (!keeps_costs(*node, *child)) continue;
      return bypass(node, *child);
    }
    for (const NodePtr& child : children) add(child);
    // Its children need only its constraints.
    node->paths.clear();
    node->mdds.clear();
    node->latest.clear();
    node->conflicts.clear();
  }

  // Looks for paths, at the present costs, on which the units that meet pass each other and all others. If there are
  // none, notes a group of units that must pay more. False if deciding takes too much work.
  bool settle(TreeNode& node) {
    JointChoice choice(problem_, budget_);
    std::vector<Unit> group;
    const auto join = [&](Unit unit) {
      if (std::find(group.begin(), group.end(), unit) != group.end()) return;
      group.push_back(unit);
      set_mdd(node, unit);
      choice.add(unit, node.mdds[unit], *node.paths[unit]);
      remove(node, unit);
    };
    for (const auto& [a, b] : pairs_of(node)) {
      join(a);
      join(b);
    }
    Verdict verdict;
    std::size_t size;
    do {
      size = group.size();
      verdict = choice.solve(group, kGroupWork);
      if (verdict == Verdict::satisfied) {
        for (const Unit unit : met_by(choice, group)) join(unit);
      }
    } while (group.size() > size);
    for (const Unit unit : group) {
      if (verdict == Verdict::satisfied) node.paths[unit] = std::make_shared<UnitPath>(choice.path_of(unit));
      enter(node, unit);
    }
    if (verdict == Verdict::satisfied) node.conflicts.clear();
    if (verdict == Verdict::refuted) refute(node, choice.refuted());
    return verdict != Verdict::unknown;
  }

  // The units in the timetable that units of the group meet.
  std::vector<Unit> met_by(const JointChoice& choice, const std::vector<Unit>& group) const {
    std::vector<Conflict> conflicts;
    for (const Unit unit : group) find_conflicts(problem_, unit, choice.path_of(unit), timetable_, conflicts);
    std::vector<Unit> met;
    for (const auto& [sides] : conflicts) met.push_back(sides[1].unit);
    return met;
  }

  // One unit of the group pays more, here and wherever they have the same diagrams. From now on bounds count the group.
  void refute(TreeNode& node, std::vector<Unit> group) {
    std::sort(group.begin(), group.end());
    if (extra_of(node, group) == 0) note(trips_of(node, group), 1);
    refuted_.insert(std::move(group));
  }

  void bypass(const NodePtr& node, const TreeNode& child) {
    node->paths = child.paths;
    node->conflicts = child.conflicts;
    take_again(node);
  }

  void take_again(const NodePtr& node) {
    node->bounded_by = 0;
    add(node);
  }

  NodePtr make_child(const NodePtr& node, const Constraints& constraints) {
    auto child = std::make_shared<TreeNode>();
    child->parent = node;
    child->latest = node->latest;
    child->obey(constraints);
    child->paths = node->paths;
    child->mdds = node->mdds;
    child->is_stale = node->is_stale;
    child->conflicts = node->conflicts;
    child->cost = node->cost;
    child->bound = node->bound;
    bool planned = true;
    std::vector<Unit> changed;
    for (Unit unit = 0; planned && unit < problem_.units(); ++unit) {
      const bool broken = std::any_of(constraints.begin(), constraints.end(), [&](const Constraint& constraint) {
        if (concerns(constraint, unit)) child->is_stale[unit] = true;
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

  // Branches on the group that pays most, if any, else on the first conflict.
  Branches branches(const TreeNode& node) {
    const Dependency* most = nullptr;
    for (const Dependency& dependency : node.dependencies) {
      if (most == nullptr || dependency.extra > most->extra) most = &dependency;
    }
    if (most != nullptr && most->units.size() > 2) return later(node, most->units);
    const Conflict* first = first_conflict(node, most);
    for (const Prohibition& side : first->sides) {
      if (is_target(problem_, node, side)) return at_target(problem_, side);
    }
    if (const auto ends = in_corridor(node, *first))
      return {{{Kind::prohibit, (*ends)[0]}}, {{Kind::prohibit, (*ends)[1]}}};
    if (most != nullptr) return later(node, most->units);
    return at_landmark(problem_, narrower_side(node, *first));
  }

  // The conflict to branch on: of all, or of two units that depend on each other.
  const Conflict* first_conflict(const TreeNode& node, const Dependency* of) const {
    const Conflict* first = nullptr;
    for (const Conflict& conflict : node.conflicts) {
      if (of != nullptr && !(conflict.concerns(of->units[0]) && conflict.concerns(of->units[1]))) continue;
      if (first == nullptr || rank(node, conflict) < rank(node, *first)) first = &conflict;
    }
    return first;
  }

  // Smaller is better: conflicts at a target first, then those where more of the two units have no other cheapest path,
  // then the earliest.
  std::tuple<bool, unsigned, Time> rank(const TreeNode& node, const Conflict& conflict) const {
    unsigned free = 0;
    bool at_target = false;
    for (const Prohibition& side : conflict.sides) {
      at_target = at_target || is_target(problem_, node, side);
      free += places_at(node, side) > 1;
    }
    return {!at_target, free, conflict.sides[0].begin};
  }

  std::optional<std::array<Prohibition, 2>> in_corridor(const TreeNode& node, const Conflict& conflict) {
    const Unit a = conflict.sides[0].unit, b = conflict.sides[1].unit;
    const UnitConstraints of_a = constraints_of(node, a), of_b = constraints_of(node, b);
    return corridors_.find(conflict, {node.paths[a].get(), node.paths[b].get()}, {&of_a, &of_b});
  }

  static constexpr std::size_t kMostSplit = 24;  // up to this many units never choose their paths together
  static constexpr std::size_t kMostKnown = 20'000;
  static constexpr std::size_t kPairWork = 300'000;  // joint steps of a PairWalk
  static constexpr std::size_t kGroupWork = 20'000;  // contradictions of a JointChoice
  static constexpr std::size_t kMostAlone = 4;       // units in a search for a group alone
  static constexpr std::uint64_t kGroupTurns = 24;   // nodes that it expands
  const Problem& problem_;
  Distances& distances_;
  Budget& budget_;
  Solution& solution_;
  MddBuilder& builder_;
  Corridors corridors_;
  Timetable timetable_;
  std::vector<Unit> entered_;  // units whose paths the timetable holds
  std::int64_t sum_;           // of the cheapest known plan
  std::priority_queue<NodePtr, std::vector<NodePtr>, IsWorse> open_;
  std::unordered_map<Trips, Time, HashOfTrips> extras_;
  std::set<std::vector<Unit>> refuted_;  // groups that had to pay in some node
};

}  // namespace

struct OptimumProof::Work {
  Work(const Problem& problem, Distances& distances, Budget& budget, Solution& given)
      : solution(given),
        builder(problem, distances, budget),
        cbs(problem, distances, builder, budget, sum_of_costs(given.paths), given) {}

  Solution& solution;
  MddBuilder builder;
  Cbs cbs;
  bool has_begun = false, is_over = false;
};

OptimumProof::OptimumProof(const Problem& problem, Distances& distances, Budget& budget, Solution& solution)
    : work_(std::make_unique<Work>(problem, distances, budget, solution)) {}

OptimumProof::~OptimumProof() = default;

void OptimumProof::run(const Target& target) {
  if (work_->is_over) return;
  work_->cbs.cut_off_at(sum_of_costs(work_->solution.paths));
  try {
    if (!std::exchange(work_->has_begun, true)) work_->cbs.begin({});
    work_->cbs.run(target);
  } catch (const OutOfTime&) {
    work_->is_over = true;  // the plan and its bound stay as they were
  }
}

}  // namespace pathstar::fleet
