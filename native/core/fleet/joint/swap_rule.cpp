#include "fleet/joint/swap_rule.hpp"

#include <cstddef>
#include <utility>

namespace pathstar::fleet {
namespace {

struct WaysOn {
  unsigned count = 0;
  Spot last = kNoSpot;
};

// Where a unit that comes from `behind` can go on from a cell. A dead end whose unit is at home does not count.
WaysOn ways_on(const Standing& standing, Spot cell, Spot behind) {
  WaysOn ways;
  for (const Spot next : standing.ground->next(cell)) {
    if (next == behind) continue;
    const Unit there = standing.now[next];
    if (there != kNoUnit && standing.is_home(there) && standing.ground->next(next).size() == 1) continue;
    ++ways.count;
    ways.last = next;
  }
  return ways;
}

// Whether there is room behind `back` for two units that come from `front` to pass each other. One-way moves may lead
// into a ring without an exit: the walk ends when it comes to its mark again, which moves on now and then (Brent 1980).
bool swap_possible(const Standing& standing, Spot front, Spot back) {
  Spot behind = front;
  std::pair mark{back, behind};
  for (std::size_t walked = 1, moves_mark = 2; back != front; ++walked) {
    const WaysOn ways = ways_on(standing, back, behind);
    if (ways.count >= 2) return true;
    if (ways.count == 0) return false;
    behind = back;
    back = ways.last;
    if (mark == std::pair{back, behind}) return false;
    if (walked == moves_mark) {
      mark = {back, behind};
      moves_mark *= 2;
    }
  }
  return false;
}

// Whether `pusher` cannot get nearer to its goal without swapping places with `puller`, which stands ahead of it.
bool swap_needed(const Standing& standing, Unit pusher, Unit puller, Spot behind, Spot ahead) {
  while (standing.distance(pusher, ahead) < standing.distance(pusher, behind)) {
    const WaysOn ways = ways_on(standing, ahead, behind);
    if (ways.count >= 2) return false;
    if (ways.count == 0) break;
    behind = ahead;
    ahead = ways.last;
  }
  // A unit without a goal comes back only if it finds no room ahead.
  const bool puller_comes = standing.goals[puller] == kNoSpot
                                ? !swap_possible(standing, behind, ahead)
                                : standing.distance(puller, behind) < standing.distance(puller, ahead);
  const bool pusher_is_home = standing.distance(pusher, behind) == 0;
  return puller_comes && (pusher_is_home || standing.distance(pusher, ahead) < standing.distance(pusher, behind));
}

}  // namespace

Unit swap_partner(const Standing& standing, Unit unit, Spot wanted) {
  const Spot here = standing.from[unit];
  if (wanted == here) return kNoUnit;
  // If a unit comes nearer to its goal where it can go on to two cells or more, neither it nor a unit beside it needs a
  // swap. This saves lookups in the tables of the others, which are rarely in the cache.
  const bool comes_nearer = standing.distance(unit, wanted) < standing.distance(unit, here);
  if (comes_nearer && standing.goals[unit] != kNoSpot && ways_on(standing, wanted, here).count >= 2) return kNoUnit;
  const Unit blocker = standing.now[wanted];
  if (blocker != kNoUnit && standing.is_undecided(blocker) && swap_needed(standing, unit, blocker, here, wanted) &&
      swap_possible(standing, wanted, here) && standing.ground->leads(wanted, here)) {
    return blocker;
  }
  // A unit in a crossing makes room for a unit that would need to swap with it one step later.
  for (const Spot beside : standing.ground->next(here)) {
    const Unit other = standing.now[beside];
    if (other == kNoUnit || beside == wanted) continue;
    if (swap_needed(standing, other, unit, here, wanted) && swap_possible(standing, wanted, here) &&
        standing.ground->leads(beside, here)) {
      return other;
    }
  }
  return kNoUnit;
}

}  // namespace pathstar::fleet
