#include "fleet/cbs/corridors.hpp"

#include <algorithm>
#include <utility>

#include "fleet/intervals/safe_search.hpp"

namespace pathstar::fleet {
namespace {

// When a path first enters a cell; kForever if it never does.
Time first_time(const UnitPath& path, Spot cell) {
  const auto found = std::find(path.begin(), path.end(), cell);
  return found == path.end() ? kForever : static_cast<Time>(found - path.begin());
}

}  // namespace

// The longest chain that has a cell in its interior, from one end to the other; empty if there is none.
std::vector<Spot> Corridors::chain_through(Spot cell) const {
  const Ground& ground = *problem_.ground;
  const auto is_narrow = [&](Spot at) { return ground.next(at).size() == 2 && ground.previous(at).size() == 2; };
  if (!is_narrow(cell)) return {};
  std::vector<Spot> chain{cell};
  for (int side = 0; side < 2; ++side) {
    Spot before = cell, at = ground.next(cell)[static_cast<std::size_t>(side)];
    for (;;) {
      if (at == cell) return {};  // a ring
      chain.push_back(at);
      if (!is_narrow(at)) break;
      const auto ways = ground.next(at);
      const Spot next = ways[0] == before ? ways[1] : ways[0];
      before = std::exchange(at, next);
    }
    std::reverse(chain.begin(), chain.end());
  }
  return chain;
}

Time Corridors::arrival(Unit unit, const UnitConstraints& constraints, Spot cell, Spot closed, Time latest) {
  const Problem alone{problem_.ground, {}, {}, {true, false}};
  Timetable closures(alone);
  std::vector<std::pair<Spot, Stay>> stays;
  for (const Prohibition& what : constraints.prohibited) {
    if (what.from == kNoSpot) stays.emplace_back(what.cell, Stay{what.begin, what.end, unit, what.cell});
  }
  if (closed != kNoSpot) stays.emplace_back(closed, Stay{0, kForever, unit, closed});
  closures.add_merged(stays);
  UnitPath path;
  SafeSearch search(alone, closures);
  const Spot start = problem_.starts[unit];
  return search.find(start, cell, distances_.toward(cell, start), latest, path) ? cost_of(path) : latest + 1;
}

std::optional<std::array<Prohibition, 2>> Corridors::find(const Conflict& conflict,
                                                          const std::array<const UnitPath*, 2>& paths,
                                                          const std::array<const UnitConstraints*, 2>& constraints) {
  const Prohibition& side = conflict.sides[0];
  Spot inside = side.cell;
  std::vector<Spot> chain = chain_through(inside);
  if (chain.empty() && side.from != kNoSpot) chain = chain_through(inside = side.from);
  if (chain.empty() || chain.front() == chain.back()) return std::nullopt;
  if (first_time(*paths[0], chain.front()) > first_time(*paths[0], chain.back()))
    std::reverse(chain.begin(), chain.end());
  const std::array<Spot, 2> ends{chain.back(), chain.front()};  // where each unit leaves the corridor
  const auto length = static_cast<Time>(chain.size()) - 1;
  std::array<Time, 2> soonest, until;
  for (const std::size_t i : {0u, 1u}) {
    const Unit unit = conflict.sides[i].unit;
    const Time now = first_time(*paths[i], ends[i]);
    if (now >= kForever) return std::nullopt;
    soonest[i] = arrival(unit, *constraints[i], ends[i], kNoSpot, now);
  }
  for (const std::size_t i : {0u, 1u}) {
    const Time latest = soonest[1 - i] + length;
    until[i] = arrival(conflict.sides[i].unit, *constraints[i], ends[i], inside, latest) - 1;
    if (first_time(*paths[i], ends[i]) > until[i]) return std::nullopt;  // the path obeys it already
  }
  return std::array{Prohibition{conflict.sides[0].unit, ends[0], kNoSpot, 0, until[0] + 1},
                    Prohibition{conflict.sides[1].unit, ends[1], kNoSpot, 0, until[1] + 1}};
}

}  // namespace pathstar::fleet
