#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "bind.hpp"
#include "engine/polyanya/mesh_field.hpp"
#include "engine/polyanya/mesh_finder.hpp"
#include "paths.hpp"
#include "planners/lines.hpp"
#include "spaces/mesh/mesh.hpp"
#include "spaces/mesh/polygons.hpp"
#include "traces/intervals.hpp"

using namespace pathstar;

namespace {

using Rows = nb::ndarray<const double, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Pair = std::pair<double, double>;
template <class T>
using Numbers = nb::ndarray<nb::numpy, T>;
using PolygonArrays = std::tuple<Numbers<double>, Numbers<std::uint32_t>, Numbers<std::int64_t>>;

static_assert(sizeof(Point) == 2 * sizeof(double));

Point point_of(const Pair& place) { return {place.first, place.second}; }
Pair pair_of(const Point& place) { return {place.x, place.y}; }
std::vector<Point> points_of(const Rows& rows) {
  std::vector<Point> points(rows.shape(0));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {rows(i, 0), rows(i, 1)};
  return points;
}
std::vector<double> flat(std::span<const Point> points) {
  std::vector<double> values;
  values.reserve(2 * points.size());
  for (const Point& each : points) values.insert(values.end(), {each.x, each.y});
  return values;
}

// A place in its most common form, a tuple of two finite numbers; nothing for anything else.
std::optional<Point> place_of(nb::handle place) {
  if (!PyTuple_CheckExact(place.ptr()) || PyTuple_Size(place.ptr()) != 2) return std::nullopt;
  double at[2];
  for (Py_ssize_t axis = 0; axis < 2; ++axis) {
    PyObject* number = PyTuple_GetItem(place.ptr(), axis);
    if (!PyFloat_Check(number) && !PyLong_CheckExact(number)) return std::nullopt;
    at[axis] = PyFloat_AsDouble(number);
    if (!std::isfinite(at[axis]) || PyErr_Occurred()) {
      PyErr_Clear();  // an int too large for float64
      return std::nullopt;
    }
  }
  return Point{at[0], at[1]};
}

// Incomplete if it was stopped.
Polygons polygons_of(const Rows& points, const Array<std::uint32_t>& corners, const Array<std::int64_t>& offsets,
                     const Stop& stop) {
  Polygons given;
  given.offsets.clear();
  given.points.reserve(points.shape(0));
  const bool copied = in_slices(points.shape(0), stop, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) given.points.push_back({points(i, 0), points(i, 1)});
  });
  static_cast<void>(copied && append(given.corners, std::span(corners.data(), corners.size()), stop) &&
                    append(given.offsets, std::span(offsets.data(), offsets.size()), stop));
  return given;
}

// The points as rows of an array that owns their memory.
Numbers<double> rows_of(std::vector<Point>&& points) {
  auto* const kept = new std::vector<Point>(std::move(points));
  const nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<Point>*>(vector); });
  const std::size_t shape[2] = {kept->size(), 2};
  return Numbers<double>(static_cast<void*>(kept->data()), 2, shape, owner);
}

PolygonArrays arrays(Polygons&& polygons) {
  return {rows_of(std::move(polygons.points)), to_numpy(std::move(polygons.corners)),
          to_numpy(std::move(polygons.offsets))};
}

using MergedArrays = std::tuple<Numbers<double>, Numbers<std::uint32_t>, Numbers<std::int64_t>, Numbers<double>>;

Polygons merged_part(const Rows& points, const Array<std::uint32_t>& corners, const Array<std::int64_t>& offsets,
                     const Array<double>& costs) {
  Polygons made;
  unless_stopped([&](const auto& stop) {
    Polygons given = polygons_of(points, corners, offsets, stop);
    given.costs.assign(costs.data(), costs.data() + costs.size());
    if (!stop()) made = merged(given, stop);
  });
  return made;
}

MergedArrays merged_polygons(const Rows& points, const Array<std::uint32_t>& corners,
                             const Array<std::int64_t>& offsets, const Array<double>& costs) {
  Polygons made = merged_part(points, corners, offsets, costs);
  std::vector<double> by_polygon = std::move(made.costs);
  return std::tuple_cat(arrays(std::move(made)), std::tuple(to_numpy(std::move(by_polygon))));
}

PolygonArrays stitched_polygons(const Rows& points, const Array<std::uint32_t>& corners,
                                const Array<std::int64_t>& offsets) {
  Polygons made;
  unless_stopped([&](const auto& stop) {
    const Polygons given = polygons_of(points, corners, offsets, stop);
    if (!stop()) made = stitched(given, stop);
  });
  return arrays(std::move(made));
}

// A mesh of the parts of a plane that was cut along lines parallel to its axes.
std::shared_ptr<Mesh> joined_mesh(const std::vector<const Polygons*>& parts) {
  std::shared_ptr<Mesh> mesh;
  unless_stopped([&](const auto& stop) {
    Polygons made = joined(parts, stop);
    if (stop()) return;
    mesh = std::make_shared<Mesh>(std::move(made.points), made.corners, made.offsets, std::move(made.costs), stop);
  });
  return mesh;
}

PolygonArrays rectangles_of(const Array<std::uint8_t>& walkable, std::uint32_t width) {
  if (width == 0 || walkable.size() % width != 0) throw std::invalid_argument("the cells do not fill whole rows");
  Polygons made;
  unless_stopped(
      [&](const auto& stop) { made = rectangles(std::span(walkable.data(), walkable.size()), width, stop); });
  return arrays(std::move(made));
}

// The points, corners and offsets of a mesh's polygons, in its own numbering.
PolygonArrays polygons(const Mesh& mesh) {
  std::vector<std::uint32_t> corners;
  for (const HalfEdge& edge : mesh.edges()) corners.push_back(edge.origin);
  std::vector<std::int64_t> offsets;
  for (Face face = 0; face < mesh.faces(); ++face) offsets.push_back(mesh.begin(face));
  offsets.push_back(static_cast<std::int64_t>(corners.size()));
  return {to_numpy<double, 2>(flat(mesh.points()), 2), to_numpy(std::move(corners)), to_numpy(std::move(offsets))};
}

// For each corner, the polygon on the other side of the edge that begins there; -1 at a wall.
Numbers<std::int64_t> neighbours(const Mesh& mesh) {
  std::vector<std::int64_t> beside;
  for (const HalfEdge& edge : mesh.edges()) {
    beside.push_back(edge.twin == kNone ? -1 : std::int64_t{mesh.edge(edge.twin).face});
  }
  return to_numpy(std::move(beside));
}

Numbers<std::uint32_t> component_labels(const Mesh& mesh) {
  std::vector<std::uint32_t> labels(mesh.faces());
  for (Face face = 0; face < mesh.faces(); ++face) labels[face] = mesh.component(face);
  return to_numpy(std::move(labels));
}

void bind_mesh_space(nb::module_& m) {
  nb::register_exception_translator([](const std::exception_ptr& raised, void*) {
    try {
      std::rethrow_exception(raised);
    } catch (const MeshError& error) {
      const std::string message = "polygon " + std::to_string(error.face) + " does not fit: " + error.what();
      PyErr_SetString(nb::module_::import_("pathstar.errors").attr("ArrayError").ptr(), message.c_str());
    }
  });
  nb::class_<Mesh>(m, "Mesh")
      .def(nb::new_([](const Rows& points, const Array<std::uint32_t>& corners, const Array<std::int64_t>& offsets,
                       const Array<double>& costs) {
             std::shared_ptr<Mesh> mesh;
             unless_stopped([&](const auto& stop) {
               Polygons given = polygons_of(points, corners, offsets, stop);
               std::vector<double> by_face(costs.data(), costs.data() + costs.size());
               if (stop()) return;
               mesh = std::make_shared<Mesh>(std::move(given.points), given.corners, given.offsets, std::move(by_face),
                                             stop);
             });
             return mesh;
           }),
           nb::arg("points"), nb::arg("corners"), nb::arg("offsets"), nb::arg("costs"))
      .def_prop_ro("is_weighted", &Mesh::is_weighted)
      .def("costs",
           [](const Mesh& mesh) {
             std::vector<double> costs;
             for (Face face = 0; face < mesh.faces(); ++face) costs.push_back(mesh.cost(face));
             return to_numpy(std::move(costs));
           })
      .def_prop_ro("size", &Mesh::faces)
      .def_prop_ro("components", &Mesh::components)
      .def("polygons", &polygons)
      .def("neighbours", &neighbours)
      .def("component_labels", &component_labels)
      .def(
          "faces_at", [](const Mesh& mesh, const Pair& place) { return mesh.faces_at(point_of(place)); },
          nb::arg("place"))
      .def(
          "nearest", [](const Mesh& mesh, const Pair& place) { return pair_of(mesh.nearest(point_of(place))); },
          nb::arg("place"))
      .def(
          "line_cost",
          [](const Mesh& mesh, const Pair& from, const Pair& to) {
            return line_cost(mesh, point_of(from), point_of(to));
          },
          nb::arg("start"), nb::arg("end"), "Infinite if the line leaves the mesh.")
      .def(
          "look",
          [](const Mesh& mesh, const Pair& from, const Pair& to) {
            const SightLine line = look(mesh, point_of(from), point_of(to));
            return std::pair(line.clear, pair_of(line.end));
          },
          nb::arg("start"), nb::arg("end"), "Whether the start sees the end, and how far it sees.");
  nb::class_<Polygons>(m, "MeshPart", "Merged polygons, a part of a mesh.")
      .def(nb::new_([](const Rows& points, const Array<std::uint32_t>& corners, const Array<std::int64_t>& offsets,
                       const Array<double>& costs) {
             return std::make_unique<Polygons>(merged_part(points, corners, offsets, costs));
           }),
           nb::arg("points"), nb::arg("corners"), nb::arg("offsets"), nb::arg("costs"));
  m.def("join_parts", &joined_mesh, nb::arg("parts"),
        "A mesh of the parts of a plane that was cut along lines parallel to its axes.");
  m.def("merge_polygons", &merged_polygons, nb::arg("points"), nb::arg("corners"), nb::arg("offsets"), nb::arg("costs"),
        "Merges polygons of the same cost.");
  m.def("stitch_polygons", &stitched_polygons, nb::arg("points"), nb::arg("corners"), nb::arg("offsets"));
  m.def("rectangles", &rectangles_of, nb::arg("walkable"), nb::arg("width"));
}

PathResult find(MeshFinder& finder, const Point& start, const Point& goal, const Settings& settings) {
  PathResult result;
  unless_stopped([&](const auto& stop) { result = finder.find(start, goal, settings, stop); });
  return result;
}

nb::object find_places(MeshFinder& finder, nb::handle start, nb::handle goal, const Settings& settings,
                       const PathMaker& maker) {
  const std::optional<Point> from = place_of(start), to = place_of(goal);
  if (!from || !to) return nb::none();
  return maker.make(find(finder, *from, *to, settings), start, goal);
}

template <class T>
void append(std::vector<T>& all, std::vector<T>&& part) {
  all.insert(all.end(), part.begin(), part.end());
}

// Visits many places in slices, so that Ctrl+C takes effect in between.
template <class Visit>
void each_slice(const std::vector<Point>& places, const Visit& visit) {
  constexpr std::size_t kSlice = 1 << 10;
  unless_stopped([&](const auto& stop) {
    for (std::size_t i = 0; i < places.size() && !stop(); i += kSlice) {
      visit(std::span(places).subspan(i, std::min(kSlice, places.size() - i)));
    }
  });
}

auto many_lines(MeshFinder& finder, const Rows& starts, const Rows& goals, const Settings& settings, bool costs_only,
                unsigned threads, nb::object tell) {
  const std::vector<Point> from = points_of(starts), to = points_of(goals);
  if (from.size() != to.size()) throw std::invalid_argument("there must be a goal for each start");
  LineBatch batch;
  telling(std::move(tell), kBatchPause,
          [&](const auto& progress) { batch = find_lines(finder, from, to, settings, costs_only, threads, progress); });
  return std::tuple(to_numpy(std::move(batch.costs)), to_numpy(std::move(batch.statuses)),
                    to_numpy<std::uint64_t, 2>(std::move(batch.counts), 3), to_numpy(std::move(batch.seconds)),
                    to_numpy(std::move(batch.bounds)), to_numpy(std::move(batch.revisions)),
                    to_numpy(std::move(batch.offsets)), to_numpy<double, 2>(std::move(batch.points), 2));
}

std::shared_ptr<const MeshField> field_of(const MeshFinder& finder, const Rows& sources, const Array<double>& costs,
                                          bool outward, double max_cost, std::uint64_t max_expansions,
                                          nb::object tell) {
  if (costs.size() != 0 && costs.size() != sources.shape(0)) {
    throw std::invalid_argument("there must be a cost for each source");
  }
  const MeshFieldQuery query{
      points_of(sources), {costs.data(), costs.data() + costs.size()}, outward, max_cost, max_expansions};
  std::shared_ptr<const MeshField> field;
  telling(std::move(tell), kBatchPause, [&](const auto& progress) { field = finder.field(query, progress); });
  return field;
}

void bind_mesh_field(nb::module_& m) {
  nb::class_<MeshField>(m, "MeshField")
      .def_prop_ro("known_to", &MeshField::known_to)
      .def_prop_ro("expanded", &MeshField::expanded)
      .def_prop_ro("windows", &MeshField::windows)
      .def_prop_ro("nbytes", &MeshField::nbytes)
      .def(
          "costs",
          [](const MeshField& field, const Rows& places) {
            std::vector<double> costs;
            each_slice(points_of(places), [&](const auto& part) { append(costs, field.costs(part)); });
            return to_numpy(std::move(costs));
          },
          nb::arg("places"))
      .def(
          "nearest",
          [](const MeshField& field, const Rows& places) {
            std::vector<std::uint32_t> sources;
            each_slice(points_of(places), [&](const auto& part) { append(sources, field.nearest(part)); });
            return to_numpy(std::move(sources));
          },
          nb::arg("places"), "2**32 - 1 for none.")
      .def(
          "turns",
          [](const MeshField& field, const Rows& places) {
            std::vector<Point> turns;
            each_slice(points_of(places), [&](const auto& part) { append(turns, field.turns(part)); });
            return to_numpy<double, 2>(flat(turns), 2);
          },
          nb::arg("places"), "Where each place's path turns first, or ends.")
      .def(
          "line",
          [](const MeshField& field, const Pair& place) {
            return to_numpy<double, 2>(flat(field.line(point_of(place))), 2);
          },
          nb::arg("place"), "The points from a place to its source.");
}

}  // namespace

void bind_mesh(nb::module_& m) {
  bind_mesh_space(m);
  bind_mesh_field(m);
  nb::class_<MeshFinder>(m, "MeshFinder")
      .def(nb::new_([](std::shared_ptr<Mesh> mesh, const Rows& begins, const Rows& ends, const Array<double>& costs,
                       std::uint64_t revision) {
             const std::vector<Point> from = points_of(begins), to = points_of(ends);
             std::vector<Link> links;
             for (std::size_t i = 0; i < from.size(); ++i) links.push_back({from[i], to[i], costs.data()[i]});
             return std::make_shared<MeshFinder>(std::move(mesh), links, revision);
           }),
           nb::arg("mesh"), nb::arg("begins"), nb::arg("ends"), nb::arg("costs"), nb::arg("revision"),
           "Each row of begins, ends and costs is one direction of a link.")
      .def(
          "find",
          [](MeshFinder& finder, const Pair& start, const Pair& goal, const Settings& settings) {
            return find(finder, point_of(start), point_of(goal), settings);
          },
          nb::arg("start"), nb::arg("goal"), nb::arg("settings"))
      .def("find_between", &find_places, nb::arg("start").none(), nb::arg("goal").none(), nb::arg("settings"),
           nb::arg("maker"),
           nb::sig("def find_between(self, start: object, goal: object, settings: Settings, maker: PathMaker) -> "
                   "pathstar.paths.path.Path | None"),
           "The same for places that are tuples of two finite numbers; None for any others.")
      .def(
          "search",
          [](MeshFinder& finder, const Pair& start, const Pair& goal, const Settings& settings) {
            return finder.search(point_of(start), point_of(goal), settings);
          },
          nb::arg("start"), nb::arg("goal"), nb::arg("settings"))
      .def("field", &field_of, nb::arg("sources"), nb::arg("costs"), nb::arg("outward"), nb::arg("max_cost"),
           nb::arg("max_expansions"), nb::arg("tell").none() = nb::none())
      .def(
          "open_kind", [](const MeshFinder&, const Settings&) { return OpenKind::heap; }, nb::arg("settings"))
      .def("open_order", [](const MeshFinder&, const Settings&) { return OpenKind::heap; }, nb::arg("settings"));
  m.def(
      "record_intervals",
      [](MeshFinder& finder, const Pair& start, const Pair& goal, const Settings& settings,
         std::shared_ptr<IntervalRecorder> recorder) {
        return finder.record(point_of(start), point_of(goal), settings, std::move(recorder));
      },
      nb::arg("finder"), nb::arg("start"), nb::arg("goal"), nb::arg("settings"), nb::arg("recorder"),
      "A search that records its intervals.");
  m.def("find_lines", &many_lines, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("settings"),
        nb::arg("costs_only"), nb::arg("threads"), nb::arg("tell").none(),
        "Returns (costs, statuses, counts, seconds, bounds, revisions, offsets, points).");
}
