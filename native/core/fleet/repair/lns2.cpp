#include "fleet/repair/lns2.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fleet/common/random.hpp"
#include "fleet/intervals/safe_search.hpp"
#include "fleet/intervals/soft_search.hpp"
#include "fleet/repair/meetings.hpp"
#include "fleet/repair/neighbourhoods.hpp"

namespace pathstar::fleet {
namespace {

class Repairer {
 public:
  Repairer(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget)
      : problem_(problem),
        distances_(distances),
        budget_(budget),
        random_(seed),
        timetable_(problem),
        safe_search_(problem, timetable_),
        soft_search_(problem, timetable_),
        meetings_(problem),
        neighbourhoods_(problem, distances, solution_.paths, timetable_, random_),
        chosen_(problem.units()) {}

  Solution run(const RepairLimits& limits) {
    solution_.paths.resize(problem_.units());
    if (plan_all(limits.pairs)) {
      while (meetings_.pairs() != 0 && solution_.iterations < limits.repairs && !budget_.over() && choose()) repair();
    }
    if (meetings_.pairs() == 0 && !budget_.over()) {
      solution_.outcome = Outcome::solved;
      solution_.history.push_back({budget_.seconds(), sum_of_costs(solution_.paths)});
    } else {
      drop_what_meets();
    }
    return std::move(solution_);
  }

 private:
  static constexpr std::size_t kFewest = 4, kMost = 12;  // units that are replanned together

  UnitPath& path(Unit unit) { return solution_.paths[unit]; }

  // Gives up as soon as the pairs that meet are on course for more than the limit; they grow with the square of the
  // units.
  bool plan_all(std::size_t most_pairs) {
    std::vector<Unit> order(problem_.units());
    std::iota(order.begin(), order.end(), Unit{0});
    random_.shuffle(order);
    std::size_t planned = 0;
    return std::all_of(order.begin(), order.end(), [&](Unit unit) {
      if (!plan(unit)) return false;
      const double share = static_cast<double>(++planned) / static_cast<double>(order.size());
      const double most = std::max(1.0, std::ceil(share * share * static_cast<double>(most_pairs)));
      return static_cast<double>(meetings_.pairs()) <= most;
    });
  }

  bool plan(Unit unit) {
    const Spot goal = problem_.goals[unit];
    const Spot start = problem_.starts[unit];
    if (budget_.look()) return false;
    try {
      // If no units meet yet, both searches find the same path that meets none, and this one is faster.
      const bool is_free = meetings_.pairs() == 0 &&
                           safe_search_.find(start, goal, distances_.toward(goal, start), kForever - 1, path(unit));
      if (!is_free && !soft_search_.find(start, goal, distances_.to(goal), budget_, path(unit))) return false;
    } catch (const OutOfTime&) {
      return false;
    }
    enter(unit);
    return true;
  }

  void enter(Unit unit) {
    meetings_.add(unit, path(unit), timetable_);
    timetable_.add(unit, path(unit));
  }

  void leave(Unit unit) {
    timetable_.remove(unit, path(unit));
    meetings_.remove(unit);
  }

  void repair() {
    ++solution_.iterations;
    const std::size_t before = meetings_.pairs();
    old_.clear();
    random_.shuffle(chosen_.units());
    for (const Unit unit : chosen_.units()) {
      leave(unit);
      old_.push_back(path(unit));
    }
    std::size_t planned = 0;
    while (planned < chosen_.size() && meetings_.pairs() <= before && plan(chosen_[planned])) ++planned;
    if (planned < chosen_.size() || meetings_.pairs() > before) put_back(planned);
    roulette_.reward(static_cast<double>(before - meetings_.pairs()) / static_cast<double>(chosen_.size()));
  }

  void put_back(std::size_t planned) {
    for (std::size_t i = 0; i < planned; ++i) leave(chosen_[i]);
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      path(chosen_[i]) = std::move(old_[i]);
      enter(chosen_[i]);
    }
  }

  // False if the time is up.
  bool choose() {
    const std::size_t size = kFewest + random_.below(kMost - kFewest + 1);
    chosen_.clear();
    try {
      switch (roulette_.choose(random_)) {
        case 0:
          choose_by_meetings(size);
          break;
        case 1:
          choose_around(size);
          break;
        default:
          choose_at_random(size);
      }
    } catch (const OutOfTime&) {
      return false;
    }
    return true;
  }

  Unit unit_that_meets() {
    std::uint32_t count = 0;
    Unit found = kNoUnit;
    for (Unit unit = 0; unit < problem_.units(); ++unit) {
      if (!meetings_.of(unit).empty() && random_.below(++count) == 0) found = unit;
    }
    return found;
  }

  // Walks from unit to unit along meetings, then adds units on the paths of those.
  void choose_by_meetings(std::size_t size) {
    Unit unit = unit_that_meets();
    chosen_.add(unit);
    for (std::size_t i = 0; i < 4 * size && chosen_.size() < size; ++i) {
      const auto& others = meetings_.of(unit);
      unit = others[random_.below(others.size())];
      chosen_.add(unit);
    }
    fill(size);
  }

  void choose_around(std::size_t size) {
    chosen_.add(unit_that_meets());
    fill(size);
  }

  void fill(std::size_t size) {
    for (std::size_t i = 0; i < 2 * size && chosen_.size() < size; ++i) {
      neighbourhoods_.add_met(chosen_[random_.below(chosen_.size())], kSlack, size, chosen_);
    }
  }

  void choose_at_random(std::size_t size) {
    chosen_.add(unit_that_meets());
    neighbourhoods_.at_random(size, chosen_);
  }

  // Removes units, those that meet most others first, until the plan has no conflicts.
  void drop_what_meets() {
    for (;;) {
      Unit worst = 0;
      for (Unit unit = 0; unit < problem_.units(); ++unit) {
        if (meetings_.of(unit).size() > meetings_.of(worst).size()) worst = unit;
      }
      if (meetings_.pairs() == 0) return;
      leave(worst);
      path(worst).clear();
    }
  }

  static constexpr Time kSlack = 8;

  const Problem& problem_;
  Distances& distances_;
  Budget& budget_;
  Random random_;
  Solution solution_;
  Timetable timetable_;
  SafeSearch safe_search_;
  SoftSearch soft_search_;
  Meetings meetings_;
  Neighbourhoods neighbourhoods_;
  UnitSet chosen_;
  Roulette<3> roulette_;
  std::vector<UnitPath> old_;
};

}  // namespace

Solution plan_by_repair(const Problem& problem, Distances& distances, std::uint64_t seed, Budget& budget,
                        const RepairLimits& limits) {
  return Repairer(problem, distances, seed, budget).run(limits);
}

}  // namespace pathstar::fleet
