// Units that go from task to task without end, one PIBT step for all at a time.
//
// A task is a cell to visit, or several in order. A unit without one takes the task whose first cell is nearest, of
// those that have waited longest and that it can do to the end. It keeps a task that it has begun: where it cannot go
// on, it waits. Where no tasks are left, it stays where it is and gives way to all others. With guidance, units take
// ways that lead round the traffic of the others: each chooses its way when it takes a task, and again in turn. With
// weights, they take the ways whose moves have the least sum. With a window, PIBT plans several steps ahead, and
// repairs of these steps go before the first of them is made.
//
// Units swap only over moves that lie on no cycle: elsewhere PIBT alone lets each get to its goal. In dead ends that
// are full, where that is not enough, the units around the first in order make way for it without regard to their
// goals. A window is not repaired meanwhile: within its few steps, making way only costs.
//
// Each cell that a unit is on its way to needs a table of distances. Where there is no memory for more of them, tasks
// wait. So do those at nodes where one may not stand.
//
// After an edit another one goes on where this one stopped, on the ground as it is then.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/strong_parts.hpp"
#include "fleet/common/traffic.hpp"
#include "fleet/joint/pibt.hpp"
#include "fleet/joint/task.hpp"
#include "fleet/window/window.hpp"

namespace pathstar::fleet {

// A stop that a unit reached: when, by whom, where, and which one of which task.
struct Visit {
  std::int64_t time;
  std::int64_t task;
  Unit unit;
  Node node;
  std::uint32_t stop;
  bool is_last;
};

// How units find their steps.
struct LifelongOptions {
  bool following;
  bool guided;
  // Of each move, greater than 0; empty where the caller weighs none. Not together with `guided`.
  std::vector<double> weights;
  Time window;             // how many steps ahead are repaired; 0 for none
  std::size_t repairs;     // at most, for each step
  std::size_t most_bytes;  // of the tables of distances
  std::uint64_t seed;
};

class Lifelong {
 public:
  Lifelong(std::shared_ptr<const Ground> ground, std::vector<Spot> starts, const LifelongOptions& options);

  // Takes over the clock, the order and the tasks of one over other ground whose units stand at the same nodes. Where a
  // unit cannot go on, a task that it has begun waits with it, and any other one for another unit.
  void continue_from(const Lifelong& before);

  // A task of one stop at least. Tasks are numbered from 0.
  void add_task(std::span<const Node> stops) { waiting_.push_back({Task(added_++, stops), {}}); }
  // Makes a step. The budget ends the repairs, not the step.
  void step(Budget budget);

  const Ground& ground() const noexcept { return *ground_; }
  std::int64_t time() const noexcept { return time_; }
  std::size_t waiting() const noexcept { return waiting_.size(); }
  const std::vector<Spot>& cells() const noexcept { return at_; }
  // What each unit has to do.
  const std::vector<std::optional<Task>>& tasks() const noexcept { return tasks_; }
  // The stops that were reached since they were last taken.
  std::vector<Visit> take_visits() { return std::exchange(visits_, {}); }
  // What the tables of distances take.
  std::size_t table_bytes() const noexcept { return distances_.bytes() + bytes_per_cell_ * ground_->cells(); }

 private:
  static constexpr std::size_t kLook = 32;  // tasks that are compared, of those in a unit's part of the ground
  static constexpr std::size_t kAgain = 8;  // units that choose their way again in each step
  // Steps in which the first unit comes no nearer, until others make way. Repairs of a window need some time.
  static constexpr Time kPatience = 8, kPatienceAhead = 48;
  static constexpr Time kNear = 8;  // moves to those that do, at least

  struct Waiting {
    Task task;
    std::optional<bool> is_open;  // whether each stop leads to the next one, once that was asked
  };

  Problem standing() const;
  void send_on();
  void give_tasks();
  std::deque<Waiting>::iterator nearest_task(Unit unit);
  bool can_set_off(Unit unit, const Task& task);
  bool can_reach(Unit unit, Node node) const;
  bool can_finish(Waiting& waiting);
  bool leads_on(const Task& task);
  void arrive();
  void visit(Unit unit);
  bool is_cut_off(Unit unit) const;
  void give_up(Unit unit);
  bool has_room();
  void set_goal(Unit unit);
  void drop_goal(Unit unit);
  void list_if_unused(Spot cell);
  void set_table(Unit unit, DistanceTable table);
  void choose_way(Unit unit);
  void choose_ways_again();
  void aim(Unit unit);
  void help_first();
  void let_make_way(Unit first);
  void stop_help();
  void step_in_window(Budget& budget);
  void extend_window();
  void advance(std::span<const Spot> from);

  std::shared_ptr<const Ground> ground_;
  bool following_;
  Time patience_;
  std::size_t repairs_, most_bytes_;
  std::vector<Spot> at_, to_;
  std::vector<Spot> goals_;                  // by unit; kNoSpot for those that go nowhere
  std::vector<std::optional<Task>> tasks_;   // by unit
  std::vector<std::uint32_t> parts_;         // of the ground, by cell: no moves lead from one to another
  std::optional<StrongParts> strong_parts_;  // once a task of several stops was looked at
  std::vector<Time> weights_;                // of each move, if the caller weighs them
  Distances distances_;
  Pibt pibt_;
  std::vector<Fixed> fixed_;  // what PIBT must do in the next step
  std::vector<float> priorities_;
  std::vector<Unit> order_;
  Unit first_ = kNoUnit;         // the first in order, if it goes somewhere
  Time nearest_ = 0;             // how near it has been to its goal
  Time stuck_ = 0;               // steps since
  std::vector<bool> makes_way_;  // by unit: acts without its goal
  std::deque<Waiting> waiting_;
  std::int64_t added_ = 0;            // tasks
  std::vector<Unit> held_;            // units that have begun a task and have yet to set off for its next stop
  std::vector<std::uint32_t> users_;  // of each cell's table: units
  std::deque<Spot> unused_;           // cells whose tables no one used at some time, the oldest first
  std::vector<bool> is_listed_;       // by cell: among them
  std::size_t busy_ = 0;              // units with a goal
  // With guidance: what units use, and the table and the way of each that has a goal.
  std::optional<Traffic> traffic_;
  std::vector<DistanceTable> tables_;
  std::size_t bytes_per_cell_ = 0;  // of these tables together
  std::vector<std::vector<Move>> ways_;
  std::size_t turn_ = 0;  // of the units that choose again
  std::optional<Window> window_;
  std::vector<Unit> sent_;  // units with a new goal
  std::vector<Visit> visits_;
  std::int64_t time_ = 0;
};

}  // namespace pathstar::fleet
