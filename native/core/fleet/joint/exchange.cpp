#include "fleet/joint/exchange.hpp"

#include <algorithm>
#include <utility>

#include "spaces/sorting.hpp"

namespace pathstar::fleet {
namespace {

using DistantPair = std::pair<Time, std::pair<Unit, std::size_t>>;

// The pairs of unit and goal, by distance.
std::vector<DistantPair> pairs_by_distance(const Problem& problem, Distances& distances, Budget& budget) {
  std::vector<DistantPair> pairs;
  for (std::size_t goal = 0; goal < problem.units() && !budget.over(); ++goal) {
    const DistanceTable& table = distances.to(problem.goals[goal]);
    for (Unit unit = 0; unit < problem.units(); ++unit) {
      if (table[problem.starts[unit]] < kForever) pairs.push_back({table[problem.starts[unit]], {unit, goal}});
    }
  }
  sort_unless_stopped(pairs, [&] { return budget.look(); });
  return pairs;
}

// Exchanges the goals of pairs of units as long as that shortens the sum of distances. With `ties`, also if the sum
// stays the same and the longer distance shrinks: where all go one way, the first then goes farthest, and none stands
// in the way of those behind it.
void shorten(Problem& problem, Distances& distances, bool ties, Budget& budget) {
  for (bool changed = true; changed && !budget.look();) {
    changed = false;
    for (Unit a = 0; a < problem.units(); ++a) {
      for (Unit b = a + 1; b < problem.units(); ++b) {
        const DistanceTable &to_a = distances.to(problem.goals[a]), &to_b = distances.to(problem.goals[b]);
        const Spot start_a = problem.starts[a], start_b = problem.starts[b];
        const Time now_a = to_a[start_a], now_b = to_b[start_b], then_a = to_b[start_a], then_b = to_a[start_b];
        const Time now = now_a + now_b, then = then_a + then_b;
        const bool same = ties && then == now;
        if (same ? std::max(then_a, then_b) >= std::max(now_a, now_b) : then >= now) continue;
        std::swap(problem.goals[a], problem.goals[b]);
        changed = true;
      }
      if (budget.over()) return;
    }
  }
}

// Which unit has which goal. Units without a goal take over those of others, which move on to goals that they can reach
// as well.
class Assignment {
 public:
  Assignment(const Problem& problem, Distances& distances, Budget& budget)
      : problem_(problem),
        distances_(distances),
        budget_(budget),
        goal_of_(problem.units(), problem.units()),
        holder_(problem.units(), kNoUnit) {}

  void give_nearest() {
    for (const auto& [distance, pair] : pairs_by_distance(problem_, distances_, budget_)) {
      const auto [unit, goal] = pair;
      if (goal_of_[unit] < problem_.units() || holder_[goal] != kNoUnit) continue;
      hand_over(unit, goal);
    }
  }

  // False if a unit gets no goal: no assignment gives each unit a goal that it can reach, or the time is up.
  bool give_rest() {
    bool all = true;
    for (Unit unit = 0; unit < problem_.units(); ++unit) {
      if (goal_of_[unit] == problem_.units()) all &= push(unit);
    }
    return all;
  }

  // The goals by unit. Remaining goals go to the units that have none.
  std::vector<Spot> goals() {
    std::size_t left = 0;
    for (Unit unit = 0; unit < problem_.units(); ++unit) {
      if (goal_of_[unit] < problem_.units()) continue;
      while (holder_[left] != kNoUnit) ++left;
      hand_over(unit, left);
    }
    std::vector<Spot> goals;
    for (const std::size_t goal : goal_of_) goals.push_back(problem_.goals[goal]);
    return goals;
  }

 private:
  void hand_over(Unit unit, std::size_t goal) {
    goal_of_[unit] = goal;
    holder_[goal] = unit;
  }

  // Finds the shortest chain of units in which each takes over the goal of the next one, and the last takes a free
  // goal.
  bool push(Unit first) {
    std::vector<Unit> taker(problem_.units(), kNoUnit), queue{first};
    for (std::size_t i = 0; i < queue.size() && !budget_.look(); ++i) {
      for (std::size_t goal = 0; goal < problem_.units(); ++goal) {
        if (taker[goal] != kNoUnit || !reaches(queue[i], goal)) continue;
        taker[goal] = queue[i];
        if (holder_[goal] == kNoUnit) {
          pass_on(first, goal, taker);
          return true;
        }
        queue.push_back(holder_[goal]);
      }
    }
    return false;
  }

  void pass_on(Unit first, std::size_t goal, const std::vector<Unit>& taker) {
    for (;;) {
      const Unit unit = taker[goal];
      const std::size_t before = goal_of_[unit];
      hand_over(unit, goal);
      if (unit == first) return;
      goal = before;
    }
  }

  bool reaches(Unit unit, std::size_t goal) {
    return distances_.to(problem_.goals[goal])[problem_.starts[unit]] < kForever;
  }

  const Problem& problem_;
  Distances& distances_;
  Budget& budget_;
  std::vector<std::size_t> goal_of_;  // by unit: the number of its goal; units() for none
  std::vector<Unit> holder_;          // by goal
};

class Exchange {
 public:
  Exchange(const Problem& problem, Distances& distances, Budget& budget)
      : problem_(problem),
        distances_(distances),
        budget_(budget),
        goals_(problem.goals),
        at_(problem.starts),
        there_(problem.ground->cells(), kNoUnit),
        lined_up_(problem.units()),
        moved_(problem.units()) {
    for (Unit unit = 0; unit < problem.units(); ++unit) there_[at_[unit]] = unit;
    before_ = at_;
    there_before_ = there_;
  }

  Solution run() {
    Solution solution;
    solution.paths.resize(problem_.units());
    note(solution);
    bool in_time = true;
    while (at_ != goals_ && (in_time = step())) {
      ++solution.iterations;
      for (const Spot cell : before_) there_before_[cell] = there_[cell];
      for (const Spot cell : at_) there_before_[cell] = there_[cell];
      before_ = at_;
      note(solution);
    }
    for (UnitPath& path : solution.paths) trim(path);
    if (in_time) {
      solution.outcome = Outcome::solved;
      solution.history.push_back({budget_.seconds(), sum_of_costs(solution.paths)});
    }
    return solution;
  }

 private:
  // Lets each unit act. False if the time was up first; then only some have acted.
  bool step() {
    ++steps_;
    for (Unit unit = 0; unit < problem_.units(); ++unit) {
      if (budget_.over()) return false;
      act_in_line(unit);
    }
    return true;
  }

  void note(Solution& solution) const {
    for (Unit unit = 0; unit < problem_.units(); ++unit) solution.paths[unit].push_back(at_[unit]);
  }

  // The cell next to a unit that is nearest to its goal; its own cell if the unit is at the goal.
  Spot wanted(Unit unit) {
    const DistanceTable& left = distances_.to(goals_[unit]);
    Spot best = at_[unit];
    for (const Spot cell : problem_.ground->next(at_[unit])) {
      if (left[cell] < left[best]) best = cell;
    }
    return best;
  }

  // Units that stand in each other's way form a line, which acts from its front on, each unit once in a step. If the
  // line ends in a ring, each unit of the ring first takes over the goal of the one behind it.
  void act_in_line(Unit unit) {
    line_.clear();
    while (unit != kNoUnit && lined_up_[unit] != steps_) {
      lined_up_[unit] = steps_;
      line_.push_back(unit);
      unit = there_[wanted(unit)];
    }
    const auto ring = std::find(line_.begin(), line_.end(), unit);
    for (auto member = line_.end(); member - ring > 1; --member) std::swap(goals_[member[-1]], goals_[member[-2]]);
    while (!line_.empty()) {
      const Unit front = line_.back();
      line_.pop_back();
      if (moved_[front] != steps_) act(front);
    }
  }

  // Moves a unit on, or exchanges its goal with that of the unit in its way, which then acts before it.
  void act(Unit unit) {
    const Spot cell = wanted(unit);
    if (cell == at_[unit]) return;
    const Spot open = enterable(unit, distances_.to(goals_[unit])[cell]);
    if (open != kNoSpot) return enter(unit, open);
    const Unit other = there_[cell];
    if (other == kNoUnit || at_[other] != goals_[other]) return;
    std::swap(goals_[unit], goals_[other]);
    line_.push_back(unit);
    line_.push_back(other);
  }

  // A neighbouring cell at that distance from the unit's goal that the unit can enter now. kNoSpot if there is none.
  Spot enterable(Unit unit, Time distance) {
    const DistanceTable& left = distances_.to(goals_[unit]);
    for (const Spot cell : problem_.ground->next(at_[unit])) {
      if (left[cell] == distance && there_[cell] == kNoUnit && may_enter(unit, cell)) return cell;
    }
    return kNoSpot;
  }

  // A cell is entered only when it is empty, so no two units swap places.
  bool may_enter(Unit unit, Spot cell) const {
    if (!problem_.rules.following && there_before_[cell] != kNoUnit) return false;
    const auto moves = [&](Spot from, Spot to) {
      const Unit other = there_before_[from];
      return other != kNoUnit && at_[other] == to;
    };
    const auto crossings = problem_.ground->crossings(at_[unit], cell);
    return std::none_of(crossings.begin(), crossings.end(), [&](const auto& cells) {
      return moves(cells.first, cells.second) || moves(cells.second, cells.first);
    });
  }

  void enter(Unit unit, Spot cell) {
    there_[at_[unit]] = kNoUnit;
    there_[cell] = unit;
    at_[unit] = cell;
    moved_[unit] = steps_;
  }

  const Problem& problem_;
  Distances& distances_;
  Budget& budget_;
  std::vector<Spot> goals_, at_, before_;  // before_ and there_before_: at the beginning of the step
  std::vector<Unit> there_, there_before_;
  std::vector<Unit> line_;                       // the units that have yet to act, the next one last
  std::vector<std::uint64_t> lined_up_, moved_;  // by unit: the last step in which it joined a line, and moved
  std::uint64_t steps_ = 0;
};

}  // namespace

bool assign_goals(Problem& problem, Distances& distances, Budget& budget) {
  Assignment assignment(problem, distances, budget);
  assignment.give_nearest();
  const bool all_reach = assignment.give_rest();
  problem.goals = assignment.goals();
  if (all_reach) {
    shorten(problem, distances, false, budget);
    shorten(problem, distances, true, budget);
  }
  return all_reach;
}

Solution plan_with_exchange(const Problem& problem, Distances& distances, Budget& budget) {
  return Exchange(problem, distances, budget).run();
}

}  // namespace pathstar::fleet
