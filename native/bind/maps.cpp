#include "maps/map.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "places.hpp"

using namespace pathstar;

namespace {

using Bytes = Array<std::uint8_t>;
using Numbers = Array<double>;

template <class T>
std::vector<T> copied(const Array<T>& values) {
  return {values.data(), values.data() + values.size()};
}

// known, open: for each terrain code; empty where there is no legend.
std::shared_ptr<Map> make_map(std::uint32_t width, std::uint32_t height, const Bytes& passable, const Bytes& known,
                              const Bytes& open, std::uint64_t revision) {
  Legend legend{known.size() != 0, {}, {}};
  for (std::size_t code = 0; code < known.size(); ++code) {
    legend.known[code] = known(code) != 0;
    legend.open[code] = open(code) != 0;
  }
  return std::make_shared<Map>(width, height, copied(passable), legend, revision);
}

// A view [h, w] of a layer, which stays alive as long as the array does.
template <class T>
nb::object view_of(const std::shared_ptr<const Layer>& layer, const std::vector<T>& values, const Map& map) {
  auto* kept = new std::shared_ptr<const Layer>(layer);
  nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::shared_ptr<const Layer>*>(pointer); });
  const std::size_t shape[2] = {map.height(), map.width()};
  return nb::cast(nb::ndarray<nb::numpy, const T>(values.data(), 2, shape, owner));
}

nb::object layer_of(const Map& map, std::string_view name) {
  const std::shared_ptr<const Layer> layer = map.layer(name);
  return layer->has_bytes() ? view_of(layer, layer->bytes, map) : view_of(layer, layer->numbers, map);
}

// The change, or (reason, cell, value) where the edit is refused.
nb::object edited(Map& map, std::string_view layer, const Region& region, std::span<const double> values) {
  auto [change, refusal] = map.edit(layer, region, values);
  if (change) return nb::cast(std::move(*change));
  return nb::make_tuple(refusal.reason, refusal.cell, refusal.value);
}

// A number of the commonest types; false for all else.
bool read_number(nb::handle value, double& number) {
  if (PyFloat_CheckExact(value.ptr())) {
    number = PyFloat_AsDouble(value.ptr());
    return true;
  }
  if (!PyLong_CheckExact(value.ptr()) && !PyBool_Check(value.ptr())) return false;
  int overflow = 0;
  const long long whole = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  number = static_cast<double>(whole);
  return overflow == 0;
}

// The commonest edit: of one place, a tuple of two ints, to one number from 0. None for any other.
nb::object edit_place(Map& map, nb::handle layer, nb::handle place, nb::handle value) {
  double number = 0.0;
  const Node cell = node_of(place, {map.width(), map.height()});
  if (cell == kNoNode || !PyUnicode_CheckExact(layer.ptr()) || !read_number(value, number)) return nb::none();
  if (number < 0) return nb::none();
  Py_ssize_t length = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(layer.ptr(), &length);
  if (text == nullptr) {  // no text that could name a layer
    PyErr_Clear();
    return nb::none();
  }
  const std::string_view name(text, static_cast<std::size_t>(length));
  if (!map.layer(name)) return nb::none();
  const Region region{cell, 1, 1, {}};
  return edited(map, name, region, {&number, 1});
}

nb::object edit_rectangle(Map& map, std::string_view layer, Cell first, std::uint32_t rows, std::uint32_t columns,
                          const Numbers& values) {
  return edited(map, layer, {first, rows, columns, {}}, {values.data(), values.size()});
}

nb::object edit_cells(Map& map, std::string_view layer, const Array<Cell>& cells, const Numbers& values) {
  return edited(map, layer, {0, 0, 0, {cells.data(), cells.size()}}, {values.data(), values.size()});
}

std::shared_ptr<CostPlan> make_plan(const Map& map, double base, const Numbers& by_code,
                                    const std::vector<std::pair<std::string, double>>& weights) {
  auto plan = std::make_shared<CostPlan>();
  plan->base = base;
  plan->cost = map.layer("cost");
  plan->terrain = map.layer("terrain");
  std::copy_n(by_code.data(), by_code.size(), plan->by_code.begin());
  for (const auto& [name, weight] : weights) plan->weighed.push_back({map.layer(name), weight});
  return plan;
}

// What a layer held at the cells of a change.
nb::object values_of(const MapChange& change, std::string_view name) {
  const auto layer = std::find_if(change.layers.begin(), change.layers.end(),
                                  [&](const LayerValues& values) { return values.name == name; });
  if (layer == change.layers.end()) return nb::none();
  const bool bytes = layer->kind == LayerKind::passable || layer->kind == LayerKind::terrain;
  return bytes ? nb::cast(to_numpy(std::vector(layer->bytes))) : nb::cast(to_numpy(std::vector(layer->numbers)));
}

nb::ndarray<nb::numpy, Cell> cells_of(const MapChange& change) { return to_numpy(std::vector(change.cells)); }

std::vector<std::string> names_of(const MapChange& change) {
  std::vector<std::string> names;
  for (const LayerValues& layer : change.layers) names.push_back(layer.name);
  return names;
}

MapChange make_change(std::uint64_t before, std::uint64_t after, const Array<Cell>& cells) {
  return {before, after, copied(cells), {}};
}

}  // namespace

void bind_maps(nb::module_& m) {
  nb::enum_<LayerKind>(m, "LayerKind")
      .value("passable", LayerKind::passable)
      .value("cost", LayerKind::cost)
      .value("terrain", LayerKind::terrain)
      .value("extra", LayerKind::extra);
  nb::enum_<Refusal::Reason>(m, "Refusal")
      .value("negative_cost", Refusal::Reason::negative_cost)
      .value("no_code", Refusal::Reason::no_code)
      .value("unknown_code", Refusal::Reason::unknown_code)
      .value("opened_without_cost", Refusal::Reason::opened_without_cost);
  nb::class_<CostPlan>(m, "CostPlan")
      .def(nb::new_(&make_plan), nb::arg("map"), nb::arg("base"), nb::arg("by_code"), nb::arg("weights"));
  nb::class_<MapChange>(m, "MapChange")
      .def(nb::new_(&make_change), nb::arg("before"), nb::arg("after"), nb::arg("cells"))
      .def_ro("before", &MapChange::before)
      .def_ro("after", &MapChange::after)
      .def_prop_ro("names", &names_of)
      .def("cells", &cells_of)
      .def("values", &values_of, nb::arg("layer"),
           nb::sig("def values(self, layer: str) -> numpy.typing.NDArray[typing.Any]"))
      .def("add_bytes", [](MapChange& change, const std::string& name, LayerKind kind,
                           const Bytes& values) { change.layers.push_back({name, kind, copied(values), {}}); })
      .def("add_numbers", [](MapChange& change, const std::string& name, LayerKind kind,
                             const Numbers& values) { change.layers.push_back({name, kind, {}, copied(values)}); })
      .def("__len__", [](const MapChange& change) { return change.cells.size(); });
  nb::class_<Map>(m, "Map")
      .def(nb::new_(&make_map), nb::arg("width"), nb::arg("height"), nb::arg("passable"), nb::arg("known"),
           nb::arg("open"), nb::arg("revision"))
      .def_prop_ro("revision", &Map::revision)
      .def("add_bytes", [](Map& map, const std::string& name, LayerKind kind,
                           const Bytes& values) { map.add({name, kind, copied(values), {}}); })
      .def("add_numbers", [](Map& map, const std::string& name, LayerKind kind,
                             const Numbers& values) { map.add({name, kind, {}, copied(values)}); })
      .def("remove", &Map::remove, nb::arg("name"))
      .def("layer", &layer_of, nb::arg("name"),
           nb::sig("def layer(self, name: str) -> numpy.typing.NDArray[typing.Any]"),
           "A view [h, w] that follows edits.")
      .def("edit_place", &edit_place, nb::arg("layer").none(), nb::arg("place").none(), nb::arg("value").none(),
           nb::sig("def edit_place(self, layer: object, place: object, value: object) -> MapChange | "
                   "tuple[Refusal, int, float] | None"))
      .def("edit_rectangle", &edit_rectangle, nb::arg("layer"), nb::arg("first"), nb::arg("rows"), nb::arg("columns"),
           nb::arg("values"),
           nb::sig("def edit_rectangle(self, layer: str, first: int, rows: int, columns: int, "
                   "values: NDArray[numpy.float64]) -> MapChange | tuple[Refusal, int, float]"))
      .def("edit_cells", &edit_cells, nb::arg("layer"), nb::arg("cells"), nb::arg("values"),
           nb::sig("def edit_cells(self, layer: str, cells: NDArray[numpy.uint32], values: NDArray[numpy.float64]) -> "
                   "MapChange | tuple[Refusal, int, float]"),
           "The change; or (reason, cell, value) where the edit is refused.");
}
