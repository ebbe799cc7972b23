#include "fleet/exchange/exchange.hpp"

#include <algorithm>
#include <utility>

namespace pathstar::fleet {
namespace {

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

Solution plan_with_exchange(const Problem& problem, Distances& distances, Budget& budget) {
  return Exchange(problem, distances, budget).run();
}

}  // namespace pathstar::fleet
