#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "paths/cell_steps.hpp"
#include "paths/field.hpp"
#include "paths/flow.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/layers/turning.hpp"

using namespace pathstar;

namespace {

template <class T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using NewRows = nb::ndarray<nb::numpy, T, nb::ndim<2>>;

template <class T>
NewRows<T> rows_of(std::unique_ptr<T[]> values, std::size_t rows, std::size_t columns) {
  T* const data = values.get();
  nb::capsule owner(values.release(), [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  const std::size_t shape[2] = {rows, columns};
  return NewRows<T>(data, 2, shape, owner);
}

std::span<const Node> nodes_in(const Array<Node>& array, std::size_t size) {
  if (array.size() != size) throw std::invalid_argument("there must be a parent for each node");
  for (std::size_t i = 0; i < array.size(); ++i) {
    if (array(i) != kNoNode && array(i) >= size) throw std::invalid_argument("a parent is not a node of the space");
  }
  return {array.data(), array.size()};
}

// The nodes of the path from a node.
nb::ndarray<nb::numpy, Node> chain(const Array<Node>& parents, Node node) {
  std::vector<Node> nodes;
  for (; node != kNoNode; node = parents(node)) {
    if (node >= parents.size() || nodes.size() > parents.size())
      throw std::invalid_argument("parents are not a forest");
    nodes.push_back(node);
  }
  return to_numpy(std::move(nodes));
}

template <class Space>
nb::ndarray<nb::numpy, std::uint8_t> numbers(const Space& space, const Array<Node>& parents, bool outward) {
  const std::span<const Node> nodes = nodes_in(parents, space.size());
  std::vector<std::uint8_t> numbers;
  {
    const WithoutGil released;
    const std::shared_lock reading(space.mutex());
    numbers = step_numbers(space, nodes, outward);
  }
  return to_numpy(std::move(numbers));
}

CellBox box_of(const Grid& grid) { return {grid.width(), grid.height(), 1}; }
CellBox box_of(const RegularGrid& grid) { return {grid.width(), grid.height(), grid.depth()}; }

// The steps, and the array that they read.
struct KeptSteps {
  Array<Node> parents;
  CellSteps steps;
};

template <class Space>
std::shared_ptr<KeptSteps> make_steps(const Space& space, const Array<Node>& parents) {
  const std::span<const Node> nodes = nodes_in(parents, space.size());
  const WithoutGil released;
  return std::make_shared<KeptSteps>(KeptSteps{parents, CellSteps(box_of(space), nodes)});
}

template <class T>
std::pair<NewRows<std::int32_t>, std::size_t> next_places(const KeptSteps& kept, const Rows<T>& places) {
  const std::size_t columns = places.shape(1);
  if (columns != 2 && columns != 3) throw std::invalid_argument("a place has two or three numbers");
  auto out = std::make_unique_for_overwrite<std::int32_t[]>(places.size());
  std::size_t rows = 0;
  {
    const WithoutGil released;
    rows = kept.steps.next(std::span<const T>(places.data(), places.size()), columns, out.get());
  }
  return {rows_of(std::move(out), places.shape(0), columns), rows};
}

std::shared_ptr<Flow> make_flow(const Grid& grid, const Array<std::uint8_t>& numbers, const Array<double>& costs) {
  if (numbers.size() != grid.size() || costs.size() != grid.size()) {
    throw std::invalid_argument("a flow needs a number and a cost for each square");
  }
  const WithoutGil released;
  const std::shared_lock reading(grid.mutex());
  return std::make_shared<Flow>(grid, std::span(numbers.data(), numbers.size()), std::span(costs.data(), costs.size()));
}

std::pair<NewRows<double>, std::size_t> directions_at(const Flow& flow, const Rows<double>& points) {
  if (points.shape(1) != 2) throw std::invalid_argument("a point has two numbers");
  auto out = std::make_unique_for_overwrite<double[]>(points.size());
  std::size_t rows = 0;
  {
    const WithoutGil released;
    rows = flow.directions({points.data(), points.size()}, out.get());
  }
  return {rows_of(std::move(out), points.shape(0), 2), rows};
}

}  // namespace

void bind_fields(nb::module_& m) {
  nb::class_<Field>(m, "Field")
      .def_prop_ro(
          "costs", [](const Field& field) { return to_numpy(field.costs); }, nb::rv_policy::take_ownership)
      .def_prop_ro(
          "parents", [](const Field& field) { return to_numpy(field.parents); }, nb::rv_policy::take_ownership)
      .def_prop_ro(
          "nearest",
          [](const Field& field) {
            using Numbers = nb::ndarray<nb::numpy, const std::uint32_t>;
            return field.nearest.empty() ? std::optional<Numbers>() : to_numpy(field.nearest);
          },
          nb::rv_policy::take_ownership)
      .def_ro("known_to", &Field::known_to)
      .def_ro("expanded", &Field::expanded)
      .def_ro("revision", &Field::revision);
  m.def("chain", &chain, nb::arg("parents"), nb::arg("node"), "The nodes of the path from a node.");
  m.def("step_numbers", &numbers<Grid>, nb::arg("space"), nb::arg("parents"), nb::arg("outward"));
  m.def("step_numbers", &numbers<RegularGrid>, nb::arg("space"), nb::arg("parents"), nb::arg("outward"));
  m.def("step_numbers", &numbers<Turning>, nb::arg("space"), nb::arg("parents"), nb::arg("outward"));
  m.def("step_numbers", &numbers<Graph>, nb::arg("space"), nb::arg("parents"), nb::arg("outward"));
  nb::class_<Flow>(m, "Flow")
      .def(nb::new_(&make_flow), nb::arg("grid"), nb::arg("numbers"), nb::arg("costs"))
      .def("directions", &directions_at, nb::arg("points"),
           "Returns the directions, and the index of the first row outside, or the number of rows if there is none.");
  nb::class_<KeptSteps>(m, "CellSteps")
      .def(nb::new_(&make_steps<Grid>), nb::arg("space"), nb::arg("parents"))
      .def(nb::new_(&make_steps<RegularGrid>), nb::arg("space"), nb::arg("parents"))
      .def("next", &next_places<std::int32_t>, nb::arg("places").noconvert(),
           "Returns the next places, and the index of the first row outside, or the number of rows if there is none.")
      .def("next", &next_places<std::int64_t>, nb::arg("places"));
}
