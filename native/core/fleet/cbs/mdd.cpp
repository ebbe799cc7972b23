#include "fleet/cbs/mdd.hpp"

#include <algorithm>

namespace pathstar::fleet {

MddBuilder::MddBuilder(const Problem& problem, Distances& distances)
    : problem_(&problem), distances_(&distances), number_(problem.ground->cells()), stamp_(problem.ground->cells()) {}

std::shared_ptr<const Mdd> MddBuilder::build(Unit unit, const UnitConstraints& constraints) {
  const Cell start = problem_->starts[unit], goal = problem_->goals[unit];
  Time cost = std::max(distances_->to(goal)[start], constraints.earliest);
  Time last = 0;  // the last time at which something other than a place for ever is prohibited
  for (const Prohibition& what : constraints.prohibited)
    last = std::max(last, what.end < kForever ? what.end : what.begin);
  if (problem_->rules.stay) cost = std::max(cost, constraints.free_from(goal));
  const Time most = std::min(constraints.latest, std::max(last, cost) + static_cast<Time>(problem_->ground->cells()));
  for (; cost <= most; ++cost) {
    if (grow(unit, constraints, cost)) return prune();
  }
  return nullptr;
}

// A path ends when it gets to the goal for good: one step before, the unit is elsewhere.
bool MddBuilder::may_enter(Unit unit, Cell cell, Time time, Time cost) const {
  const Cell goal = problem_->goals[unit];
  if (time + distances_->to(goal)[cell] > cost) return false;
  return cell != goal || time == cost || (problem_->rules.stay && time != cost - 1);
}

bool MddBuilder::grow(Unit unit, const UnitConstraints& constraints, Time cost) {
  const Cell start = problem_->starts[unit];
  levels_.assign(1, {start});
  ways_.clear();
  if (!may_enter(unit, start, 0, cost) || constraints.forbids(start, start, 0)) return false;
  for (Time time = 1; time <= cost; ++time) {
    ++turn_;
    std::vector<Cell> level;
    auto& ways = ways_.emplace_back(levels_.back().size());
    for (std::size_t i = 0; i < levels_.back().size(); ++i) {
      const Cell here = levels_.back()[i];
      const auto step = [&](Cell cell) {
        if (!may_enter(unit, cell, time, cost) || constraints.forbids(here, cell, time)) return;
        if (stamp_[cell] != turn_) {
          stamp_[cell] = turn_;
          number_[cell] = static_cast<std::uint32_t>(level.size());
          level.push_back(cell);
        }
        ways[i].push_back(number_[cell]);
      };
      step(here);
      for (const Cell cell : problem_->ground->next(here)) step(cell);
    }
    if (level.empty()) return false;
    levels_.push_back(std::move(level));
  }
  return true;
}

std::shared_ptr<const Mdd> MddBuilder::prune() const {
  std::vector<std::vector<std::uint32_t>> number(levels_.size());  // of each node that stays
  constexpr std::uint32_t kGone = ~std::uint32_t{0};
  number.back() = {0};
  for (std::size_t time = levels_.size() - 1; time-- > 0;) {
    number[time].assign(levels_[time].size(), kGone);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < levels_[time].size(); ++i) {
      const auto& ways = ways_[time][i];
      const bool leads =
          std::any_of(ways.begin(), ways.end(), [&](auto way) { return number[time + 1][way] != kGone; });
      if (leads) number[time][i] = count++;
    }
  }
  auto mdd = std::make_shared<Mdd>();
  mdd->offsets_.push_back(0);
  for (std::size_t time = 0; time < levels_.size(); ++time) {
    for (std::size_t i = 0; i < levels_[time].size(); ++i) {
      if (number[time][i] == kGone) continue;
      const auto begin = static_cast<std::uint32_t>(mdd->ways_.size());
      if (time + 1 < levels_.size()) {
        for (const std::uint32_t way : ways_[time][i]) {
          if (number[time + 1][way] != kGone) mdd->ways_.push_back(number[time + 1][way]);
        }
      }
      mdd->nodes_.push_back({levels_[time][i], begin, static_cast<std::uint32_t>(mdd->ways_.size())});
    }
    mdd->offsets_.push_back(static_cast<std::uint32_t>(mdd->nodes_.size()));
  }
  return mdd;
}

// From the end: how many units the best way on meets.
UnitPath MddBuilder::best_path(const Mdd& mdd, const Timetable& others) const {
  const Time gap = problem_->rules.gap(), cost = mdd.cost();
  std::vector<std::vector<unsigned>> met(static_cast<std::size_t>(cost) + 1), choice(met.size());
  for (Time time = cost; time >= 0; --time) {
    const auto level = mdd.level(time);
    met[time].assign(level.size(), 0);
    choice[time].assign(level.size(), 0);
    for (std::size_t i = 0; i < level.size(); ++i) {
      unsigned best = time == cost ? 0 : ~0u;
      for (const std::uint32_t way : time == cost ? std::span<const std::uint32_t>() : mdd.ways(level[i])) {
        const Cell next = mdd.level(time + 1)[way].cell;
        unsigned count = met[time + 1][way];
        if (next != level[i].cell) count += others.meets(*problem_->ground, level[i].cell, next, time + 1);
        if (count < best) {
          best = count;
          choice[time][i] = way;
        }
      }
      const Time until = time == cost && problem_->rules.stay ? kForever : time + 1;
      others.each_there(level[i].cell, time - gap, until + gap, [&](Unit) { ++best; });
      met[time][i] = best;
    }
  }
  UnitPath path;
  std::uint32_t at = 0;
  for (Time time = 0; time <= cost; ++time) {
    path.push_back(mdd.level(time)[at].cell);
    at = choice[time][at];
  }
  return path;
}

}  // namespace pathstar::fleet
