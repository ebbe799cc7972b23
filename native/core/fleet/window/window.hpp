// The next steps of all units, and repairs that get them to their goals sooner.
//
// A window holds a row of cells for each of the next times. By the rules of plans, no two units meet in it. A repair
// takes some units out, finds the best steps for each around all others, and puts the old steps back if the new ones
// cost more. So the window is valid after each repair.
//
// The best steps of one unit are found in layers, one for each time: a window is short, so a layer holds few cells.
// Where a unit goes after its goal does not count. A unit without a goal keeps its steps, unless it is in the way of
// others in its group.
//
// A repair takes time linear in the steps, the size of the group, and the cells that a unit can reach within the
// window. Repairs do not guarantee that every unit gets its turn; the rows that are pushed have to.
//
// Reference: Li, Tinka, Kiesel, Durham, Kumar and Koenig 2021, Lifelong multi-agent path finding in large-scale
// warehouses. Li, Chen, Harabor, Stuckey and Koenig 2021, Anytime multi-agent path finding via large neighborhood
// search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/random.hpp"

namespace pathstar::fleet {

class Window {
 public:
  // In the tables of distances a move costs `per_move`, or more where there is traffic. With `weights`, which must last
  // as long, it costs its weight, in the tables and in the window.
  Window(const Problem& problem, Time steps, Time per_move, std::uint64_t seed, std::span<const Time> weights = {});

  // Adds a row at the end; drops the first one if there would be more than steps + 1.
  void push(const std::vector<Spot>& row);
  bool is_full() const noexcept { return filled_ == rows_.size(); }
  // Where all units are after some steps; row 0 says where they are now.
  const std::vector<Spot>& row(Time time) const noexcept { return rows_[slot(time)]; }
  const std::vector<Spot>& last_row() const noexcept { return row(static_cast<Time>(filled_) - 1); }

  // The table must not move or end while the unit has the goal.
  void set_goal(Unit unit, Spot goal, const DistanceTable& table) { aims_[unit] = {goal, &table}; }
  void drop_goal(Unit unit) { aims_[unit] = {}; }

  // Improves the steps of one unit around all others, if it can.
  void repair(Unit unit);
  // Improves the steps of units that are held up and of those in their way, group by group.
  void improve(std::size_t repairs, Budget& budget);

 private:
  using Cost = std::int64_t;

  struct Aim {
    Spot goal = kNoSpot;
    const DistanceTable* table = nullptr;
  };
  // A cell that a unit can be in at one time, before or after its goal, and the cheapest path there.
  struct Place {
    Spot cell;
    std::uint32_t parent;  // in the layer before
    Cost cost;
    bool arrived;
  };
  using Layer = std::vector<Place>;

  static constexpr std::size_t kGroup = 8;
  static constexpr unsigned kTries = 20;  // to find a unit that is held up

  std::size_t slot(Time time) const noexcept { return (first_ + static_cast<std::size_t>(time)) % rows_.size(); }
  Unit holder(Time time, Spot cell) const noexcept { return holders_[slot(time)][cell]; }
  bool has_goal(Unit unit) const noexcept { return aims_[unit].goal != kNoSpot; }
  Time distance(Unit unit, Spot cell) const noexcept;
  bool is_held_up(Unit unit) const noexcept;
  void choose_group(Unit unit);
  void join(Unit unit);
  void repair_group();
  bool replan(std::size_t i);
  void take_out(Unit unit);
  void put_back(Unit unit, const UnitPath& path);
  Cost cost_of_window(Unit unit) const noexcept;
  Cost cost_of_goal(Time time) const noexcept { return Cost{steps_ + 1} * per_move_ * time; }
  Cost cost_of_end(Unit unit, Spot cell) const noexcept;
  // What a move costs in addition to its time.
  Cost cost_of_move(Move move) const noexcept {
    return weights_.empty() ? 0 : Cost{steps_ + 1} * (weights_[move] - per_move_);
  }
  Cost cost_between(Spot from, Spot to) const noexcept;
  bool is_free(Spot from, Spot to, Time arrival) const noexcept;
  bool is_free(const UnitPath& path) const noexcept;
  bool find(Unit unit, UnitPath& path);
  void grow(Unit unit, Time time);
  void reach(Layer& layer, const Place& place);

  const Ground* ground_;
  Rules rules_;
  Time steps_, per_move_;
  std::span<const Time> weights_;
  Random random_;
  std::vector<Aim> aims_;  // by unit
  std::size_t first_ = 0, filled_ = 0;
  std::vector<std::vector<Spot>> rows_;     // by slot and unit
  std::vector<std::vector<Unit>> holders_;  // by slot and cell
  std::vector<Layer> layers_;
  std::vector<std::uint32_t> number_, stamp_;  // for the layer being made, by cell and whether the goal was reached
  std::uint32_t turn_ = 0;
  std::vector<Unit> group_;
  std::vector<UnitPath> before_, after_;  // of the units in the group
};

}  // namespace pathstar::fleet
