#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "fleet/common/ground.hpp"
#include "fleet/common/move_weights.hpp"
#include "fleet/joint/lifelong.hpp"
#include "fleet/repair/improve.hpp"
#include "fleet/solve.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/steps.hpp"

using namespace pathstar;
using namespace pathstar::fleet;

namespace {

template <class T>
using Numbers = nb::ndarray<nb::numpy, T>;
// outcome, nodes of each unit at each step, goals, shortest distances, proven bound, seconds and sums of the history,
// iterations
using Solved = std::tuple<Outcome, Numbers<std::int64_t>, Numbers<Node>, Numbers<Time>, std::int64_t, Numbers<double>,
                          std::uint64_t>;

// A step whose cost is not a whole number of units of time: from, to, cost.
using UnevenStep = std::tuple<Node, Node, double>;

// The ground of a space, whose moves take one unit of time or as long as they cost; and a step that has no whole cost,
// if there is one.
template <class Space>
std::pair<std::shared_ptr<Ground>, std::optional<UnevenStep>> ground_of(Space& space, const Ground::Sides& sides,
                                                                        bool durations) {
  constexpr double kLongest = 65535;
  const WithoutGil released;
  space.catch_up();
  std::optional<UnevenStep> uneven;
  std::shared_ptr<Ground> ground;
  Steps from;
  read_steps(space, [&](const ListSteps& list) {
    ground = std::make_shared<Ground>(space.size(), sides, [&](Node node, std::vector<Ground::Step>& steps) {
      if (!list(node, from)) return false;
      for (std::size_t i = 0; i < from.nodes.size(); ++i) {
        const double cost = durations ? from.costs[i] : 1;
        const bool is_even = cost >= 1 && cost <= kLongest && cost == std::floor(cost);
        if (!is_even && !uneven) uneven = {node, from.nodes[i], cost};
        steps.push_back({from.nodes[i], is_even ? static_cast<Time>(cost) : 1});
      }
      return true;
    });
  });
  return {std::move(ground), uneven};
}

// The weight of each move; see move_weights.hpp.
template <class Space>
auto weights_of(Space& space, const Ground& ground, const Array<double>& weights) {
  std::vector<double> of_moves;
  {
    const WithoutGil released;
    of_moves = move_weights(space, ground, {weights.data(), weights.size()});
  }
  return to_numpy(std::move(of_moves));
}

// Throws std::invalid_argument for a node where no unit may stand.
std::vector<Spot> cells_of(const Ground& ground, const Array<Node>& nodes) {
  std::vector<Spot> cells;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node node = nodes.data()[i];
    if (!ground.is_free(node)) throw std::invalid_argument("no unit can stand at node " + std::to_string(node));
    cells.push_back(ground.cell_of(node));
  }
  return cells;
}

// Whether a unit may stand at each node of the ground. The space may have been edited since.
auto free_nodes(const Ground& ground, const Array<Node>& nodes) {
  std::vector<std::uint8_t> free;
  for (std::size_t i = 0; i < nodes.size(); ++i) free.push_back(ground.is_free(nodes.data()[i]) ? 1 : 0);
  return to_numpy(std::move(free));
}

// The paths, one row each. After its end, a path is filled with its last node, or with -1 if the unit leaves at its
// goal.
auto rows_of(const Ground& ground, const Solution& solution, bool stay) {
  std::size_t steps = 1;
  for (const UnitPath& path : solution.paths) steps = std::max(steps, path.size());
  std::vector<std::int64_t> nodes;
  nodes.reserve(solution.paths.size() * steps);
  for (std::size_t unit = 0; unit < solution.paths.size(); ++unit) {
    const UnitPath& path = solution.paths[unit];
    for (const Spot cell : path) nodes.push_back(ground.node_of(cell));
    const bool stands = !path.empty() && (stay || path.back() != solution.goals[unit]);
    nodes.insert(nodes.end(), steps - path.size(), stands ? nodes.back() : -1);
  }
  return to_numpy<std::int64_t, 2>(std::move(nodes), steps);
}

Solved as_arrays(const Ground& ground, Solution solution, bool stay) {
  std::vector<Node> goals;
  std::vector<double> history;
  for (const Spot cell : solution.goals) goals.push_back(ground.node_of(cell));
  for (Time& moves : solution.shortest) moves = moves < kForever ? moves : -1;
  for (const Improvement& step : solution.history) {
    history.insert(history.end(), {step.seconds, static_cast<double>(step.sum_of_costs)});
  }
  return {solution.outcome,           rows_of(ground, solution, stay),
          to_numpy(std::move(goals)), to_numpy(std::move(solution.shortest)),
          solution.proven_bound,      to_numpy<double, 2>(std::move(history), 2),
          solution.iterations};
}

Solved plan_units(const Ground& ground, const Array<Node>& starts, const Array<Node>& goals, bool following, bool stay,
                  bool exchange, Solver solver, std::uint64_t seed, bool improve, double within, double time_limit,
                  nb::object tell) {
  if (goals.size() != starts.size()) throw std::invalid_argument("there must be a goal for each unit");
  const Problem problem{&ground, cells_of(ground, starts), cells_of(ground, goals), {following, stay}};
  Solution solution;
  telling(std::move(tell), kBatchPause, [&](const auto& progress) {
    const Budget clock(time_limit, [] { return false; });
    Budget budget(time_limit, [&] { return progress(std::min(1.0, clock.seconds() / clock.limit())); });
    solution = solve(problem, {solver, seed, exchange, improve, within}, budget);
  });
  return as_arrays(ground, std::move(solution), stay);
}

// Whether a path leads from a unit's start to its goal by moves of the ground.
bool is_path(const Ground& ground, const UnitPath& path, Spot start, Spot goal) {
  if (path.empty() || path.front() != start || path.back() != goal) return false;
  const auto is_no_move = [&](Spot from, Spot to) { return from != to && !ground.leads(from, to); };
  return std::adjacent_find(path.begin(), path.end(), is_no_move) == path.end();
}

// Unit i has the nodes from number offsets[i] up to, but not including, offsets[i + 1].
std::shared_ptr<Improvements> improvements_of(std::shared_ptr<Ground> ground, const Array<Node>& starts,
                                              const Array<Node>& goals, const Array<std::int64_t>& offsets,
                                              const Array<Node>& nodes, bool following, bool stay, std::uint64_t seed) {
  Problem problem{ground.get(), cells_of(*ground, starts), cells_of(*ground, goals), {following, stay}};
  const std::vector<Spot> cells = cells_of(*ground, nodes);
  const std::span<const std::int64_t> bounds(offsets.data(), offsets.size());
  if (goals.size() != starts.size() || bounds.size() != starts.size() + 1 || bounds.front() != 0 ||
      bounds.back() != static_cast<std::int64_t>(cells.size()) || !std::is_sorted(bounds.begin(), bounds.end())) {
    throw std::invalid_argument("there must be a goal and the nodes of a path for each unit");
  }
  Paths paths;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    paths.emplace_back(cells.begin() + bounds[i], cells.begin() + bounds[i + 1]);
    if (!is_path(*ground, paths.back(), problem.starts[i], problem.goals[i])) {
      throw std::invalid_argument("the nodes of unit " + std::to_string(i) +
                                  " are not a path from its start to its goal");
    }
  }
  return std::make_shared<Improvements>(std::move(ground), std::move(problem), std::move(paths), seed);
}

Solved run_improvements(Improvements& improvements, double within, double seconds) {
  Solution solution;
  unless_stopped([&](const Stop& stop) {
    Budget budget(seconds, stop);
    solution = improvements.run({within}, budget);
  });
  return as_arrays(improvements.ground(), std::move(solution), improvements.rules().stay);
}

std::shared_ptr<Lifelong> lifelong_of(std::shared_ptr<Ground> ground, const Array<Node>& starts, bool following,
                                      bool guided, const Array<double>& weights, Time window, std::size_t repairs,
                                      std::size_t most_bytes, std::uint64_t seed,
                                      const std::shared_ptr<Lifelong>& before) {
  std::vector<Spot> cells = cells_of(*ground, starts);
  const WithoutGil released;
  const LifelongOptions options{following,  guided, {weights.data(), weights.data() + weights.size()}, window, repairs,
                                most_bytes, seed};
  auto lifelong = std::make_shared<Lifelong>(std::move(ground), std::move(cells), options);
  if (before) lifelong->continue_from(*before);
  return lifelong;
}

// Task i has the stops from number offsets[i] up to, but not including, offsets[i + 1].
void add_tasks(Lifelong& lifelong, const Array<Node>& stops, const Array<std::int64_t>& offsets) {
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    lifelong.add_task({stops.data() + offsets.data()[i], stops.data() + offsets.data()[i + 1]});
  }
}

void run_steps(Lifelong& lifelong, std::size_t count, double seconds) {
  unless_stopped([&](const Stop& stop) {
    for (std::size_t i = 0; i < count && !stop(); ++i) lifelong.step(Budget(seconds, stop));
  });
}

auto nodes_of_units(const Lifelong& lifelong) {
  std::vector<std::int64_t> nodes;
  for (const Spot cell : lifelong.cells()) nodes.push_back(lifelong.ground().node_of(cell));
  return to_numpy(std::move(nodes));
}

// The node that each unit will visit next; -1 for those without a task.
auto next_stops(const Lifelong& lifelong) {
  std::vector<std::int64_t> nodes;
  for (const auto& task : lifelong.tasks()) nodes.push_back(task ? std::int64_t{task->next()} : -1);
  return to_numpy(std::move(nodes));
}

auto take_visits(Lifelong& lifelong) {
  std::vector<std::int64_t> rows;
  for (const Visit& visit : lifelong.take_visits()) {
    rows.insert(rows.end(), {visit.time, std::int64_t{visit.unit}, std::int64_t{visit.node}, visit.task,
                             std::int64_t{visit.stop}, std::int64_t{visit.is_last}});
  }
  return to_numpy<std::int64_t, 2>(std::move(rows), 6);
}

}  // namespace

void bind_fleet(nb::module_& m) {
  nb::enum_<Outcome>(m, "FleetOutcome")
      .value("solved", Outcome::solved)
      .value("unsolvable", Outcome::unsolvable)
      .value("limit", Outcome::limit);
  nb::enum_<Solver>(m, "FleetSolver")
      .value("automatic", Solver::automatic)
      .value("lacam", Solver::lacam)
      .value("lacam_star", Solver::lacam_star)
      .value("prioritised", Solver::prioritised)
      .value("lns2", Solver::lns2)
      .value("cbs", Solver::cbs)
      .value("tswap", Solver::tswap);
  nb::class_<Ground>(m, "FleetGround")
      .def_prop_ro("cells", &Ground::cells)
      .def("is_free", &free_nodes, nb::arg("nodes"));
  m.def("fleet_ground", &ground_of<Grid>, nb::arg("space"), nb::arg("sides"), nb::arg("durations"));
  m.def("fleet_ground", &ground_of<RegularGrid>, nb::arg("space"), nb::arg("sides"), nb::arg("durations"));
  m.def("fleet_ground", &ground_of<Graph>, nb::arg("space"), nb::arg("sides"), nb::arg("durations"));
  m.def("fleet_weights", &weights_of<Grid>, nb::arg("space"), nb::arg("ground"), nb::arg("weights"));
  m.def("fleet_weights", &weights_of<RegularGrid>, nb::arg("space"), nb::arg("ground"), nb::arg("weights"));
  m.def("fleet_weights", &weights_of<Graph>, nb::arg("space"), nb::arg("ground"), nb::arg("weights"));
  nb::class_<Lifelong>(m, "FleetLifelong")
      .def_prop_ro("time", &Lifelong::time)
      .def_prop_ro("waiting", &Lifelong::waiting)
      .def("nodes", &nodes_of_units)
      .def("tasks", &next_stops)
      .def("add_tasks", &add_tasks, nb::arg("stops"), nb::arg("offsets"),
           "Task i has stops[offsets[i]:offsets[i + 1]], at least one.")
      .def("step", &run_steps, nb::arg("count"), nb::arg("seconds"),
           "Makes `count` steps; `seconds` limits the repairs of each.")
      .def("visits", &take_visits, "Rows (time, unit, node, task, stop, is_last) of the stops since the last call.");
  m.def("fleet_lifelong", &lifelong_of, nb::arg("ground"), nb::arg("starts"), nb::arg("following"), nb::arg("guided"),
        nb::arg("weights"), nb::arg("window"), nb::arg("repairs"), nb::arg("most_bytes"), nb::arg("seed"),
        nb::arg("before").none(), "Takes over the tasks, the order and the clock of `before`.");
  m.def("fleet_plan", &plan_units, nb::arg("ground"), nb::arg("starts"), nb::arg("goals"), nb::arg("following"),
        nb::arg("stay"), nb::arg("exchange"), nb::arg("solver"), nb::arg("seed"), nb::arg("improve"), nb::arg("within"),
        nb::arg("time_limit"), nb::arg("tell").none(),
        "Returns (outcome, nodes by unit and step, goals, shortest, proven bound, seconds and sums of costs, "
        "iterations). -1 stands for no node and for no path.");
  nb::class_<Improvements>(m, "FleetImprovements")
      .def("run", &run_improvements, nb::arg("within"), nb::arg("seconds"), "Returns the same as fleet_plan.");
  m.def("fleet_improvements", &improvements_of, nb::arg("ground"), nb::arg("starts"), nb::arg("goals"),
        nb::arg("offsets"), nb::arg("nodes"), nb::arg("following"), nb::arg("stay"), nb::arg("seed"));
}
