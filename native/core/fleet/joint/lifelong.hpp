// Units that go from task to task without end, one PIBT step for all at a time.
//
// A task is a cell to visit. A unit without one takes the nearest of those that have waited longest and that it can
// get to. Where there are none left, it stays where it is and gives way to all others. With guidance, units take ways
// that lead round the traffic of the others: each chooses its way when it takes a task, and again in turn. With
// weights, they take the ways whose moves have the least sum. With a window, PIBT plans several steps ahead, and
// repairs of these steps go before the first of them is made.
//
// Each task that a unit is on needs a table of distances. Where there is no memory for more of them, tasks wait. So do
// those at nodes where one may not stand.
//
// After an edit another one goes on where this one stopped, on the ground as it is then.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/traffic.hpp"
#include "fleet/joint/pibt.hpp"
#include "fleet/window/window.hpp"

namespace pathstar::fleet {

// A task that was finished: when, by whom, and where.
struct Finished {
  std::int64_t time;
  Unit unit;
  Node node;
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

  // Takes over the clock, the order and the tasks of one over other ground whose units stand at the same nodes. Those
  // tasks that a unit can no longer get to wait for another one.
  void continue_from(const Lifelong& before);

  void add_task(Node node) { waiting_.push_back(node); }
  // Makes a step. The budget ends the repairs, not the step.
  void step(Budget budget);

  const Ground& ground() const noexcept { return *ground_; }
  std::int64_t time() const noexcept { return time_; }
  std::size_t waiting() const noexcept { return waiting_.size(); }
  const std::vector<Spot>& cells() const noexcept { return at_; }
  // What each unit goes to; kNoSpot for those without a task.
  const std::vector<Spot>& tasks() const noexcept { return tasks_; }
  // What was finished since it was last taken.
  std::vector<Finished> take_finished() { return std::exchange(finished_, {}); }

 private:
  static constexpr std::size_t kLook = 32;  // tasks that are compared, of those in a unit's part of the ground
  static constexpr std::size_t kAgain = 8;  // units that choose their way again in each step

  Problem standing() const;
  void give_tasks();
  std::deque<Node>::iterator nearest_task(Unit unit);
  bool can_reach(Unit unit, Node node) const;
  void arrive();
  bool has_room();
  void set_goal(Unit unit, Spot goal);
  void drop_goal(Unit unit);
  void list_if_unused(Spot cell);
  void set_table(Unit unit, DistanceTable table);
  void choose_way(Unit unit);
  void choose_ways_again();
  void step_in_window(Budget& budget);
  void extend_window();

  std::shared_ptr<const Ground> ground_;
  bool following_;
  std::size_t repairs_, most_bytes_;
  std::vector<Spot> at_, to_, tasks_;
  std::vector<std::uint32_t> parts_;  // of the ground, by cell: no moves lead from one to another
  std::vector<Time> weights_;         // of each move, if the caller weighs them
  Distances distances_;
  Pibt pibt_;
  std::vector<float> priorities_;
  std::vector<Unit> order_;
  std::deque<Node> waiting_;
  std::vector<std::uint32_t> users_;  // of each cell's table: units
  std::deque<Spot> unused_;           // cells whose tables no one used at some time, the oldest first
  std::vector<bool> is_listed_;       // by cell: among them
  std::size_t busy_ = 0;              // units with a task
  // With guidance: what units use, and the table and the way of each that has a task.
  std::optional<Traffic> traffic_;
  std::vector<DistanceTable> tables_;
  std::size_t bytes_per_cell_ = 0;  // of these tables together
  std::vector<std::vector<Move>> ways_;
  std::size_t turn_ = 0;  // of the units that choose again
  std::optional<Window> window_;
  std::vector<Unit> sent_;  // units with a new task
  std::vector<Finished> finished_;
  std::int64_t time_ = 0;
};

}  // namespace pathstar::fleet
