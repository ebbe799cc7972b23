// Units that go from task to task without end, one PIBT step for all at a time.
//
// A task is a cell to visit, or several in order. A unit without a task looks at those that have waited longest and
// that it can complete, and takes the one whose first cell is nearest. It keeps a task that it has begun: if it cannot
// go on, it waits. If no tasks are left, it stays where it is and gives way to all others. With guidance, units take
// paths that lead round the traffic of the others: each chooses its path when it takes a task, and again now and then.
// With weights, they take the paths whose moves have the least sum of weights. With a window, PIBT plans several steps
// ahead, and these steps are repaired before the first of them is made.
//
// Units swap only over moves that lie on no cycle: elsewhere PIBT alone gets each unit to its goal. In full dead ends,
// where that is not enough, the units around the first in order forget their goals for a while and make way for it.
// Meanwhile the window is not repaired: within its few steps, making way only costs.
//
// Each cell that a unit goes to needs a table of distances. If there is no memory for another table, tasks wait. Tasks
// with a stop where no unit may stand wait, too.
//
// After an edit of the map, another Lifelong on the new ground continues from this one.
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

// A unit has reached a stop of its task.
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
  // The weight of each move, greater than 0; empty for none. Not together with `guided`.
  std::vector<double> weights;
  Time window;             // steps ahead that are planned and repaired; 0 for none
  std::size_t repairs;     // at most, for each step
  std::size_t most_bytes;  // for the tables of distances
  std::uint64_t seed;
};

class Lifelong {
 public:
  Lifelong(std::shared_ptr<const Ground> ground, std::vector<Spot> starts, const LifelongOptions& options);

  // Takes over the clock, the order and the tasks from one on other ground whose units stand at the same nodes. If a
  // unit cannot go on, it keeps a task that it has begun; any other task waits for another unit.
  void continue_from(const Lifelong& before);

  // A task has at least one stop. Tasks are numbered from 0.
  void add_task(std::span<const Node> stops) { waiting_.push_back({Task(added_++, stops), {}}); }
  // Makes a step. The budget ends the repairs, not the step.
  void step(Budget budget);

  const Ground& ground() const noexcept { return *ground_; }
  std::int64_t time() const noexcept { return time_; }
  std::size_t waiting() const noexcept { return waiting_.size(); }
  const std::vector<Spot>& cells() const noexcept { return at_; }
  // By unit.
  const std::vector<std::optional<Task>>& tasks() const noexcept { return tasks_; }
  // The visits since the last call.
  std::vector<Visit> take_visits() { return std::exchange(visits_, {}); }
  // The memory of the tables of distances.
  std::size_t table_bytes() const noexcept { return distances_.bytes() + bytes_per_cell_ * ground_->cells(); }

 private:
  static constexpr std::size_t kLook = 32;  // tasks that are compared, of those that a unit can do
  static constexpr std::size_t kAgain = 8;  // units that choose their path again in each step
  // Steps in which the first unit comes no nearer before others make way. Repairs of a window need some time.
  static constexpr Time kPatience = 8, kPatienceAhead = 48;
  static constexpr Time kNear = 8;  // units within about this many moves make way

  struct Waiting {
    Task task;
    std::optional<bool> is_open;  // whether each stop leads to the next one, if known
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
  std::vector<Spot> goals_;                  // by unit; kNoSpot for none
  std::vector<std::optional<Task>> tasks_;   // by unit
  std::vector<std::uint32_t> parts_;         // by cell: its weakly connected component
  std::optional<StrongParts> strong_parts_;  // made for the first task of several stops
  std::vector<Time> weights_;                // of each move; empty for none
  Distances distances_;
  Pibt pibt_;
  std::vector<Fixed> fixed_;  // for the next step of PIBT
  std::vector<float> priorities_;
  std::vector<Unit> order_;
  Unit first_ = kNoUnit;         // the first in order, if it has a goal
  Time nearest_ = 0;             // its least distance from its goal so far
  Time stuck_ = 0;               // steps since then
  std::vector<bool> makes_way_;  // by unit
  std::deque<Waiting> waiting_;
  std::int64_t added_ = 0;            // tasks
  std::vector<Unit> held_;            // units that have begun a task but cannot set off for its next stop yet
  std::vector<std::uint32_t> users_;  // by cell: units that use its table
  std::deque<Spot> unused_;           // cells whose tables may be unused, the oldest first
  std::vector<bool> is_listed_;       // by cell: whether unused_ has it
  std::size_t busy_ = 0;              // units with a goal
  // With guidance: the traffic, and the table and the path of each unit with a goal.
  std::optional<Traffic> traffic_;
  std::vector<DistanceTable> tables_;
  std::size_t bytes_per_cell_ = 0;  // of these tables together
  std::vector<std::vector<Move>> ways_;
  std::size_t turn_ = 0;  // which unit chooses its path again next
  std::optional<Window> window_;
  std::vector<Unit> sent_;  // units with a new goal
  std::vector<Visit> visits_;
  std::int64_t time_ = 0;
};

}  // namespace pathstar::fleet
