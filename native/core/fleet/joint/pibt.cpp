#include "fleet/joint/pibt.hpp"

#include <algorithm>
#include <utility>

#include "fleet/joint/swap_rule.hpp"

namespace pathstar::fleet {
namespace {

constexpr std::uint64_t kLast = std::uint64_t{1} << 31;  // more than any distance

constexpr auto comes_first = [](const auto& a, const auto& b) { return a.key < b.key; };

// Moves the last value to its place among the sorted ones from `begin` on.
template <class Values>
void sift_last(Values& values, std::size_t begin) {
  for (std::size_t i = values.size() - 1; i > begin && comes_first(values[i], values[i - 1]); --i) {
    std::swap(values[i], values[i - 1]);
  }
}

}  // namespace

Pibt::Pibt(const Problem& problem, Distances& distances, std::uint64_t seed, std::span<const Time> weights,
           std::vector<bool> swaps)
    : rules_(problem.rules),
      weights_(weights),
      swaps_(std::move(swaps)),
      wait_(weights.empty() ? 0 : *std::min_element(weights.begin(), weights.end())),
      random_(seed) {
  standing_.ground = problem.ground;
  standing_.goals = problem.goals;
  for (const Spot goal : problem.goals) {
    standing_.tables.push_back(goal == kNoSpot ? DistanceView() : distances.to(goal).view());
  }
  standing_.now.assign(problem.ground->cells(), kNoUnit);
  standing_.next.assign(problem.ground->cells(), kNoUnit);
  leaving_.resize(problem.units());
}

void Pibt::set_goal(Unit unit, Spot goal, const DistanceTable& table) {
  standing_.goals[unit] = goal;
  standing_.tables[unit] = table.view();
}

void Pibt::drop_goal(Unit unit) {
  standing_.goals[unit] = kNoSpot;
  standing_.tables[unit] = DistanceView();
}

bool Pibt::step(std::span<const Spot> from, std::span<const Unit> order, std::span<const Fixed> fixed,
                std::vector<Spot>& to) {
  standing_.from = from;
  pulled_.clear();
  standing_.to.assign(from.size(), kNoSpot);
  for (Unit unit = 0; unit < from.size(); ++unit) {
    if (!has_left(unit)) standing_.now[from[unit]] = unit;
    leaving_[unit] = has_left(unit) || leaves(unit);
  }
  bool done = fix(fixed);
  for (std::size_t i = 0; done && i < order.size(); ++i) {
    const Unit unit = order[i];
    if (!leaving_[unit] && standing_.is_undecided(unit)) done = plan(unit);
  }
  clear(from);
  to.swap(standing_.to);
  return done;
}

void Pibt::clear(std::span<const Spot> from) {
  for (const Spot cell : from) {
    if (cell != kNoSpot) standing_.now[cell] = kNoUnit;
  }
  for (const Spot cell : standing_.to) {
    if (cell != kNoSpot) standing_.next[cell] = kNoUnit;
  }
}

bool Pibt::fix(std::span<const Fixed> fixed) {
  for (const auto& [unit, cell] : fixed) {
    if (leaving_[unit]) continue;
    if (!may_take(unit, cell)) return false;
    standing_.send(unit, cell);
  }
  return true;
}

bool Pibt::may_take(Unit unit, Spot cell) const {
  if (standing_.next[cell] != kNoUnit) return false;
  const Spot here = standing_.from[unit];
  if (cell == here) return true;
  const Unit there = standing_.now[cell];
  if (there != kNoUnit && (!rules_.following || standing_.to[there] == here)) return false;
  return !standing_.ground->has_crossings() || !crosses(unit, cell);
}

// Whether a unit may enter a cell, perhaps after pushing out the unit there.
bool Pibt::may_claim(Unit unit, Spot cell) const {
  const Unit there = standing_.now[cell];
  if (rules_.following || there == kNoUnit || there == unit) return may_take(unit, cell);
  return standing_.next[cell] == kNoUnit && standing_.is_undecided(there) && !leaving_[there];
}

// Without following, a unit that has pushed another waits until the cell is empty.
void Pibt::wait_until_left(Unit unit) {
  const Spot cell = standing_.to[unit], here = standing_.from[unit];
  if (rules_.following || cell == here || standing_.now[cell] == kNoUnit) return;
  if (standing_.next[cell] == unit) standing_.next[cell] = kNoUnit;
  standing_.send(unit, here);
}

bool Pibt::crosses(Unit unit, Spot cell) const {
  for (const auto& [a, b] : standing_.ground->crossings(standing_.from[unit], cell)) {
    const Unit at_a = standing_.now[a], at_b = standing_.now[b];
    if ((at_a != kNoUnit && standing_.to[at_a] == b) || (at_b != kNoUnit && standing_.to[at_b] == a)) return true;
  }
  return false;
}

// Recursive for the units that are pushed, with an explicit stack.
bool Pibt::plan(Unit unit) {
  stack_.clear();
  choices_.clear();
  push(unit);
  for (bool succeeded = false;;) {
    Frame& frame = stack_.back();
    const bool came_back = frame.at != frame.begin;
    bool pushed = false;
    if (!came_back || !succeeded) pushed = advance(frame);
    if (pushed) continue;
    Frame done = stack_.back();
    succeeded = done.at <= done.end;
    if (succeeded) {
      wait_until_left(done.unit);
      pull(done);
    } else {
      standing_.send(done.unit, standing_.from[done.unit]);
    }
    choices_.resize(done.begin);
    stack_.pop_back();
    if (stack_.empty()) return succeeded;
  }
}

// Tries a unit's next choices. True if another unit has to move first, which is then on top of the stack. Otherwise
// `at` is one past the choice taken, or past the end if there was none.
bool Pibt::advance(Frame& frame) {
  while (frame.at != frame.end) {
    if (frame.at == frame.settled) settle(frame);
    const Spot cell = choices_[frame.at++].cell;
    if (!may_claim(frame.unit, cell)) continue;
    standing_.send(frame.unit, cell);
    const Unit there = standing_.now[cell];
    if (there == kNoUnit || there == frame.unit || leaving_[there] || !standing_.is_undecided(there)) return false;
    push(there);
    return true;
  }
  frame.at = frame.end + 1;
  return false;
}

void Pibt::push(Unit unit) {
  const Spot here = standing_.from[unit];
  const auto begin = static_cast<std::uint32_t>(choices_.size());
  // Without following, a chain of pushes moves only its last unit. A pushed unit prefers an empty cell, so that with
  // each step the empty cell comes nearer to the first unit.
  const bool prefers_empty = !rules_.following && !stack_.empty();
  const auto add = [&](Spot cell, Time weight) {
    const auto distance = static_cast<std::uint64_t>(weight + standing_.distance(unit, cell));
    const std::uint64_t last = prefers_empty && standing_.now[cell] != kNoUnit ? kLast : 0;
    choices_.push_back({(last | distance) << 32 | random_() >> 40, cell});
    sift_last(choices_, begin);
  };
  Move move = standing_.ground->first_move(here);
  for (const Spot cell : standing_.ground->next(here)) add(cell, weight(move++));
  add(here, wait_);
  const auto end = static_cast<std::uint32_t>(choices_.size());
  Frame& frame = stack_.emplace_back(Frame{unit, begin, begin, begin, end, kNoUnit, kNoSpot});
  settle(frame);
  if (!may_swap(here, choices_[begin].cell)) return;
  frame.partner = swap_partner(standing_, unit, choices_[begin].cell);
  if (frame.partner == kNoUnit) return;
  while (frame.settled != end) settle(frame);
  std::reverse(choices_.begin() + begin, choices_.end());
  frame.pulls_from = choices_[begin].cell;
}

bool Pibt::may_swap(Spot from, Spot to) const {
  if (swaps_.empty()) return rules_.following;
  const Move move = standing_.ground->move(from, to);
  return move != kNoMove && swaps_[move];
}

// Sorts the next choices that are equally far from the goal. Only they need their hindrance, which takes a lookup in
// the table of each unit around, and most units need only their first choice.
void Pibt::settle(Frame& frame) {
  const std::uint32_t begin = frame.settled, distance = choices_[begin].distance();
  while (frame.settled != frame.end && choices_[frame.settled].distance() == distance) ++frame.settled;
  if (frame.settled - begin < 2) return;
  look_around(standing_.from[frame.unit]);
  if (beside_.empty()) return;
  for (std::uint32_t i = begin; i != frame.settled; ++i) {
    choices_[i].key += std::uint64_t{hindrance(choices_[i].cell)} << 24;
  }
  std::sort(choices_.begin() + begin, choices_.begin() + frame.settled, comes_first);
}

void Pibt::pull(const Frame& frame) {
  const Spot here = standing_.from[frame.unit];
  const bool first_choice = standing_.to[frame.unit] == frame.pulls_from && frame.pulls_from != here;
  if (frame.partner == kNoUnit || !first_choice) return;
  if (leaving_[frame.partner] || !standing_.is_undecided(frame.partner)) return;
  const bool leads = standing_.ground->leads(standing_.from[frame.partner], here);
  const Spot to = rules_.following ? here : standing_.from[frame.partner];
  if (!leads || !may_take(frame.partner, to)) return;
  standing_.send(frame.partner, to);
  if (!rules_.following) pulled_.push_back({frame.partner, here});
}

void Pibt::look_around(Spot here) {
  beside_.clear();
  for (const Spot cell : standing_.ground->next(here)) {
    const Unit unit = standing_.now[cell];
    if (unit != kNoUnit) beside_.push_back({unit, cell, standing_.distance(unit, cell)});
  }
}

// How many of the units around would get nearer to their goals in a cell.
std::uint32_t Pibt::hindrance(Spot cell) const {
  std::uint32_t coming = 0;
  for (const Beside& other : beside_) {
    coming += other.cell != cell && standing_.distance(other.unit, cell) < other.distance;
  }
  return std::min(coming, 255u);
}

}  // namespace pathstar::fleet
