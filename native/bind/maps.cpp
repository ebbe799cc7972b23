#include "maps/map.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "copied.hpp"
#include "maps/cost_plan.hpp"
#include "maps/nonzero.hpp"
#include "maps/places.hpp"
#include "places.hpp"

using namespace pathstar;

namespace {

using Bytes = Array<std::uint8_t>;
using Numbers = Array<double>;

// known, open: for each terrain code; empty if there is no legend.
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

// The layer with this name. Throws if there is none, as after another thread has removed it.
std::shared_ptr<const Layer> layer_named(const Map& map, std::string_view name) {
  std::shared_ptr<const Layer> layer = map.layer(name);
  if (!layer) throw nb::key_error(std::string(name).c_str());
  return layer;
}

nb::object layer_of(const Map& map, std::string_view name) {
  const std::shared_ptr<const Layer> layer = layer_named(map, name);
  return layer->has_bytes() ? view_of(layer, layer->bytes, map) : view_of(layer, layer->numbers, map);
}

// The change, or (reason, cell, value) if the edit is refused.
nb::object edited(Map& map, std::string_view layer, const Region& region, std::span<const double> values) {
  auto [change, refusal] = map.edit(layer, region, values);
  if (change) return nb::cast(std::move(*change));
  return nb::make_tuple(refusal.reason, refusal.cell.number, refusal.value);
}

// Reads a number of the most common types; false for anything else.
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

// Reads a place that is a tuple of two ints, or two slices without steps; empty for anything else.
Region read_region(nb::handle region, const Map& map) {
  if (const Node cell = node_of(region, {map.width(), map.height()}); cell != kNoNode) return {Cell(cell), 1, 1, {}};
  if (!PyTuple_CheckExact(region.ptr()) || PyTuple_Size(region.ptr()) != 2) return {};
  const Py_ssize_t sides[2] = {map.height(), map.width()};
  Py_ssize_t first[2], count[2];
  for (Py_ssize_t axis = 0; axis < 2; ++axis) {
    PyObject* const slice = PyTuple_GetItem(region.ptr(), axis);
    Py_ssize_t stop = 0, step = 0;
    if (!PySlice_Check(slice)) return {};
    if (PySlice_Unpack(slice, &first[axis], &stop, &step) < 0) {
      PyErr_Clear();
      return {};
    }
    count[axis] = PySlice_AdjustIndices(sides[axis], &first[axis], &stop, step);
    if (step != 1 || count[axis] <= 0) return {};
  }
  return {Cell(static_cast<std::uint32_t>(first[0] * sides[1] + first[1])),
          static_cast<std::uint32_t>(count[0]),
          static_cast<std::uint32_t>(count[1]),
          {}};
}

// The cells of an array of places, int64 (n, 2), if all are on the map; nothing for anything else.
std::optional<std::vector<Cell>> read_places(nb::handle places, const Map& map) {
  nb::ndarray<const std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu> array;
  if (!nb::try_cast(places, array, false) || array.shape(1) != 2) return std::nullopt;
  return cells_at({array.data(), array.size()}, map.width(), map.height());
}

template <class Number>
bool read_array(nb::handle value, const Region& region, std::vector<double>& numbers) {
  nb::ndarray<const Number, nb::c_contig, nb::device::cpu> array;
  if (!nb::try_cast(value, array, false)) return false;
  const bool fits = region.rows == 0
                        ? array.ndim() == 1 && array.shape(0) == region.cells.size()
                        : array.ndim() == 2 && array.shape(0) == region.rows && array.shape(1) == region.columns;
  if (fits) numbers.assign(array.data(), array.data() + array.size());
  return fits;
}

// Reads one number, 0 or more, or an array of the layer's type with a number for each cell; false for anything else.
bool read_values(nb::handle value, bool is_array, LayerKind kind, const Region& region, std::vector<double>& numbers) {
  if (!is_array) {
    double number = 0.0;
    if (!read_number(value, number) || number < 0) return false;
    numbers = {number};
    return kind != LayerKind::passable || number <= 1;
  }
  switch (kind) {
    case LayerKind::passable:
      return read_array<bool>(value, region, numbers);
    case LayerKind::terrain:
      return read_array<std::uint8_t>(value, region, numbers);
    case LayerKind::cost:
    case LayerKind::extra:
      return read_array<double>(value, region, numbers);
  }
  return false;
}

// The most common edits: of one place, a rectangle or many places, to one number or an array of the layer's type.
// Returns None for any other, which Python then reads, checks and explains. are_places: whether the region is a NumPy
// array; is_array: whether the value is one without a mask.
nb::object edit_simply(Map& map, nb::handle layer, nb::handle place, bool are_places, nb::handle value, bool is_array) {
  Region region;
  std::optional<std::vector<Cell>> cells;
  if (are_places) {
    cells = read_places(place, map);
    if (!cells) return nb::none();
    region.cells = *cells;
  } else {
    region = read_region(place, map);
    if (region.rows == 0) return nb::none();
  }
  if (!PyUnicode_CheckExact(layer.ptr())) return nb::none();
  Py_ssize_t length = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(layer.ptr(), &length);
  if (text == nullptr) {  // not a text that could name a layer
    PyErr_Clear();
    return nb::none();
  }
  const std::string_view name(text, static_cast<std::size_t>(length));
  const std::shared_ptr<const Layer> found = map.layer(name);
  std::vector<double> numbers;
  if (!found || found->near_walls || !read_values(value, is_array, found->kind, region, numbers)) return nb::none();
  if (cells) {
    keep_last_of_each(*cells, numbers, map.size());
    region.cells = *cells;
  }
  return edited(map, name, region, numbers);
}

nb::object edit_rectangle(Map& map, std::string_view layer, std::uint32_t first, std::uint32_t rows,
                          std::uint32_t columns, const Numbers& values) {
  return edited(map, layer, {Cell(first), rows, columns, {}}, {values.data(), values.size()});
}

std::vector<Cell> cells_from(const Array<std::uint32_t>& numbers) {
  return {numbers.data(), numbers.data() + numbers.size()};
}

nb::object edit_cells(Map& map, std::string_view layer, const Array<std::uint32_t>& numbers, const Numbers& values) {
  const std::vector<Cell> cells = cells_from(numbers);
  return edited(map, layer, {Cell(0), 0, 0, cells}, {values.data(), values.size()});
}

// marks: one byte for each number.
template <class Number>
std::pair<std::ptrdiff_t, bool> mark_nonzero_of(
    const Array<Number>& numbers, nb::ndarray<std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> marks) {
  NonzeroValues found;
  unless_stopped(
      [&](const auto& stop) { found = mark_nonzero(std::span(numbers.data(), numbers.size()), marks.data(), stop); });
  return {found.first, found.mixed};
}

template <class... Numbers>
void bind_mark_nonzero(nb::module_& m) {
  (m.def("mark_nonzero", &mark_nonzero_of<Numbers>, nb::arg("numbers"), nb::arg("marks"),
         "Marks the numbers other than 0 and NaN. Returns the index of the first one, or -1, and whether they differ."),
   ...);
}

// weights: for each layer its name, its weight, and whether it holds chances of harm.
std::shared_ptr<CostPlan> make_plan(const Map& map, double base, const Numbers& by_code,
                                    const std::vector<std::tuple<std::string, double, bool>>& weights, bool largest,
                                    double floor) {
  auto plan = std::make_shared<CostPlan>();
  plan->base = base;
  plan->cost = map.layer("cost");
  plan->terrain = map.layer("terrain");
  std::copy_n(by_code.data(), by_code.size(), plan->by_code.begin());
  for (const auto& [name, weight, is_risk] : weights)
    plan->weighed.push_back({layer_named(map, name), weight, is_risk});
  plan->largest = largest;
  plan->floor = floor;
  return plan;
}

nb::ndarray<nb::numpy, double> costs_of_risks(const Numbers& chances) {
  std::vector<double> costs(chances.size());
  std::transform(chances.data(), chances.data() + chances.size(), costs.begin(), cost_of_risk);
  return to_numpy(std::move(costs));
}

void add_near_walls(Map& map, const std::string& name, const Numbers& by_square, std::uint32_t reach) {
  auto rule = std::make_shared<NearWalls>(NearWalls{copied(by_square), reach});
  unless_stopped([&](const std::function<bool()>& stop) { map.add_near_walls(name, std::move(rule), stop); });
}

// The values of a layer at the cells of a change.
nb::object values_of(const MapChange& change, std::string_view name) {
  const auto layer = std::find_if(change.layers.begin(), change.layers.end(),
                                  [&](const LayerValues& values) { return values.name == name; });
  if (layer == change.layers.end()) return nb::none();
  const bool bytes = layer->kind == LayerKind::passable || layer->kind == LayerKind::terrain;
  return bytes ? nb::cast(to_numpy(std::vector(layer->bytes))) : nb::cast(to_numpy(std::vector(layer->numbers)));
}

nb::ndarray<nb::numpy, std::uint32_t> cells_of(const MapChange& change) {
  std::vector<std::uint32_t> numbers(change.cells.size());
  std::transform(change.cells.begin(), change.cells.end(), numbers.begin(), [](Cell cell) { return cell.number; });
  return to_numpy(std::move(numbers));
}

std::vector<std::string> names_of(const MapChange& change) {
  std::vector<std::string> names;
  for (const LayerValues& layer : change.layers) names.push_back(layer.name);
  return names;
}

MapChange make_change(std::uint64_t before, std::uint64_t after, const Array<std::uint32_t>& numbers) {
  return {before, after, cells_from(numbers), {}};
}

}  // namespace

void bind_maps(nb::module_& m) {
  bind_mark_nonzero<float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                    std::int64_t, std::uint64_t>(m);
  nb::enum_<LayerKind>(m, "LayerKind")
      .value("passable", LayerKind::passable)
      .value("cost", LayerKind::cost)
      .value("terrain", LayerKind::terrain)
      .value("extra", LayerKind::extra);
  nb::enum_<Refusal::Reason>(m, "Refusal")
      .value("negative_cost", Refusal::Reason::negative_cost)
      .value("no_code", Refusal::Reason::no_code)
      .value("unknown_code", Refusal::Reason::unknown_code)
      .value("opened_without_cost", Refusal::Reason::opened_without_cost)
      .value("no_layer", Refusal::Reason::no_layer);
  nb::class_<CostPlan>(m, "CostPlan")
      .def(nb::new_(&make_plan), nb::arg("map"), nb::arg("base"), nb::arg("by_code"), nb::arg("weights"),
           nb::arg("largest"), nb::arg("floor"));
  m.def("costs_of_risks", &costs_of_risks, nb::arg("chances"), "-log(1 - p); -infinity for numbers outside [0, 1].");
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
      .def("add_near_walls", &add_near_walls, nb::arg("name"), nb::arg("by_square"), nb::arg("reach"),
           "by_square: the value of a cell, by the square of twice its distance to a wall.")
      .def("remove", &Map::remove, nb::arg("name"))
      .def("fade", &Map::fade, nb::arg("layer"), nb::arg("factor"), nb::arg("least"), "None if the layer is gone.")
      .def("layer", &layer_of, nb::arg("name"),
           nb::sig("def layer(self, name: str) -> numpy.typing.NDArray[typing.Any]"),
           "A view [h, w] that follows edits.")
      .def("edit_simply", &edit_simply, nb::arg("layer").none(), nb::arg("region").none(), nb::arg("are_places"),
           nb::arg("value").none(), nb::arg("is_array"),
           nb::sig("def edit_simply(self, layer: object, region: object, are_places: bool, value: object, "
                   "is_array: bool) -> MapChange | tuple[Refusal, int, float] | None"))
      .def("edit_rectangle", &edit_rectangle, nb::arg("layer"), nb::arg("first"), nb::arg("rows"), nb::arg("columns"),
           nb::arg("values"),
           nb::sig("def edit_rectangle(self, layer: str, first: int, rows: int, columns: int, "
                   "values: NDArray[numpy.float64]) -> MapChange | tuple[Refusal, int, float]"))
      .def("edit_cells", &edit_cells, nb::arg("layer"), nb::arg("cells"), nb::arg("values"),
           nb::sig("def edit_cells(self, layer: str, cells: NDArray[numpy.uint32], values: NDArray[numpy.float64]) -> "
                   "MapChange | tuple[Refusal, int, float]"),
           "The change, or (reason, cell, value) if the edit is refused.");
}
