#include "fleet/repair/improve.hpp"

#include <algorithm>
#include <utility>

#include "fleet/common/random.hpp"
#include "fleet/intervals/safe_search.hpp"
#include "fleet/repair/neighbourhoods.hpp"

namespace pathstar::fleet {
namespace {

class Improver {
 public:
  Improver(const Problem& problem, Distances& distances, std::uint64_t seed, Solution& solution)
      : problem_(problem),
        distances_(distances),
        solution_(solution),
        random_(seed),
        timetable_(problem),
        search_(problem, timetable_),
        neighbourhoods_(problem, distances, solution.paths, timetable_, random_),
        chosen_(problem.units()) {
    for (Unit unit = 0; unit < problem.units(); ++unit) {
      timetable_.add(unit, path(unit));
      sum_ += cost_of(path(unit));
      bound_ += shortest(unit);
    }
    bound_ = std::max(bound_, solution.proven_bound);
  }

  void run(const Target& target, Budget& budget) {
    for (std::uint64_t turn = 0; turn < target.turns && !target.is_met(sum_, bound_) && !budget.look(); ++turn) {
      if (!choose()) return;
      const std::int64_t before = sum_;
      if (replan()) ++solution_.iterations;
      roulette_.reward(static_cast<double>(before - sum_) / static_cast<double>(chosen_.size()));
      if (sum_ < before) solution_.history.push_back({budget.seconds(), sum_});
    }
  }

 private:
  static constexpr std::size_t kFewest = 3, kMost = 8;  // units that are replanned together

  UnitPath& path(Unit unit) { return solution_.paths[unit]; }
  Time shortest(Unit unit) { return distances_.between(problem_.starts[unit], problem_.goals[unit]); }

  // False if the time is up.
  bool choose() {
    const std::size_t size = kFewest + random_.below(kMost - kFewest + 1);
    chosen_.clear();
    try {
      switch (roulette_.choose(random_)) {
        case 0:
          neighbourhoods_.around_delayed(size, chosen_);
          break;
        case 1:
          neighbourhoods_.around_crossing(size, chosen_);
          break;
        default:
          neighbourhoods_.at_random(size, chosen_);
      }
    } catch (const OutOfTime&) {
      return false;
    }
    return true;
  }

  // Replans the chosen units. Restores the old paths if the new ones would cost more.
  bool replan() {
    random_.shuffle(chosen_.units());
    old_.clear();
    Time old_sum = 0, least = 0;
    for (const Unit unit : chosen_.units()) {
      old_sum += cost_of(path(unit));
      least += shortest(unit);
      timetable_.remove(unit, path(unit));
    }
    Time spent = 0;
    for (const Unit unit : chosen_.units()) {
      least -= shortest(unit);
      old_.push_back(std::move(path(unit)));
      if (!find(unit, old_sum - spent - least)) {
        put_back();
        return false;
      }
      timetable_.add(unit, path(unit));
      spent += cost_of(path(unit));
    }
    sum_ += spent - old_sum;
    return true;
  }

  // False also if the time is up.
  bool find(Unit unit, Time latest) {
    const Spot start = problem_.starts[unit], goal = problem_.goals[unit];
    try {
      return search_.find(start, goal, distances_.toward(goal, start), latest, path(unit));
    } catch (const OutOfTime&) {
      return false;
    }
  }

  // The unit of the last old path has no new one.
  void put_back() {
    for (std::size_t i = 0; i < old_.size(); ++i) {
      const Unit unit = chosen_[i];
      if (i + 1 < old_.size()) timetable_.remove(unit, path(unit));
      path(unit) = std::move(old_[i]);
    }
    for (const Unit unit : chosen_.units()) timetable_.add(unit, path(unit));
  }

  const Problem& problem_;
  Distances& distances_;
  Solution& solution_;
  Random random_;
  Timetable timetable_;
  SafeSearch search_;
  Neighbourhoods neighbourhoods_;
  UnitSet chosen_;
  Roulette<3> roulette_;
  std::vector<UnitPath> old_;
  std::int64_t sum_ = 0, bound_ = 0;
};

}  // namespace

void improve(const Problem& problem, Distances& distances, std::uint64_t seed, const Target& target, Budget& budget,
             Solution& solution) {
  if (problem.units() != 0) Improver(problem, distances, seed, solution).run(target, budget);
}

class Improvements::Work : public Improver {
  using Improver::Improver;
};

Improvements::Improvements(std::shared_ptr<const Ground> ground, Problem problem, Paths paths, std::uint64_t seed)
    : ground_(std::move(ground)), problem_(std::move(problem)), seed_(seed), distances_(*ground_) {
  solution_.outcome = Outcome::solved;
  solution_.paths = std::move(paths);
  solution_.goals = problem_.goals;
}

Improvements::~Improvements() = default;

// False if the time is up.
bool Improvements::find_shortest(Budget& budget) {
  try {
    while (solution_.shortest.size() < problem_.units()) {
      if (budget.over()) return false;
      const std::size_t unit = solution_.shortest.size();
      solution_.shortest.push_back(distances_.between(problem_.starts[unit], problem_.goals[unit]));
      solution_.proven_bound += solution_.shortest.back();
    }
  } catch (const OutOfTime&) {
    return false;
  }
  return true;
}

const Solution& Improvements::run(const Target& target, Budget& budget) {
  solution_.history.clear();
  solution_.iterations = 0;
  distances_.watch(&budget);
  if (!find_shortest(budget) || problem_.units() == 0) return solution_;
  if (work_ == nullptr) work_ = std::make_unique<Work>(problem_, distances_, seed_, solution_);
  work_->run(target, budget);
  return solution_;
}

}  // namespace pathstar::fleet
