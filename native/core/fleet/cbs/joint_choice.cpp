#include "fleet/cbs/joint_choice.hpp"

#include <algorithm>
#include <array>

namespace pathstar::fleet {
namespace {

std::uint64_t key_of(Spot cell, Time time) { return static_cast<std::uint64_t>(time) << 32 | cell; }

}  // namespace

const JointChoice::Member& JointChoice::member_of(Unit unit) const { return members_[number_.at(unit)]; }

Literal JointChoice::literal(const Node& node) const {
  const Member& member = members_[node.member];
  const auto place = &member.mdd->level(node.time)[node.number] - member.mdd->level(0).data();
  return {member.first + static_cast<std::uint32_t>(place), false};
}

const std::vector<JointChoice::Node>& JointChoice::nodes_at(Spot cell, Time time) const {
  static const std::vector<Node> none;
  const auto found = nodes_.find(key_of(cell, time));
  return found == nodes_.end() ? none : found->second;
}

void JointChoice::add(Unit unit, std::shared_ptr<const Mdd> mdd, const UnitPath& path) {
  const auto number = static_cast<std::uint32_t>(members_.size());
  number_[unit] = number;
  const Literal is_asked = solver_.add_variable(true);
  members_.push_back({unit, mdd, is_asked, is_asked.variable() + 1});
  std::vector<Node> added;
  std::vector<Literal> somewhere;
  for (Time time = 0; time <= mdd->cost(); ++time) {
    const Spot preferred = time < static_cast<Time>(path.size()) ? path[time] : kNoSpot;
    somewhere.assign(1, !is_asked);
    for (std::uint32_t i = 0; i < mdd->level(time).size(); ++i) {
      somewhere.push_back(solver_.add_variable(mdd->level(time)[i].cell == preferred));
      added.push_back({number, time, i});
    }
    solver_.add_clause(somewhere);
  }
  link(number);
  for (const Node& node : added) keep_apart(node);
  if (problem_.rules.stay) keep_off_goals(number);
  for (const Node& node : added) nodes_[key_of(cell_of(node), node.time)].push_back(node);
  end_ = std::max(end_, mdd->cost());
}

// From each node that it is at, a unit goes on to a next one, and it came there from a previous one.
void JointChoice::link(std::uint32_t number) {
  const Mdd& mdd = *members_[number].mdd;
  std::vector<std::vector<Literal>> comes_from;
  for (Time time = 0; time < mdd.cost(); ++time) {
    comes_from.assign(mdd.level(time + 1).size(), {});
    for (std::uint32_t i = 0; i < mdd.level(time).size(); ++i) {
      const Literal here = literal({number, time, i});
      std::vector<Literal> goes_on{!here};
      for (const std::uint32_t way : mdd.ways(mdd.level(time)[i])) {
        goes_on.push_back(literal({number, time + 1, way}));
        comes_from[way].push_back(here);
      }
      solver_.add_clause(goes_on);
    }
    for (std::uint32_t i = 0; i < comes_from.size(); ++i) {
      comes_from[i].push_back(!literal({number, time + 1, i}));
      solver_.add_clause(comes_from[i]);
    }
  }
}

void JointChoice::keep_apart(const Node& node) {
  const Time gap = problem_.rules.gap();
  const Spot cell = cell_of(node);
  for (Time time = node.time - gap; time <= node.time + gap; ++time) {
    for (const Node& other : nodes_at(cell, time)) solver_.add_clause(std::array{!literal(node), !literal(other)});
  }
  const Mdd& mdd = *members_[node.member].mdd;
  if (node.time == mdd.cost()) return;
  for (const std::uint32_t way : mdd.ways(mdd.level(node.time)[node.number])) {
    const Node next{node.member, node.time + 1, way};
    if (cell_of(next) != cell) forbid_moves(node, cell_of(next), literal(next));
  }
}

// No other unit swaps places with this one or crosses its move.
void JointChoice::forbid_moves(const Node& node, Spot to, Literal arrived) {
  const Spot from = cell_of(node);
  if (problem_.rules.following) forbid_move(node, arrived, to, from);
  if (!problem_.ground->has_crossings()) return;
  for (const auto& [a, b] : problem_.ground->crossings(from, to)) {
    forbid_move(node, arrived, a, b);
    forbid_move(node, arrived, b, a);
  }
}

void JointChoice::forbid_move(const Node& node, Literal arrived, Spot from, Spot to) {
  for (const Node& other : nodes_at(from, node.time)) {
    const Mdd& mdd = *members_[other.member].mdd;
    if (other.time == mdd.cost()) continue;
    for (const std::uint32_t way : mdd.ways(mdd.level(other.time)[other.number])) {
      const Node next{other.member, other.time + 1, way};
      if (cell_of(next) == to)
        solver_.add_clause(std::array{!literal(node), !arrived, !literal(other), !literal(next)});
    }
  }
}

// No unit is at a goal where another has arrived.
void JointChoice::keep_off_goals(std::uint32_t number) {
  const Member& own = members_[number];
  const Spot goal = problem_.goals[own.unit];
  for (Time time = own.mdd->cost() + 1; time <= end_; ++time) {
    for (const Node& other : nodes_at(goal, time)) solver_.add_clause(std::array{!literal(other), !own.is_asked});
  }
  for (const Member& other : members_) {
    const Spot there = problem_.goals[other.unit];
    for (Time time = other.mdd->cost() + 1; time <= own.mdd->cost(); ++time) {
      const auto level = own.mdd->level(time);
      for (std::uint32_t i = 0; i < level.size(); ++i) {
        if (level[i].cell != there || &other == &own) continue;
        solver_.add_clause(std::array{!literal({number, time, i}), !other.is_asked});
      }
    }
  }
}

Verdict JointChoice::solve(const std::vector<Unit>& units, std::size_t most_work) {
  std::vector<Literal> assumptions;
  for (const Unit unit : units) assumptions.push_back(member_of(unit).is_asked);
  Verdict verdict = Verdict::unknown;
  for (std::size_t work = 0; verdict == Verdict::unknown && work < most_work; work += kSlice) {
    if (budget_.look()) throw OutOfTime();
    verdict = solver_.solve(assumptions, kSlice);
  }
  return verdict;
}

UnitPath JointChoice::path_of(Unit unit) const {
  const Mdd& mdd = *member_of(unit).mdd;
  Node at{number_.at(unit), 0, 0};
  UnitPath path{cell_of(at)};
  while (at.time < mdd.cost()) {
    const auto ways = mdd.ways(mdd.level(at.time)[at.number]);
    const auto way = std::find_if(ways.begin(), ways.end(), [&](std::uint32_t next) {
      return solver_.holds(literal({at.member, at.time + 1, next}));
    });
    at = {at.member, at.time + 1, *way};
    path.push_back(cell_of(at));
  }
  return path;
}

std::vector<Unit> JointChoice::refuted() const {
  std::vector<Unit> units;
  for (const Literal literal : solver_.refuted()) {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [&](const Member& member) { return member.is_asked == literal; });
    units.push_back(found->unit);
  }
  return units;
}

}  // namespace pathstar::fleet
