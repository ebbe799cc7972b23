#include "fleet/joint/lifelong.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "fleet/common/bridges.hpp"

namespace pathstar::fleet {
namespace {

// The weakly connected components of the ground, by cell.
std::vector<std::uint32_t> parts_of(const Ground& ground) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> parts(ground.cells(), kNone);
  std::vector<Spot> stack;
  std::uint32_t count = 0;
  const auto enter = [&](Spot cell) {
    if (parts[cell] != kNone) return;
    parts[cell] = count;
    stack.push_back(cell);
  };
  for (Spot first = 0; first < ground.cells(); ++first) {
    enter(first);
    while (!stack.empty()) {
      const Spot cell = stack.back();
      stack.pop_back();
      std::ranges::for_each(ground.next(cell), enter);
      std::ranges::for_each(ground.previous(cell), enter);
    }
    ++count;
  }
  return parts;
}

// Weights as whole numbers; only their ratios matter. The least becomes the cost of a move without traffic.
std::vector<Time> whole_weights(const std::vector<double>& weights) {
  if (weights.empty()) return {};
  const double least = *std::min_element(weights.begin(), weights.end());
  std::vector<Time> whole;
  for (const double weight : weights) whole.push_back(static_cast<Time>(std::lround(Traffic::kAlone * weight / least)));
  return whole;
}

}  // namespace

Lifelong::Lifelong(std::shared_ptr<const Ground> ground, std::vector<Spot> starts, const LifelongOptions& options)
    : ground_(std::move(ground)),
      following_(options.following),
      patience_(options.window > 0 ? kPatienceAhead : kPatience),
      repairs_(options.repairs),
      most_bytes_(options.most_bytes),
      at_(std::move(starts)),
      goals_(at_.size(), kNoSpot),
      tasks_(at_.size()),
      parts_(parts_of(*ground_)),
      weights_(whole_weights(options.weights)),
      distances_(*ground_, weights_),
      pibt_(standing(), distances_, options.seed, weights_, bridges_of(*ground_)),
      priorities_(at_.size()),
      order_(at_.size()),
      makes_way_(at_.size()),
      users_(ground_->cells()),
      is_listed_(ground_->cells()) {
  if (options.guided) {
    traffic_.emplace(*ground_);
    tables_.resize(at_.size());
    ways_.resize(at_.size());
  }
  if (options.window > 0) {
    const Time per_move = options.guided || !weights_.empty() ? Traffic::kAlone : 1;
    window_.emplace(standing(), options.window, per_move, options.seed, weights_);
    window_->push(at_);
  }
  std::iota(order_.begin(), order_.end(), Unit{0});
  for (Unit unit = 0; unit < at_.size(); ++unit) {
    priorities_[unit] = static_cast<float>(unit) / static_cast<float>(at_.size());
  }
}

void Lifelong::continue_from(const Lifelong& before) {
  time_ = before.time_;
  visits_ = before.visits_;
  priorities_ = before.priorities_;
  order_ = before.order_;
  turn_ = before.turn_;
  added_ = before.added_;
  for (Unit unit = 0; unit < at_.size(); ++unit) {
    const std::optional<Task>& task = before.tasks_[unit];
    if (!task) continue;
    if ((task->is_begun() || leads_on(*task)) && can_set_off(unit, *task)) {
      tasks_[unit] = task;
      set_goal(unit);
    } else if (task->is_begun()) {
      tasks_[unit] = task;
      held_.push_back(unit);
    } else {
      waiting_.push_back({*task, {}});
    }
  }
  for (const Waiting& waiting : before.waiting_) waiting_.push_back({waiting.task, {}});
}

// The problem in which no unit has a goal.
Problem Lifelong::standing() const { return {ground_.get(), at_, goals_, {following_, true}}; }

void Lifelong::step(Budget budget) {
  send_on();
  give_tasks();
  choose_ways_again();
  // Units that are still under way keep their order.
  const auto rest =
      std::stable_partition(order_.begin(), order_.end(), [&](Unit unit) { return priorities_[unit] >= 1; });
  std::sort(rest, order_.end(), [&](Unit a, Unit b) { return priorities_[a] > priorities_[b]; });
  help_first();
  if (window_) {
    step_in_window(budget);
  } else {
    advance(at_);
    at_.swap(to_);
  }
  ++time_;
  arrive();
}

// In a deadlock, the first unit in order comes no nearer to its goal. The units around it then act as if they had no
// goals, and so make way, until it does. If that does not help, it becomes the last.
void Lifelong::help_first() {
  const Unit first = order_.empty() ? kNoUnit : order_.front();
  if (first == kNoUnit || goals_[first] == kNoSpot) return;
  const Time left = pibt_.distance(first, at_[first]);
  if (first != first_ || left < nearest_) {
    stop_help();
    first_ = first;
    nearest_ = left;
  } else if (++stuck_ == patience_) {
    let_make_way(first);
  } else if (stuck_ == 2 * patience_) {
    stop_help();
    std::rotate(order_.begin(), order_.begin() + 1, order_.end());
  }
}

void Lifelong::let_make_way(Unit first) {
  for (Unit unit = 0; unit < at_.size(); ++unit) {
    if (unit == first || ground_->estimate(at_[first], at_[unit]) > kNear) continue;
    makes_way_[unit] = true;
    pibt_.drop_goal(unit);
  }
}

void Lifelong::stop_help() {
  first_ = kNoUnit;
  if (std::exchange(stuck_, 0) < patience_) return;
  makes_way_.assign(at_.size(), false);
  for (Unit unit = 0; unit < at_.size(); ++unit) aim(unit);
}

// Lets a unit go to its goal, unless it has none or makes way for the first.
void Lifelong::aim(Unit unit) {
  const Spot goal = goals_[unit];
  if (goal == kNoSpot || makes_way_[unit]) return;
  pibt_.set_goal(unit, goal, traffic_ ? tables_[unit] : distances_.to(goal));
}

// Units with a new goal are repaired first: their steps still lead to the old one.
void Lifelong::step_in_window(Budget& budget) {
  while (!window_->is_full()) extend_window();
  for (const Unit unit : sent_) window_->repair(unit);
  sent_.clear();
  if (stuck_ < patience_) window_->improve(repairs_, budget);
  at_ = window_->row(1);
  extend_window();
}

void Lifelong::extend_window() {
  advance(window_->last_row());
  window_->push(to_);
}

// Decides where the units at `from` go next. Units that were pulled along follow, unless repairs of a window have led
// them, or others in their way, elsewhere.
void Lifelong::advance(std::span<const Spot> from) {
  fixed_.assign(pibt_.pulled().begin(), pibt_.pulled().end());
  std::erase_if(fixed_, [&](const Fixed& fixed) { return !ground_->leads(from[fixed.first], fixed.second); });
  if (pibt_.step(from, order_, fixed_, to_)) return;
  pibt_.step(from, order_, {}, to_);  // always succeeds with nothing fixed
}

// Sends units to the next stops of tasks that they have begun. They go first, before others use up the memory for new
// tasks.
void Lifelong::send_on() {
  for (const Unit unit : std::exchange(held_, {})) {
    if (can_set_off(unit, *tasks_[unit])) {
      set_goal(unit);
    } else {
      held_.push_back(unit);
    }
  }
}

void Lifelong::give_tasks() {
  for (Unit unit = 0; unit < at_.size() && !waiting_.empty(); ++unit) {
    if (goals_[unit] != kNoSpot || tasks_[unit]) continue;
    if (busy_ > 0 && !has_room()) return;
    const auto nearest = nearest_task(unit);
    if (nearest == waiting_.end()) continue;
    tasks_[unit] = std::move(nearest->task);
    waiting_.erase(nearest);
    set_goal(unit);
  }
}

// Whether another table fits into memory; frees unused tables if necessary.
bool Lifelong::has_room() {
  while (table_bytes() >= most_bytes_ && !unused_.empty()) {
    const Spot cell = unused_.front();
    unused_.pop_front();
    is_listed_[cell] = false;
    if (users_[cell] == 0) distances_.drop(cell);
  }
  return table_bytes() < most_bytes_;
}

// Among the first waiting tasks that the unit can do, the one whose first stop is nearest; the end if there is none.
std::deque<Lifelong::Waiting>::iterator Lifelong::nearest_task(Unit unit) {
  const Spot here = at_[unit];
  auto nearest = waiting_.end();
  Time least = kForever;
  std::size_t looked = 0;
  for (auto waiting = waiting_.begin(); waiting != waiting_.end() && looked < kLook; ++waiting) {
    if (!can_reach(unit, waiting->task.next()) || !can_finish(*waiting)) continue;
    const bool room = has_room();
    if (nearest != waiting_.end() && !room) break;
    ++looked;
    const Spot cell = ground_->cell_of(waiting->task.next());
    const Time far = distances_.to(cell)[here];
    list_if_unused(cell);
    if (far < least) {
      least = far;
      nearest = waiting;
    }
  }
  return nearest;
}

// Whether there is a path to the next stop of a task, and memory for its table.
bool Lifelong::can_set_off(Unit unit, const Task& task) {
  if (!can_reach(unit, task.next())) return false;
  if (!has_room() && busy_ > 0) return false;
  const Spot cell = ground_->cell_of(task.next());
  const bool leads = distances_.to(cell)[at_[unit]] < kForever;
  list_if_unused(cell);
  return leads;
}

// Whether a node is in the same weakly connected component as a unit.
bool Lifelong::can_reach(Unit unit, Node node) const {
  return ground_->is_free(node) && parts_[ground_->cell_of(node)] == parts_[at_[unit]];
}

bool Lifelong::can_finish(Waiting& waiting) {
  if (!waiting.is_open) waiting.is_open = leads_on(waiting.task);
  return *waiting.is_open;
}

// Whether each stop of a task leads to the one after it.
bool Lifelong::leads_on(const Task& task) {
  const std::span<const Node> stops = task.stops();
  if (stops.size() == 1) return true;
  if (!std::ranges::all_of(stops, [&](Node node) { return ground_->is_free(node); })) return false;
  if (!strong_parts_) strong_parts_.emplace(*ground_);
  const auto breaks = std::ranges::adjacent_find(
      stops, [&](Node from, Node to) { return !strong_parts_->leads(ground_->cell_of(from), ground_->cell_of(to)); });
  return breaks == stops.end();
}

void Lifelong::arrive() {
  for (Unit unit = 0; unit < at_.size(); ++unit) {
    if (goals_[unit] == kNoSpot || at_[unit] == goals_[unit]) {
      priorities_[unit] -= std::floor(priorities_[unit]);
    } else {
      priorities_[unit] += 1;
      if (is_cut_off(unit)) give_up(unit);
      continue;
    }
    if (goals_[unit] != kNoSpot) visit(unit);
  }
}

// Called when a unit has reached the next stop of its task.
void Lifelong::visit(Unit unit) {
  std::optional<Task>& task = tasks_[unit];
  const bool is_last = task->is_at_last_stop();
  visits_.push_back({time_, task->number(), unit, task->next(), task->visited(), is_last});
  drop_goal(unit);
  if (is_last) {
    task.reset();
  } else {
    task->advance();
    held_.push_back(unit);
  }
}

// Whether a unit was pushed to where it cannot reach its goal. Only one-way moves can cause that, so this is checked
// only now and then.
bool Lifelong::is_cut_off(Unit unit) const {
  constexpr std::int64_t kSteps = 32;
  return static_cast<std::int64_t>(priorities_[unit]) % kSteps == 0 && pibt_.distance(unit, at_[unit]) >= kForever;
}

// A task that the unit has begun stays with it; any other waits for another unit.
void Lifelong::give_up(Unit unit) {
  drop_goal(unit);
  std::optional<Task>& task = tasks_[unit];
  if (task->is_begun()) return held_.push_back(unit);
  waiting_.push_front({*task, {}});
  task.reset();
}

// Sends a unit to the next stop of its task.
void Lifelong::set_goal(Unit unit) {
  const Spot goal = ground_->cell_of(tasks_[unit]->next());
  goals_[unit] = goal;
  ++busy_;
  ++users_[goal];
  const DistanceTable& table = distances_.to(goal);
  if (window_) {
    window_->set_goal(unit, goal, table);
    sent_.push_back(unit);
  }
  if (traffic_) {
    choose_way(unit);
  } else {
    aim(unit);
  }
}

void Lifelong::drop_goal(Unit unit) {
  if (unit == first_) stop_help();
  const Spot goal = std::exchange(goals_[unit], kNoSpot);
  --busy_;
  --users_[goal];
  list_if_unused(goal);
  pibt_.drop_goal(unit);
  if (window_) window_->drop_goal(unit);
  if (!traffic_) return;
  traffic_->remove(std::exchange(ways_[unit], {}));
  set_table(unit, DistanceTable());
}

void Lifelong::list_if_unused(Spot cell) {
  if (users_[cell] > 0 || is_listed_[cell]) return;
  unused_.push_back(cell);
  is_listed_[cell] = true;
}

void Lifelong::set_table(Unit unit, DistanceTable table) {
  bytes_per_cell_ += table.bytes_per_cell() - tables_[unit].bytes_per_cell();
  tables_[unit] = std::move(table);
}

void Lifelong::choose_way(Unit unit) {
  traffic_->remove(ways_[unit]);
  set_table(unit, traffic_->table_to(goals_[unit], TableGuard()));
  ways_[unit] = traffic_->way(at_[unit], tables_[unit]);
  traffic_->add(ways_[unit]);
  aim(unit);
  if (window_) window_->set_goal(unit, goals_[unit], tables_[unit]);
}

void Lifelong::choose_ways_again() {
  if (!traffic_) return;
  for (std::size_t i = 0; i < std::min(kAgain, at_.size()); ++i) {
    const auto unit = static_cast<Unit>(turn_++ % at_.size());
    if (goals_[unit] != kNoSpot) choose_way(unit);
  }
}

}  // namespace pathstar::fleet
