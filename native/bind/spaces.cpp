#include "spaces/grid.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <optional>

#include "bind.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/jump_view.hpp"

namespace {

using namespace pathstar;

std::shared_ptr<Grid> make_grid(std::uint32_t width, std::uint32_t height, const Array<std::uint8_t>& walkable,
                                const std::optional<Array<double>>& cost, const Moves& moves, CostRule rule) {
  std::span<const double> costs;
  if (cost) costs = {cost->data(), cost->size()};
  const nb::gil_scoped_release release;
  return std::make_shared<Grid>(width, height, std::span(walkable.data(), walkable.size()), costs, moves, rule);
}

void update(Grid& grid, const Array<Node>& nodes, const Array<std::uint8_t>& walkable, const Array<double>& cost) {
  std::vector<CellEdit> edits(nodes.size());
  for (std::size_t i = 0; i < edits.size(); ++i) edits[i] = {nodes(i), walkable(i) != 0, cost(i)};
  const nb::gil_scoped_release release;
  grid.update(edits);
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
      .value("chebyshev", HeuristicKind::chebyshev);

  nb::class_<Moves>(m, "Moves")
      .def(
          "__init__",
          [](Moves* self, int directions, Corners corners, double straight, double diagonal) {
            new (self) Moves{directions, corners, straight, diagonal};
          },
          nb::arg("directions"), nb::arg("corners"), nb::arg("straight"), nb::arg("diagonal"));
  m.def("lipschitz", &lipschitz, nb::arg("heuristic"), nb::arg("moves"));

  nb::class_<Grid>(m, "Grid")
      .def(nb::new_(&make_grid), nb::arg("width"), nb::arg("height"), nb::arg("walkable"), nb::arg("cost").none(),
           nb::arg("moves"), nb::arg("cost_rule"))
      .def("update", &update, nb::arg("nodes"), nb::arg("walkable"), nb::arg("cost"))
      .def_prop_ro("revision", &Grid::revision)
      .def_prop_ro("has_cost", &Grid::has_cost)
      .def_prop_ro("jumps_fit", &JumpView::fits)
      .def_prop_ro("corner_rule",
                   [](const Grid& grid) { return std::pair(grid.width(), grid.moves().directions == 8); })
      .def_prop_ro("cheapest", &Grid::cheapest)
      .def_prop_ro("dearest", &Grid::dearest)
      .def("walkable",
           [](nb::handle_t<Grid> self) {
             const Grid& grid = nb::cast<const Grid&>(self);
             const std::size_t shape[2] = {grid.height(), grid.width()};
             return nb::ndarray<nb::numpy, const std::uint8_t>(grid.walkable_data(), 2, shape, self);
           })
      .def("legal",
           [](nb::handle_t<Grid> self) {
             const Grid& grid = nb::cast<const Grid&>(self);
             const std::size_t shape[2] = {grid.height(), grid.width()};
             return nb::ndarray<nb::numpy, const std::uint8_t>(grid.legal_data(), 2, shape, self);
           })
      .def("cost", [](nb::handle_t<Grid> self) {
        const Grid& grid = nb::cast<const Grid&>(self);
        const std::size_t shape[2] = {grid.height(), grid.width()};
        return nb::ndarray<nb::numpy, const double>(grid.cost_data(), 2, shape, self);
      });
}
