// What a node of the constraint tree demands of the units, and what concerns one unit of it.
#pragma once

#include <vector>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// A place where a unit must not be, or a move that it must not make; for a landmark, one that it must. A place has no
// `from`.
struct Prohibition {
  Unit unit;
  Spot cell;
  Spot from;        // kNoSpot for any, waiting included
  Time begin, end;  // it holds at the times begin, ..., end - 1

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
    no_later,    // the unit must arrive at `begin` or before
  };
  Kind kind;
  Prohibition what;
};

bool concerns(const Constraint& constraint, Unit unit) noexcept;

// All constraints of one unit.
struct UnitConstraints {
  std::vector<Prohibition> prohibited;
  std::vector<Prohibition> landmarks;    // each says where the unit must be at its `begin`
  Time earliest = 0, latest = kForever;  // arrival

  void add(const Constraint& constraint, Unit unit);
  // The first time from which the unit may be in a cell for ever.
  Time free_from(Spot cell) const noexcept;
};

// The constraints in force at a time.
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

// Whether a path breaks a constraint. Where units stay at their goals, the unit is in its last cell for ever.
bool breaks(const UnitPath& path, Unit unit, const Constraint& constraint, const Rules& rules) noexcept;

}  // namespace pathstar::fleet
