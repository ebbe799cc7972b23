#include "spaces/cells/grid.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "places.hpp"
#include "spaces/cells/edge_rules.hpp"
#include "spaces/cells/map_source.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/jumps/jump_density.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "spaces/layers/sized.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/sight/visible.hpp"
#include "spaces/sight/waypoints.hpp"
#include "spaces/untouched.hpp"
#include "steps.hpp"

namespace {

using namespace pathstar;

// borrow: reads the costs in place until the first edit.
std::shared_ptr<Grid> make_grid(std::uint32_t width, std::uint32_t height, const Array<std::uint8_t>& walkable,
                                const std::optional<Array<double>>& cost, const Moves& moves, CostRule rule,
                                bool borrow) {
  std::span<const double> costs;
  if (cost) costs = {cost->data(), cost->size()};
  const auto lender = cost && borrow ? std::make_shared<Array<double>>(*cost) : nullptr;
  std::shared_ptr<Grid> grid;
  unless_stopped([&](const Stop& stop) {
    grid = std::make_shared<Grid>(width, height, std::span(walkable.data(), walkable.size()), costs, moves, rule, stop,
                                  1, lender);
  });
  return grid;
}

template <double (*kMeasure)(const Grid&, const Stop&)>
double density(const Grid& grid) {
  double found = 0.0;
  unless_stopped([&](const Stop& stop) { found = kMeasure(grid, stop); });
  return found;
}

// Returns the space after it has caught up with the edits of its source.
template <class Space>
Space& caught_up(Space& space) {
  if (space.behind()) {
    const WithoutGil released;
    space.catch_up();
  }
  return space;
}

template <class Space>
void update(Space& grid, const Array<Node>& nodes, const Array<std::uint8_t>& walkable, const Array<double>& cost) {
  std::vector<CellEdit> edits(nodes.size());
  for (std::size_t i = 0; i < edits.size(); ++i) edits[i] = {nodes(i), walkable(i) != 0, cost(i)};
  const WithoutGil released;
  grid.update(edits);
}

template <class Space>
std::size_t untouched(Space& space, const Array<Node>& nodes, std::uint64_t revision) {
  caught_up(space);
  const std::span first(nodes.data(), nodes.size());
  const WithoutGil released;
  const std::shared_lock reading(space.mutex());
  return untouched_since(space, revision, first);
}

// The ground must have plain squares, and the size must fit. radius: 0 for a square unit.
std::shared_ptr<Grid> make_sized_grid(std::shared_ptr<Grid> ground, std::uint32_t side, double radius) {
  std::shared_ptr<Grid> layer;
  unless_stopped([&](const Stop& stop) { layer = make_sized(std::move(ground), {side, radius}, stop); });
  return layer;
}

nb::ndarray<nb::numpy, std::uint8_t> visible_from_node(Grid& grid, Node node, bool walls) {
  std::vector<std::uint8_t> visible;
  unless_stopped([&](const Stop& stop) {
    grid.catch_up();
    const std::shared_lock reading(grid.mutex());
    visible = visible_from(grid, node, walls, stop);
  });
  return to_numpy(std::move(visible));
}

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using NodePairs = nb::ndarray<const Node, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

// A cost out of range is an error of the map, which raises it when its spaces catch up.
void bind_map_source(nb::module_& m) {
  nb::register_exception_translator([](const std::exception_ptr& raised, void*) {
    try {
      std::rethrow_exception(raised);
    } catch (const CostOutOfRange& error) {
      PyErr_SetString(nb::module_::import_("pathstar.errors").attr("CostError").ptr(), error.what());
    }
  });
  nb::class_<MapSource>(m, "MapSource")
      .def(nb::new_([] { return std::make_shared<MapSource>(); }))
      .def("add_floor", &MapSource::add_floor, nb::arg("map").none(), nb::arg("costs").none(), nb::arg("revision"),
           nb::arg("first"), "map: None if it is not available; the floor is then never behind.")
      .def("revision", &MapSource::revision, nb::arg("floor"))
      .def("stand_at", &MapSource::stand_at, nb::arg("floor"), nb::arg("revision"))
      .def_prop_ro("rebuilds", &MapSource::rebuilds);
}

std::vector<std::pair<Node, Node>> list_of(const NodePairs& pairs) {
  std::vector<std::pair<Node, Node>> list;
  for (std::size_t i = 0; i < pairs.shape(0); ++i) list.emplace_back(pairs(i, 0), pairs(i, 1));
  return list;
}

std::vector<Portal> list_of(const NodePairs& ends, const Array<double>& costs) {
  std::vector<Portal> portals;
  for (std::size_t i = 0; i < ends.shape(0); ++i) portals.push_back({ends(i, 0), ends(i, 1), costs(i)});
  return portals;
}

void include_cost(Grid& grid, double cost) {
  const WithoutGil released;
  grid.catch_up();
  grid.include_cost(cost);
}

void set_links(RegularGrid& grid, const NodePairs& closed, const NodePairs& portals, const Array<double>& costs) {
  auto gates = list_of(portals, costs);
  auto pairs = list_of(closed);
  const WithoutGil released;
  grid.set_links(std::move(gates), std::move(pairs));
}

// All arguments have been checked. steps: rows dx, dy, dz, length; portals: their ends and costs.
std::shared_ptr<RegularGrid> make_regular_grid(std::array<std::uint32_t, 3> sides, Tiling tiling,
                                               std::pair<bool, bool> wrap, const Array<std::uint8_t>& walkable,
                                               const std::optional<Array<double>>& cost, const Rows& steps,
                                               Corners corners, std::array<double, 3> spacing, CostRule rule,
                                               const std::optional<Array<std::uint32_t>>& exits,
                                               const NodePairs& closed, const NodePairs& portals,
                                               const Array<double>& portal_costs, std::shared_ptr<EdgeRules> rules) {
  RegularGridPlan plan;
  plan.rules = std::move(rules);
  plan.width = sides[0], plan.height = sides[1], plan.depth = sides[2];
  plan.tiling = tiling;
  plan.wrap_x = wrap.first, plan.wrap_y = wrap.second;
  plan.corners = corners;
  plan.spacing = spacing;
  plan.rule = rule;
  for (std::size_t i = 0; i < steps.shape(0); ++i) {
    const auto by = [&](std::size_t axis) { return static_cast<std::int32_t>(steps(i, axis)); };
    plan.steps.push_back({{by(0), by(1), by(2)}, steps(i, 3)});
  }
  plan.closed = list_of(closed);
  plan.portals = list_of(portals, portal_costs);
  std::shared_ptr<RegularGrid> regular_grid;
  unless_stopped([&](const Stop& stop) {
    const bool copied = append(plan.walkable, std::span(walkable.data(), walkable.size()), stop) &&
                        (!cost || append(plan.cost, std::span(cost->data(), cost->size()), stop)) &&
                        (!exits || append(plan.exits, std::span(exits->data(), exits->size()), stop));
    if (copied) regular_grid = std::make_shared<RegularGrid>(std::move(plan), stop);
  });
  return regular_grid;
}

// A view of a regular grid's values for each cell, [z, y, x].
template <class T>
nb::ndarray<nb::numpy, const T> cells(nb::handle regular_grid, const std::vector<T>& values) {
  const RegularGrid& of = nb::cast<const RegularGrid&>(regular_grid);
  const std::size_t shape[3] = {of.depth(), of.height(), of.width()};
  return nb::ndarray<nb::numpy, const T>(values.data(), 3, shape, regular_grid);
}

using Maps = std::vector<std::shared_ptr<Map>>;

// Numbers for the cells. If there are maps, they are those of a layer of each floor's map, and follow its edits.
CellNumbers numbers_of(const Maps& maps, const std::string& layer, const Array<double>& values) {
  CellNumbers numbers{{values.data(), values.data() + values.size()}, {}};
  for (const auto& map : maps) numbers.floors.push_back({map, map->layer(layer)});
  return numbers;
}

void add_slope(EdgeRules& rules, const Maps& maps, const std::string& layer, const Array<double>& height, double up,
               double down, double most_up, double most_down) {
  rules.add(EdgeRules::Slope{numbers_of(maps, layer, height), up, down, most_up, most_down});
}

void add_drift(EdgeRules& rules, const Maps& maps, const std::array<std::string, 3>& layers,
               const Array<double>& across, const Array<double>& along, const std::optional<Array<double>>& upward) {
  EdgeRules::Drift drift{numbers_of(maps, layers[0], across), numbers_of(maps, layers[1], along), {}};
  if (upward) drift.upward = numbers_of(maps, layers[2], *upward);
  rules.add(std::move(drift));
}

// The numbers of all rules, in order: first of slopes, then of drifts.
std::vector<nb::ndarray<nb::numpy, double>> numbers_of_rules(const EdgeRules& rules) {
  std::vector<nb::ndarray<nb::numpy, double>> numbers;
  const auto add = [&](const CellNumbers& cells) { numbers.push_back(to_numpy(std::vector(cells.values))); };
  for (const EdgeRules::Slope& slope : rules.slopes()) add(slope.height);
  for (const EdgeRules::Drift& drift : rules.drifts()) {
    add(drift.across);
    add(drift.along);
    if (!drift.upward.values.empty()) add(drift.upward);
  }
  return numbers;
}

void bind_edge_rules(nb::module_& m) {
  nb::class_<EdgeRules>(m, "EdgeRules")
      .def(nb::new_([] { return std::make_shared<EdgeRules>(); }))
      .def("add_slope", &add_slope, nb::arg("maps"), nb::arg("layer"), nb::arg("height"), nb::arg("up"),
           nb::arg("down"), nb::arg("most_up"), nb::arg("most_down"))
      .def("add_drift", &add_drift, nb::arg("maps"), nb::arg("layers"), nb::arg("across"), nb::arg("along"),
           nb::arg("upward").none())
      .def("numbers", &numbers_of_rules)
      .def(
          "numbers_at",
          [](const EdgeRules& rules, Node node) {
            std::vector<double> numbers;
            for (const EdgeRules::Slope& slope : rules.slopes()) numbers.push_back(slope.height.values[node]);
            for (const EdgeRules::Drift& drift : rules.drifts()) {
              numbers.push_back(drift.across.values[node]);
              numbers.push_back(drift.along.values[node]);
              if (!drift.upward.values.empty()) numbers.push_back(drift.upward.values[node]);
            }
            return numbers;
          },
          nb::arg("node"), "The same for one cell.");
}

void bind_regular_grid(nb::module_& m) {
  using Self = nb::handle_t<RegularGrid>;
  nb::enum_<Tiling> tilings(m, "Tiling");
  for (const NamedTiling& one : kTilings) tilings.value(one.name, one.tiling);
  nb::class_<RegularGrid>(m, "RegularGrid")
      .def(nb::new_(&make_regular_grid), nb::arg("sides"), nb::arg("tiling"), nb::arg("wrap"), nb::arg("walkable"),
           nb::arg("cost").none(), nb::arg("steps"), nb::arg("corners"), nb::arg("spacing"), nb::arg("cost_rule"),
           nb::arg("exits").none(), nb::arg("closed"), nb::arg("portals"), nb::arg("portal_costs"),
           nb::arg("rules").none())
      .def("update", &update<RegularGrid>, nb::arg("nodes"), nb::arg("walkable"), nb::arg("cost"))
      .def("set_links", &set_links, nb::arg("closed"), nb::arg("portals"), nb::arg("portal_costs"))
      .def("consistency_factor", [](const RegularGrid& regular_grid,
                                    HeuristicKind kind) { return regular_grid.norms().consistency_factor(kind); })
      .def("follow",
           [](RegularGrid& regular_grid, std::shared_ptr<MapSource> maps) { regular_grid.follow(std::move(maps)); })
      .def("catch_up", [](RegularGrid& regular_grid) { caught_up(regular_grid); })
      .def_prop_ro("revision", [](RegularGrid& regular_grid) { return caught_up(regular_grid).revision(); })
      .def("untouched", &untouched<RegularGrid>, nb::arg("nodes"), nb::arg("revision"),
           "How many of the nodes come before the first one near an edit since.")
      .def_prop_ro("has_cost", &RegularGrid::has_cost)
      .def_prop_ro("min_cost", [](RegularGrid& regular_grid) { return caught_up(regular_grid).min_cost(); })
      .def_prop_ro("max_cost", [](RegularGrid& regular_grid) { return caught_up(regular_grid).max_cost(); })
      .def("steps_from", &steps_from_node<RegularGrid>, nb::arg("node"), "Returns (nodes, costs).")
      .def("steps_to", &steps_to_node<RegularGrid>, nb::arg("node"), "Returns (nodes, costs).")
      .def("walkable", [](Self self) { return cells(self, caught_up(nb::cast<RegularGrid&>(self)).plan().walkable); })
      .def("cost", [](Self self) { return cells(self, caught_up(nb::cast<RegularGrid&>(self)).plan().cost); });
}

// The points must be distinct walkable cells of the grid.
std::shared_ptr<Waypoints> make_waypoints(std::shared_ptr<Grid> grid, const Array<Node>& points, unsigned threads) {
  std::shared_ptr<Waypoints> joined;
  unless_stopped([&](const Stop& stop) {
    joined = std::make_shared<Waypoints>(std::move(grid), std::span(points.data(), points.size()), threads, stop);
  });
  return joined;
}

bool sees_cell(Waypoints& waypoints, Node a, Node b) {
  const WithoutGil released;
  waypoints.catch_up();
  const std::shared_lock reading(waypoints.mutex());
  return waypoints.sees(a, b);
}

void bind_waypoints(nb::module_& m) {
  nb::class_<Waypoints>(m, "Waypoints")
      .def(nb::new_(&make_waypoints), nb::arg("grid"), nb::arg("points"), nb::arg("threads"))
      .def("catch_up",
           [](Waypoints& waypoints) { unless_stopped([&](const Stop& stop) { waypoints.catch_up(stop); }); })
      .def_prop_ro("revision", &Waypoints::revision)
      .def_prop_ro("edges",
                   [](const Waypoints& waypoints) { return read_locked(waypoints, [&] { return waypoints.edges(); }); })
      .def_prop_ro("largest_cost", &Waypoints::largest_cost)
      .def("steps_from", &steps_from_node<Waypoints>, nb::arg("node"), "Returns (nodes, costs).")
      .def("steps_to", &steps_to_node<Waypoints>, nb::arg("node"), "Returns (nodes, costs).")
      .def("sees", &sees_cell, nb::arg("a"), nb::arg("b"), "Whether the line from one cell to another is free now.");
}

template <class Ground>
std::shared_ptr<Turning> make_turning(std::shared_ptr<Ground> ground, const Array<double>& turns) {
  return std::make_shared<Turning>(std::move(ground), std::vector<double>(turns.data(), turns.data() + turns.size()));
}

void bind_turning(nb::module_& m) {
  nb::class_<Turning>(m, "Turning")
      .def(nb::new_(&make_turning<Grid>), nb::arg("ground"), nb::arg("turns"),
           "turns: the cost of each turn, row by row: a row for each step, with a column for each next step.")
      .def(nb::new_(&make_turning<RegularGrid>), nb::arg("ground"), nb::arg("turns"))
      .def_prop_ro("revision", [](Turning& turning) { return caught_up(turning).revision(); })
      .def("steps_from", &steps_from_node<Turning>, nb::arg("node"), "Returns (nodes, costs).")
      .def("steps_to", &steps_to_node<Turning>, nb::arg("node"), "Returns (nodes, costs).")
      .def_prop_ro("max_turn_cost", &Turning::max_turn_cost);
}

}  // namespace

void bind_spaces(nb::module_& m) {
  nb::enum_<Corners>(m, "Corners")
      .value("no_cut", Corners::no_cut)
      .value("no_squeeze", Corners::no_squeeze)
      .value("free", Corners::free);
  nb::enum_<CostRule>(m, "CostRule").value("enter", CostRule::enter).value("mean", CostRule::mean);
  nb::enum_<HeuristicKind>(m, "HeuristicKind")
      .value("zero", HeuristicKind::zero)
      .value("manhattan", HeuristicKind::manhattan)
      .value("octile", HeuristicKind::octile)
      .value("euclidean", HeuristicKind::euclidean)
      .value("chebyshev", HeuristicKind::chebyshev)
      .value("great_circle", HeuristicKind::great_circle)
      .value("hex", HeuristicKind::hex)
      .value("given", HeuristicKind::given)
      .value("landmarks", HeuristicKind::landmarks);

  nb::class_<Moves>(m, "Moves")
      .def(
          "__init__",
          [](Moves* self, int directions, Corners corners, double straight, double diagonal) {
            new (self) Moves{directions, corners, straight, diagonal};
          },
          nb::arg("directions"), nb::arg("corners"), nb::arg("straight"), nb::arg("diagonal"));
  m.def("nodes_of", &nodes_of_list, nb::arg("places").none(), nb::arg("width"), nb::arg("height"),
        nb::sig("def nodes_of(places: object, width: int, height: int) -> "
                "numpy.typing.NDArray[numpy.uint32] | None"));
  m.def("consistency_factor", &consistency_factor, nb::arg("heuristic"), nb::arg("moves"));

  nb::class_<Grid>(m, "Grid")
      .def(nb::new_(&make_grid), nb::arg("width"), nb::arg("height"), nb::arg("walkable"), nb::arg("cost").none(),
           nb::arg("moves"), nb::arg("cost_rule"), nb::arg("borrow"))
      .def_static("sized", &make_sized_grid, nb::arg("ground"), nb::arg("side"), nb::arg("radius"),
                  "Where units of side x side cells fit, or discs of a radius. It follows edits of the ground.")
      .def("update", &update<Grid>, nb::arg("nodes"), nb::arg("walkable"), nb::arg("cost"))
      .def("follow", [](Grid& grid, std::shared_ptr<MapSource> maps) { grid.follow(std::move(maps)); })
      .def("catch_up", [](Grid& grid) { caught_up(grid); })
      .def_prop_ro("revision", [](Grid& grid) { return caught_up(grid).revision(); })
      .def("untouched", &untouched<Grid>, nb::arg("nodes"), nb::arg("revision"),
           "How many of the nodes come before the first one near an edit since.")
      .def_prop_ro("has_cost", &Grid::has_cost)
      .def_prop_ro("jumps_fit", &JumpView::fits)
      .def("jump_point_density", &density<&JumpView::jump_point_density>,
           "The number of successors of all jump points, per walkable cell. The grid must satisfy jumps_fit.")
      .def("passing_jump_point_density", &density<&passing_jump_point_density>,
           "The same, without bitmaps that later edits have to update.")
      .def_prop_ro("corner_rule",
                   [](const Grid& grid) { return std::pair(grid.width(), grid.moves().directions == 8); })
      .def_prop_ro("min_cost", [](Grid& grid) { return caught_up(grid).min_cost(); })
      .def_prop_ro("max_cost", [](Grid& grid) { return caught_up(grid).max_cost(); })
      .def("include_cost", &include_cost, nb::arg("cost"), "Widens min_cost and max_cost so that they include a cost.")
      .def("steps_from", &steps_from_node<Grid>, nb::arg("node"), "Returns (nodes, costs).")
      .def("steps_to", &steps_to_node<Grid>, nb::arg("node"), "Returns (nodes, costs).")
      .def("visible_from", &visible_from_node, nb::arg("node"), nb::arg("walls"),
           "Which cells a cell sees, a byte for each.")
      .def("walkable",
           [](nb::handle_t<Grid> self) {
             const Grid& grid = caught_up(nb::cast<Grid&>(self));
             const std::size_t shape[2] = {grid.height(), grid.width()};
             return nb::ndarray<nb::numpy, const std::uint8_t>(grid.walkable_data(), 2, shape, self);
           })
      .def("legal",
           [](nb::handle_t<Grid> self) {
             const Grid& grid = caught_up(nb::cast<Grid&>(self));
             const std::size_t shape[2] = {grid.height(), grid.width()};
             return nb::ndarray<nb::numpy, const std::uint8_t>(grid.legal_data(), 2, shape, self);
           })
      .def("cost", [](nb::handle_t<Grid> self) {
        const Grid& grid = caught_up(nb::cast<Grid&>(self));
        const std::size_t shape[2] = {grid.height(), grid.width()};
        return nb::ndarray<nb::numpy, const double>(grid.cost_data(), 2, shape, self);
      });
  bind_map_source(m);
  bind_edge_rules(m);
  bind_regular_grid(m);
  bind_waypoints(m);
  bind_turning(m);
}
