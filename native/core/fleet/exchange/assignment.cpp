#include "fleet/exchange/assignment.hpp"

#include <algorithm>
#include <utility>

#include "fleet/exchange/least_sum.hpp"
#include "spaces/sorting.hpp"

namespace pathstar::fleet {
namespace {

// Units up to which the bound is exact. For more, that may take longer than a second.
constexpr std::size_t kMostExact = 1500;

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

// The sum over the units of the distance to the nearest goal.
std::int64_t sum_of_nearest(const Problem& problem, Distances& distances) {
  std::int64_t sum = 0;
  for (const Spot start : problem.starts) {
    Time nearest = kForever;
    for (const Spot goal : problem.goals) nearest = std::min(nearest, distances.to(goal)[start]);
    sum += nearest;
  }
  return sum;
}

// The least sum of distances of all assignments, one of which lets each unit reach its goal. Throws OutOfTime.
std::int64_t least_sum_of_distances(const Problem& problem, Distances& distances, Budget& budget) {
  constexpr AssignmentCost kOutOfReach = AssignmentCost{1} << 44;  // more than all paths together
  static_assert(kOutOfReach / kForever > kMostExact);
  const auto units = static_cast<Unit>(problem.units());
  std::vector<AssignmentCost> costs;
  costs.reserve(std::size_t{units} * units);
  for (const Spot goal : problem.goals) {
    const DistanceTable& table = distances.to(goal);
    for (const Spot start : problem.starts) costs.push_back(table[start] < kForever ? table[start] : kOutOfReach);
  }
  const std::vector<Unit> goals = least_sum(costs, units, budget);
  std::int64_t sum = 0;
  for (Unit unit = 0; unit < units; ++unit) sum += costs[std::size_t{goals[unit]} * units + unit];
  return sum;
}

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

std::int64_t bound_of_assignments(const Problem& problem, Distances& distances, Budget& budget) {
  if (problem.units() > kMostExact) return sum_of_nearest(problem, distances);
  try {
    return least_sum_of_distances(problem, distances, budget);
  } catch (const OutOfTime&) {
    return sum_of_nearest(problem, distances);
  }
}

}  // namespace pathstar::fleet
