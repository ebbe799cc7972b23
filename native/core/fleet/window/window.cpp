#include "fleet/window/window.hpp"

#include <algorithm>

namespace pathstar::fleet {

Window::Window(const Problem& problem, Time steps, Time per_move, std::uint64_t seed, std::span<const Time> weights)
    : ground_(problem.ground),
      rules_(problem.rules),
      steps_(steps),
      per_move_(per_move),
      weights_(weights),
      random_(seed),
      aims_(problem.units()),
      rows_(static_cast<std::size_t>(steps) + 1),
      holders_(rows_.size(), std::vector<Unit>(ground_->cells(), kNoUnit)),
      layers_(rows_.size()),
      number_(2 * ground_->cells()),
      stamp_(2 * ground_->cells()) {}

void Window::push(const std::vector<Spot>& row) {
  if (is_full()) {
    for (const Spot cell : rows_[first_]) holders_[first_][cell] = kNoUnit;
    first_ = slot(1);
  } else {
    ++filled_;
  }
  const std::size_t last = slot(static_cast<Time>(filled_) - 1);
  rows_[last] = row;
  for (Unit unit = 0; unit < row.size(); ++unit) holders_[last][row[unit]] = unit;
}

void Window::repair(Unit unit) {
  group_.assign(1, unit);
  repair_group();
}

void Window::improve(std::size_t repairs, Budget& budget) {
  for (std::size_t i = 0; i < repairs && !aims_.empty() && !budget.over(); ++i) {
    Unit unit = random_.below(aims_.size());
    for (unsigned tries = 1; tries < kTries && !is_held_up(unit); ++tries) unit = random_.below(aims_.size());
    if (!is_held_up(unit)) continue;
    choose_group(unit);
    random_.shuffle(group_);
    std::stable_partition(group_.begin(), group_.end(), [&](Unit one) { return has_goal(one); });
    repair_group();
  }
}

Time Window::distance(Unit unit, Spot cell) const noexcept {
  const Aim& aim = aims_[unit];
  return aim.goal == kNoSpot ? 0 : (*aim.table)[cell];
}

// Whether a unit gets to its goal later than alone, or does not get as near.
bool Window::is_held_up(Unit unit) const noexcept {
  if (!has_goal(unit)) return false;
  const Time left = distance(unit, row(0)[unit]);
  for (Time time = 1; time <= steps_; ++time) {
    if (row(time)[unit] == aims_[unit].goal) return per_move_ * time > left;
  }
  return per_move_ * steps_ + distance(unit, last_row()[unit]) > left;
}

// The unit, those that it meets on its shortest path, those that they meet, and so on.
void Window::choose_group(Unit unit) {
  group_.assign(1, unit);
  for (std::size_t i = 0; i < group_.size(); ++i) {
    const Unit one = group_[i];
    Spot cell = row(0)[one];
    for (Time time = 1; time <= steps_ && cell != aims_[one].goal && group_.size() < kGroup; ++time) {
      Spot best = cell;
      for (const Spot to : ground_->next(cell)) {
        const Time left = distance(one, to), least = distance(one, best);
        if (left < least || (left == least && random_.below(2) == 0)) best = to;
      }
      join(holder(time, best));
      join(holder(time - 1, best));
      cell = best;
    }
  }
}

void Window::join(Unit unit) {
  if (unit == kNoUnit || group_.size() == kGroup) return;
  if (std::find(group_.begin(), group_.end(), unit) == group_.end()) group_.push_back(unit);
}

// Replans the units of the group one after the other around all others. Steps that cost more are discarded. Steps that
// cost the same are kept, so that repairs leave plateaus.
void Window::repair_group() {
  before_.resize(group_.size());
  after_.resize(group_.size());
  Cost old = 0, sum = 0;
  for (std::size_t i = 0; i < group_.size(); ++i) {
    old += cost_of_window(group_[i]);
    before_[i].clear();
    for (Time time = 0; time <= steps_; ++time) before_[i].push_back(row(time)[group_[i]]);
    take_out(group_[i]);
  }
  std::size_t planned = 0;
  while (planned < group_.size() && sum <= old && replan(planned)) {
    put_back(group_[planned], after_[planned]);
    sum += cost_of_window(group_[planned++]);
  }
  if (planned == group_.size() && sum <= old) return;
  for (std::size_t i = 0; i < planned; ++i) take_out(group_[i]);
  for (std::size_t i = 0; i < group_.size(); ++i) put_back(group_[i], before_[i]);
}

// Finds the steps of a unit of the group. One without a goal keeps those that it has, unless it is in the way: they may
// make way for a unit that comes through only beyond the window.
bool Window::replan(std::size_t i) {
  if (!has_goal(group_[i]) && is_free(before_[i])) {
    after_[i] = before_[i];
    return true;
  }
  return find(group_[i], after_[i]);
}

void Window::take_out(Unit unit) {
  for (Time time = 0; time <= steps_; ++time) holders_[slot(time)][row(time)[unit]] = kNoUnit;
}

void Window::put_back(Unit unit, const UnitPath& path) {
  for (Time time = 0; time <= steps_; ++time) {
    const Spot cell = path[static_cast<std::size_t>(time)];
    rows_[slot(time)][unit] = cell;
    holders_[slot(time)][cell] = unit;
  }
}

// When a unit gets to its goal, by the window and its table, and the weights of its moves. The distances on the way
// count less than one move: among equal paths the unit takes the one that gets near early.
Window::Cost Window::cost_of_window(Unit unit) const noexcept {
  Cost sum = 0;
  if (!has_goal(unit)) return sum;
  for (Time time = 0; time <= steps_; ++time) {
    const Spot cell = row(time)[unit];
    if (time > 0) sum += cost_between(row(time - 1)[unit], cell);
    if (time > 0 && cell == aims_[unit].goal) return sum + cost_of_goal(time);
    sum += distance(unit, cell);
  }
  return sum + cost_of_end(unit, last_row()[unit]);
}

Window::Cost Window::cost_between(Spot from, Spot to) const noexcept {
  if (weights_.empty() || from == to) return 0;
  return cost_of_move(ground_->move(from, to));
}

Window::Cost Window::cost_of_end(Unit unit, Spot cell) const noexcept {
  return cost_of_goal(steps_) + Cost{steps_ + 1} * distance(unit, cell);
}

// Whether a unit that is taken out meets no other if it makes a move or waits.
bool Window::is_free(Spot from, Spot to, Time arrival) const noexcept {
  if (holder(arrival, to) != kNoUnit) return false;
  const Unit ahead = holder(arrival - 1, to), behind = holder(arrival, from);
  if (!rules_.following && (ahead != kNoUnit || behind != kNoUnit)) return false;
  if (from == to) return true;
  if (ahead != kNoUnit && ahead == behind) return false;
  if (!ground_->has_crossings()) return true;
  const auto makes = [&](Spot a, Spot b) {
    const Unit unit = holder(arrival - 1, a);
    return unit != kNoUnit && unit == holder(arrival, b);
  };
  const auto crossings = ground_->crossings(from, to);
  return std::none_of(crossings.begin(), crossings.end(), [&](const auto& cells) {
    return makes(cells.first, cells.second) || makes(cells.second, cells.first);
  });
}

// Whether a unit that is taken out may go along a path and meets no other unit there.
bool Window::is_free(const UnitPath& path) const noexcept {
  for (Time time = 1; time <= steps_; ++time) {
    const auto at = static_cast<std::size_t>(time);
    if (!is_free(path[at - 1], path[at], time)) return false;
  }
  return true;
}

// Finds the cheapest steps of a unit that is taken out. False if the others leave it no room.
bool Window::find(Unit unit, UnitPath& path) {
  const Spot start = row(0)[unit];
  layers_[0].assign(1, {start, 0, distance(unit, start), false});
  for (Time time = 1; time <= steps_; ++time) grow(unit, time);
  Layer& last = layers_.back();
  for (Place& place : last) {
    if (!place.arrived) place.cost += cost_of_end(unit, place.cell);
  }
  const auto best =
      std::min_element(last.begin(), last.end(), [](const Place& a, const Place& b) { return a.cost < b.cost; });
  if (best == last.end()) return false;
  path.resize(layers_.size());
  auto number = static_cast<std::uint32_t>(best - last.begin());
  for (std::size_t time = layers_.size(); time-- > 0;) {
    path[time] = layers_[time][number].cell;
    number = layers_[time][number].parent;
  }
  return true;
}

void Window::grow(Unit unit, Time time) {
  const Layer& from = layers_[static_cast<std::size_t>(time) - 1];
  Layer& layer = layers_[static_cast<std::size_t>(time)];
  layer.clear();
  if (++turn_ == 0) std::fill(stamp_.begin(), stamp_.end(), turn_++);
  for (std::uint32_t number = 0; number < from.size(); ++number) {
    const Place& place = from[number];
    const auto go = [&](Spot to, Cost move) {
      if (!is_free(place.cell, to, time)) return;
      const bool arrives = !place.arrived && to == aims_[unit].goal;
      const Cost more = place.arrived ? 0 : move + (arrives ? cost_of_goal(time) : distance(unit, to));
      reach(layer, {to, number, place.cost + more, place.arrived || arrives});
    };
    Move move = ground_->first_move(place.cell);
    for (const Spot to : ground_->next(place.cell)) go(to, has_goal(unit) ? cost_of_move(move++) : 1);
    go(place.cell, 0);
  }
}

void Window::reach(Layer& layer, const Place& place) {
  const std::size_t key = 2 * std::size_t{place.cell} + (place.arrived ? 1 : 0);
  if (stamp_[key] != turn_) {
    stamp_[key] = turn_;
    number_[key] = static_cast<std::uint32_t>(layer.size());
    layer.push_back(place);
  } else if (Place& known = layer[number_[key]]; place.cost < known.cost) {
    known = place;
  }
}

}  // namespace pathstar::fleet
