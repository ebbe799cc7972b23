// PIBT, priority inheritance with backtracking: one step for all units, by priority.
//
// A unit enters the neighbouring cell that is nearest to its goal. If another unit stands there, that one must move
// first, with the priority of the unit that pushes it; if it finds no cell, the pusher tries its next choice. Linear in
// the units. If every move lies on a cycle of three cells or more, every unit eventually gets to its goal.
//
// Differs from the paper: an explicit stack, as a chain of pushes can be as long as there are units; the swap rule,
// which can be limited to moves on no cycle, as elsewhere units get past each other without it, and it delays them;
// ties between cells are broken by how many units around want to go there (hindrance), then at random; and without
// following, a unit that pushes waits until the cell is empty, and one that is pulled along comes one step later.
//
// Reference: Okumura, Machida, Defago and Tamura 2022, Priority inheritance with backtracking for iterative multi-agent
// path finding. Okumura and Nagai 2025, Lightweight and effective preference construction in PIBT.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "fleet/common/random.hpp"
#include "fleet/joint/standing.hpp"

namespace pathstar::fleet {

// Where a unit must go in the next step.
using Fixed = std::pair<Unit, Spot>;

class Pibt {
 public:
  // `weights` holds the weight of each move by its number and must last as long; units then prefer cells by weight plus
  // distance, otherwise by distance alone. `swaps` says over which moves units may swap; if it is empty, they may over
  // all with following, and over none without.
  Pibt(const Problem& problem, Distances& distances, std::uint64_t seed, std::span<const Time> weights = {},
       std::vector<bool> swaps = {});

  // The table holds the distances to the goal. It must last as long as the unit has that goal.
  void set_goal(Unit unit, Spot goal, const DistanceTable& table);
  // A unit without a goal stays where it is, and gives way to all others.
  void drop_goal(Unit unit);
  Spot goal(Unit unit) const noexcept { return standing_.goals[unit]; }
  Time distance(Unit unit, Spot cell) const noexcept { return standing_.distance(unit, cell); }

  // Decides where the units at `from` go next, in the given order. A unit that leaves at its goal goes to kNoSpot.
  // False if `fixed` leaves some unit no cell; then `to` is unspecified.
  bool step(std::span<const Spot> from, std::span<const Unit> order, std::span<const Fixed> fixed,
            std::vector<Spot>& to);
  // Without following: what to fix in the next step, so that units that are pulled along follow.
  std::span<const Fixed> pulled() const noexcept { return pulled_; }

 private:
  struct Choice {
    std::uint64_t key;  // distance, hindrance and a random number, from high to low bits

    std::uint32_t distance() const noexcept { return static_cast<std::uint32_t>(key >> 32); }
    Spot cell;
  };
  // A unit next to the one whose choices are sorted.
  struct Beside {
    Unit unit;
    Spot cell;
    Time distance;  // to its goal
  };
  struct Frame {
    Unit unit;
    std::uint32_t begin, at, settled, end;  // in choices_; those from `settled` on are not yet in order
    Unit partner;
    Spot pulls_from;  // the partner is pulled along if this cell is entered
  };

  bool has_left(Unit unit) const noexcept { return standing_.from[unit] == kNoSpot; }
  bool leaves(Unit unit) const noexcept { return !rules_.stay && standing_.from[unit] == standing_.goals[unit]; }
  bool fix(std::span<const Fixed> fixed);
  bool plan(Unit unit);
  void push(Unit unit);
  bool advance(Frame& frame);
  void settle(Frame& frame);
  void pull(const Frame& frame);
  bool may_swap(Spot from, Spot to) const;
  bool may_take(Unit unit, Spot cell) const;
  bool may_claim(Unit unit, Spot cell) const;
  void wait_until_left(Unit unit);
  bool crosses(Unit unit, Spot cell) const;
  void look_around(Spot here);
  std::uint32_t hindrance(Spot cell) const;
  Time weight(Move move) const noexcept { return weights_.empty() ? 0 : weights_[move]; }
  void clear(std::span<const Spot> from);

  Rules rules_;
  Standing standing_;
  std::span<const Time> weights_;
  std::vector<bool> swaps_;
  Time wait_;  // the weight of staying
  Random random_;
  std::vector<bool> leaving_;
  std::vector<Choice> choices_;
  std::vector<Beside> beside_;
  std::vector<Frame> stack_;
  std::vector<Fixed> pulled_;
};

}  // namespace pathstar::fleet
