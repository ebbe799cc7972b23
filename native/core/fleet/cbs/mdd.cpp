#include "fleet/cbs/mdd.hpp"

#include <algorithm>
#include <utility>

namespace pathstar::fleet {

MddBuilder::MddBuilder(const Problem& problem, Distances& distances, Budget& budget)
    : problem_(&problem),
      distances_(&distances),
      budget_(&budget),
      number_(problem.ground->cells()),
      stamp_(problem.ground->cells()) {}

std::vector<MddBuilder::Place> MddBuilder::places_of(const std::vector<Prohibition>& all) {
  std::vector<Place> places;
  for (const Prohibition& what : all) places.emplace_back(what.cell, what.from, what.begin, what.end);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

MddBuilder::Key MddBuilder::key_of(const Trip& trip, Time cost, const UnitConstraints& constraints) {
  return {trip.start, trip.goal, cost, places_of(constraints.prohibited), places_of(constraints.landmarks)};
}

std::shared_ptr<const Mdd> MddBuilder::build(const Trip& trip, const UnitConstraints& constraints) {
  Time cost = std::max(distances_->to(trip.goal)[trip.start], constraints.earliest);
  Time last = 0;  // the last time at which something other than a place for ever is prohibited
  for (const Prohibition& what : constraints.prohibited)
    last = std::max(last, what.end < kForever ? what.end : what.begin);
  if (problem_->rules.stay) cost = std::max(cost, constraints.free_from(trip.goal));
  for (const Prohibition& what : constraints.landmarks) {
    last = std::max(last, what.begin);
    const bool may_rest = problem_->rules.stay && what.cell == trip.goal && what.from == kNoSpot;
    if (!may_rest) cost = std::max(cost, what.begin + distances_->to(trip.goal)[what.cell]);
  }
  if (cost >= kForever) return nullptr;
  const Time most = std::min(constraints.latest, std::max(last, cost) + static_cast<Time>(problem_->ground->cells()));
  if (nodes_of_known_ > kMostNodes) {
    known_.clear();
    nodes_of_known_ = 0;
  }
  Known& known = known_.try_emplace(key_of(trip, cost, constraints), Known{nullptr, cost}).first->second;
  for (int tries = 0; known.mdd == nullptr && known.tried <= most; ++tries) {
    if (budget_->over()) throw OutOfTime();
    if (grow(trip, constraints, known.tried)) {
      known.mdd = prune();
      nodes_of_known_ += known.mdd->nodes_.size();
    } else {
      known.tried = tries < kTries ? known.tried + 1 : first_arrival(trip, constraints, known.tried + 1, last);
    }
  }
  return known.mdd != nullptr && known.mdd->cost() <= most ? known.mdd : nullptr;
}

// A unit arrives when it comes to its goal from another cell; it may have been there before and left again. Most units
// arrive soon, so the first attempt leaves out cells that are too far from the goal.
Time MddBuilder::first_arrival(const Trip& trip, const UnitConstraints& constraints, Time earliest, Time last) {
  const Time soon = first_arrival(trip, constraints, earliest, last, earliest + kSoon);
  return soon < kForever ? soon : first_arrival(trip, constraints, earliest, last, kForever);
}

// Follows all paths at once. A unit may wait anywhere, so after the last prohibition, a step that adds no cell is the
// end.
Time MddBuilder::first_arrival(const Trip& trip, const UnitConstraints& constraints, Time earliest, Time last,
                               Time latest) {
  const DistanceTable& to_goal = distances_->to(trip.goal);
  ConstraintsNow now(constraints);
  now.go_to(0);
  if (now.forbids(trip.start, trip.start)) return kForever;
  std::vector<Spot> cells{trip.start}, next;
  for (Time time = 1;; ++time) {
    if (budget_->over()) throw OutOfTime();
    ++turn_;
    now.go_to(time);
    next.clear();
    bool arrives = false;
    for (const Spot here : cells) {
      const auto step = [&](Spot cell) {
        const bool is_gone = cell == trip.goal && time < earliest && !problem_->rules.stay;
        if (is_gone || time + to_goal[cell] > latest || now.forbids(here, cell)) return;
        arrives = arrives || (cell == trip.goal && here != cell && time >= earliest);
        if (stamp_[cell] == turn_) return;
        stamp_[cell] = turn_;
        next.push_back(cell);
      };
      step(here);
      for (const Spot cell : problem_->ground->next(here)) step(cell);
    }
    if (arrives) return time;
    if (next.empty() || (time > std::max(last, earliest) && next.size() == cells.size())) return kForever;
    cells.swap(next);
  }
}

// A path ends when it reaches the goal for good, so one step before that the unit is elsewhere.
bool MddBuilder::may_enter(const DistanceTable& to_goal, Spot goal, Spot cell, Time time, Time cost) const {
  if (time + to_goal[cell] > cost) return false;
  return cell != goal || time == cost || (problem_->rules.stay && time != cost - 1);
}

bool MddBuilder::grow(const Trip& trip, const UnitConstraints& constraints, Time cost) {
  const DistanceTable& to_goal = distances_->to(trip.goal);
  cells_.assign(1, trip.start);
  levels_.assign(1, 0);
  begins_.clear();
  ways_.clear();
  ConstraintsNow now(constraints);
  now.go_to(0);
  if (!may_enter(to_goal, trip.goal, trip.start, 0, cost) || now.forbids(trip.start, trip.start)) return false;
  for (Time time = 1; time <= cost; ++time) {
    ++turn_;
    now.go_to(time);
    const std::size_t begin = levels_.back(), end = cells_.size();
    levels_.push_back(static_cast<std::uint32_t>(end));
    for (std::size_t i = begin; i < end; ++i) {
      const Spot here = cells_[i];
      begins_.push_back(static_cast<std::uint32_t>(ways_.size()));
      const auto step = [&](Spot cell) {
        if (!may_enter(to_goal, trip.goal, cell, time, cost) || now.forbids(here, cell)) return;
        if (stamp_[cell] != turn_) {
          stamp_[cell] = turn_;
          number_[cell] = static_cast<std::uint32_t>(cells_.size());
          cells_.push_back(cell);
        }
        ways_.push_back(number_[cell]);
      };
      step(here);
      for (const Spot cell : problem_->ground->next(here)) step(cell);
    }
    if (cells_.size() == end) return false;
  }
  begins_.insert(begins_.end(), 2, static_cast<std::uint32_t>(ways_.size()));
  levels_.push_back(static_cast<std::uint32_t>(cells_.size()));
  return true;
}

std::shared_ptr<const Mdd> MddBuilder::prune() const {
  constexpr std::uint32_t kGone = ~std::uint32_t{0};
  std::vector<std::uint32_t> number(cells_.size(), kGone);  // of each remaining node, in its level
  number.back() = 0;
  for (std::size_t level = levels_.size() - 2; level-- > 0;) {
    std::uint32_t count = 0;
    for (std::uint32_t i = levels_[level]; i < levels_[level + 1]; ++i) {
      const bool leads = std::any_of(ways_.begin() + begins_[i], ways_.begin() + begins_[i + 1],
                                     [&](std::uint32_t way) { return number[way] != kGone; });
      if (leads) number[i] = count++;
    }
  }
  auto mdd = std::make_shared<Mdd>();
  mdd->offsets_.push_back(0);
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
    for (std::uint32_t i = levels_[level]; i < levels_[level + 1]; ++i) {
      if (number[i] == kGone) continue;
      const auto begin = static_cast<std::uint32_t>(mdd->ways_.size());
      for (std::uint32_t k = begins_[i]; k < begins_[i + 1]; ++k) {
        if (number[ways_[k]] != kGone) mdd->ways_.push_back(number[ways_[k]]);
      }
      mdd->nodes_.push_back({cells_[i], begin, static_cast<std::uint32_t>(mdd->ways_.size())});
    }
    mdd->offsets_.push_back(static_cast<std::uint32_t>(mdd->nodes_.size()));
  }
  return mdd;
}

// From the end backwards: how many units the best rest of the path meets.
UnitPath MddBuilder::best_path(const Mdd& mdd, const Timetable& others) {
  const Time gap = problem_->rules.gap(), cost = mdd.cost();
  met_.assign(mdd.nodes_.size(), 0);
  choice_.assign(mdd.nodes_.size(), 0);
  for (Time time = cost; time >= 0; --time) {
    const auto level = mdd.level(time);
    for (std::size_t i = 0; i < level.size(); ++i) {
      unsigned best = time == cost ? 0 : ~0u;
      std::uint32_t choice = 0;
      for (const std::uint32_t way : time == cost ? std::span<const std::uint32_t>() : mdd.ways(level[i])) {
        const std::uint32_t node = mdd.offsets_[time + 1] + way;
        const Spot next = mdd.nodes_[node].cell;
        unsigned count = met_[node];
        if (next != level[i].cell) count += others.meets(*problem_->ground, level[i].cell, next, time + 1);
        if (count < best) {
          best = count;
          choice = node;
        }
      }
      const Time until = time == cost && problem_->rules.stay ? kForever : time + 1;
      others.each_there(level[i].cell, time - gap, until + gap, [&](Unit) { ++best; });
      met_[mdd.offsets_[time] + i] = best;
      choice_[mdd.offsets_[time] + i] = choice;
    }
  }
  UnitPath path;
  std::uint32_t at = 0;
  for (Time time = 0; time <= cost; ++time) {
    path.push_back(mdd.nodes_[at].cell);
    at = choice_[at];
  }
  return path;
}

}  // namespace pathstar::fleet
