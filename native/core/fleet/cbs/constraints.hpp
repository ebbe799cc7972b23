// What a node of the constraint tree asks of the units, and what of it concerns one unit.
#pragma once

#include <vector>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// A place or a move that a unit must not make; of a landmark, one that it must make. A vertex has no `from`.
struct Prohibition {
  Unit unit;
  Spot cell;
  Spot from;        // kNoSpot for any, waiting included
  Time begin, end;  // the times at which it holds: begin, ..., end - 1

  bool holds(Spot before, Spot now, Time time) const noexcept {
    return now == cell && (from == kNoSpot || from == before) && begin <= time && time < end;
  }
};

struct Constraint {
  enum class Kind : std::uint8_t {
    prohibit,    // the unit must not be there
    keep_off,    // all other units must not be there
    be_there,    // the unit must be there at `begin`
    later_than,  // the unit must arrive later than at `begin`
    no_later,    // the unit must have arrived at `begin`
  };
  Kind kind;
  Prohibition what;
};

bool concerns(const Constraint& constraint, Unit unit) noexcept;

// All that one unit must obey.
struct UnitConstraints {
  std::vector<Prohibition> prohibited;
  std::vector<Prohibition> landmarks;    // where it must be at the time `begin`
  Time earliest = 0, latest = kForever;  // arrival

  void add(const Constraint& constraint, Unit unit);
  // The first time from which nothing stands against being in a cell for ever.
  Time free_from(Spot cell) const noexcept;
};

// What of the constraints holds at one time after another.
class ConstraintsNow {
 public:
  // The constraints must last as long.
  explicit ConstraintsNow(const UnitConstraints& all) : all_(&all) {}

  void go_to(Time time);
  bool forbids(Spot before, Spot now) const noexcept;

 private:
  const UnitConstraints* all_;
  Time time_ = 0;
  std::vector<Prohibition> prohibited_, landmarks_;
};

// Whether a path breaks a constraint. A unit that stays is at its last cell for ever.
bool breaks(const UnitPath& path, Unit unit, const Constraint& constraint, const Rules& rules) noexcept;

}  // namespace pathstar::fleet
