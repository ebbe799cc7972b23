// Small problems for the fleet tests, and a check of plans that shares no code with the solvers.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/common/random.hpp"

namespace pathstar::testing {

using fleet::Ground;
using fleet::Spot;
using fleet::Time;
using fleet::Unit;

// Cells, row by row, and how long it takes to enter each.
struct Floor {
  std::uint32_t width = 0, height = 0;
  std::vector<Time> durations;  // 0 for a wall

  Ground ground() const {
    return Ground(durations.size(), {width, height, 1}, [this](Node node, std::vector<Ground::Step>& steps) {
      const auto add = [&](Node next) {
        if (durations[next] > 0) steps.push_back({next, durations[next]});
      };
      if (durations[node] == 0) return false;
      if (node >= width) add(node - width);
      if (node % width != 0) add(node - 1);
      if (node % width + 1 != width) add(node + 1);
      if (node + width < durations.size()) add(node + width);
      return true;
    });
  }
};

// '#' is a wall; a digit is the time that it takes to enter the cell; anything else takes one unit of time.
inline Floor floor_of(std::initializer_list<std::string_view> rows) {
  Floor floor{static_cast<std::uint32_t>(rows.begin()->size()), static_cast<std::uint32_t>(rows.size()), {}};
  for (const std::string_view row : rows) {
    for (const char mark : row) floor.durations.push_back(mark == '#' ? 0 : mark > '0' && mark <= '9' ? mark - '0' : 1);
  }
  return floor;
}

// About one cell in `walls` is a wall; entering takes 1 to `slowest`.
inline Floor random_floor(fleet::Random& random, std::uint32_t width, std::uint32_t height, std::uint32_t walls,
                          std::uint32_t slowest = 1) {
  Floor floor{width, height, {}};
  for (std::uint32_t cell = 0; cell < width * height; ++cell) {
    floor.durations.push_back(random.below(walls) == 0 ? 0 : static_cast<Time>(1 + random.below(slowest)));
  }
  return floor;
}

// Distinct random cells of a ground.
inline std::vector<Spot> random_cells(fleet::Random& random, const Ground& ground, std::size_t count) {
  std::vector<Spot> cells;
  for (Spot cell = 0; cell < ground.cells(); ++cell) cells.push_back(cell);
  random.shuffle(cells);
  cells.resize(std::min(count, cells.size()));
  return cells;
}

inline fleet::Problem random_units(fleet::Random& random, const Ground& ground, std::size_t units,
                                   bool following = true) {
  return {&ground, random_cells(random, ground, units), random_cells(random, ground, units), {following, true}};
}

// Where a unit is at a time; it stays at the end of its path.
inline Spot place_at(const fleet::UnitPath& path, std::size_t time) {
  return path[time < path.size() ? time : path.size() - 1];
}

// The time that a move takes; 0 if there is none.
inline Time duration(const Ground& ground, Spot from, Spot to) {
  const auto ways = ground.next(from);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (ways[i] == to) return ground.duration(ground.first_move(from) + static_cast<fleet::Move>(i));
  }
  return 0;
}

// Whether a path consists of moves, each of which has its full duration.
inline bool is_way(const Ground& ground, const fleet::UnitPath& path) {
  for (std::size_t time = 1, arrived = 0; time < path.size(); ++time) {
    if (path[time] == path[time - 1]) continue;
    const Time takes = duration(ground, path[time - 1], path[time]);
    if (takes == 0 || time - arrived < static_cast<std::size_t>(takes)) return false;
    arrived = time;
  }
  return true;
}

// Whether two units, which both stay at the ends of their paths, never meet.
inline bool keep_apart(const fleet::UnitPath& a, const fleet::UnitPath& b, bool following) {
  const std::size_t end = std::max(a.size(), b.size());
  for (std::size_t time = 0; time < end; ++time) {
    if (place_at(a, time) == place_at(b, time)) return false;
    if (time == 0) continue;
    const bool a_follows = place_at(a, time) == place_at(b, time - 1);
    const bool b_follows = place_at(b, time) == place_at(a, time - 1);
    if (a_follows && b_follows) return false;
    if (!following && (a_follows || b_follows)) return false;
  }
  return true;
}

// Whether paths are a plan: they lead from starts to goals by moves, and no two units meet.
inline bool is_plan(const fleet::Problem& problem, const fleet::Paths& paths) {
  for (Unit unit = 0; unit < problem.units(); ++unit) {
    const fleet::UnitPath& path = paths[unit];
    if (path.empty() || path.front() != problem.starts[unit] || path.back() != problem.goals[unit]) return false;
    if (!is_way(*problem.ground, path)) return false;
    for (Unit other = 0; other < unit; ++other) {
      if (!keep_apart(path, paths[other], problem.rules.following)) return false;
    }
  }
  return true;
}

inline fleet::Budget seconds(double limit) {
  return fleet::Budget(limit, [] { return false; });
}

// A budget that ends after a number of checks, and so after the same work on any machine.
inline fleet::Budget looks(unsigned most) {
  return fleet::Budget(20, [left = most]() mutable { return left-- == 0; });
}

}  // namespace pathstar::testing
