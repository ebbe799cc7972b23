#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#define NPY_NO_DEPRECATED_API NPY_1_20_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "bind.hpp"
#include "garbage.hpp"
#include "paths.hpp"
#include "paths/result.hpp"

using namespace pathstar;

namespace {

// Arrays under the names that the stub gives them.
inline bool is_any(PyObject*) { return true; }
struct PointArray : nb::object {
  using Element = std::int32_t;
  static constexpr int kType = NPY_INT32;
  NB_OBJECT(PointArray, nb::object, "numpy.typing.NDArray[numpy.int32]", is_any)
};
struct LineArray : nb::object {
  using Element = double;
  static constexpr int kType = NPY_FLOAT64;
  NB_OBJECT(LineArray, nb::object, "numpy.typing.NDArray[numpy.float64]", is_any)
};
struct NodeArray : nb::object {
  using Element = Node;
  static constexpr int kType = NPY_UINT32;
  NB_OBJECT(NodeArray, nb::object, "numpy.typing.NDArray[numpy.uint32]", is_any)
};

// A new array to be filled, (rows, columns), or (rows) if there is one column. NumPy makes it, since an nb::ndarray
// takes several times as long, which is longer than finding a short path takes.
template <class Array>
class NewArray {
 public:
  using Element = typename Array::Element;

  NewArray(std::size_t rows, int columns) : array_(nb::steal<Array>(make(rows, columns))) {
    if (!array_.is_valid()) throw nb::python_error();
  }
  Element* data() const { return static_cast<Element*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array_.ptr()))); }
  const Array& array() const { return array_; }

 private:
  static PyObject* make(std::size_t rows, int columns) {
    npy_intp shape[2] = {static_cast<npy_intp>(rows), columns};
    return PyArray_SimpleNew(columns == 1 ? 1 : 2, shape, Array::kType);
  }

  Array array_;
};

// None for a path that is not over a grid; its space knows the places of its nodes.
std::optional<nb::object> points(const PathResult& result) {
  if (!result.line.empty()) {
    const NewArray<LineArray> points(result.length, static_cast<int>(result.columns));
    std::copy(result.line.begin(), result.line.end(), points.data());
    return points.array();
  }
  if (result.rule.width == 0) return std::nullopt;
  const NewArray<PointArray> points(result.length, 2);
  write_points(result.corners, result.rule, points.data());
  return points.array();
}

NodeArray nodes(const PathResult& result) {
  const NewArray<NodeArray> nodes(result.line.empty() ? result.length : 0, 1);
  write_nodes(result.corners, result.rule, nodes.data());
  return nodes.array();
}

// Makes a result from what Python keeps of it: a row of a batch, or a pickled one.
void make_result(PathResult* self, Status status, double cost, const Array<Node>& corners,
                 std::pair<std::uint32_t, bool> rule, std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> counts,
                 double seconds, const std::optional<Array<double>>& times, std::uint64_t revision,
                 std::uint64_t restarts, const std::optional<Array<double>>& line, double bound, std::size_t columns) {
  new (self) PathResult;
  self->status = status;
  self->cost = cost;
  self->corners.assign(corners.data(), corners.data() + corners.size());
  self->rule = {rule.first, rule.second};
  if (times) self->times.assign(times->data(), times->data() + times->size());
  self->stats = {std::get<0>(counts), std::get<1>(counts), std::get<2>(counts), restarts};
  self->revision = revision;
  self->seconds = seconds;
  self->bound = bound;
  if (line) {
    if (columns < 2 || columns > 3 || line->size() % columns != 0 || (line->size() != 0 && corners.size() != 0)) {
      throw std::invalid_argument("a line consists of pairs of x and y, or triples with z, and has no corners");
    }
    self->line.assign(line->data(), line->data() + line->size());
    self->columns = columns;
    self->length = line->size() / columns;
  }
  if (self->corners.empty()) return;
  const StepCounts steps = count_steps(self->corners, self->rule);
  self->length = steps.straight + steps.diagonal + 1;
}

nb::object nodes_once(AnsweredPath& path) {
  if (!path.nodes.is_valid()) path.nodes = nodes(path.result);
  return path.nodes;
}

nb::object points_once(AnsweredPath& path) {
  if (!path.points.is_valid()) {
    const std::optional<nb::object> made = points(path.result);
    path.points = made ? *made : path.space.attr("places_of")(nodes_once(path));
  }
  return path.points;
}

}  // namespace

void bind_paths(nb::module_& m) {
  if (PyArray_ImportNumPyAPI() != 0) throw nb::python_error();

  m.def("fixed_place", &fixed_place, nb::arg("place").none(),
        nb::sig("def fixed_place(place: pathstar.spaces.base.Place) -> pathstar.spaces.base.Place"),
        "A place that its owner cannot change, with plain Python numbers.");

  nb::enum_<Status>(m, "Status", "What became of a search.")
      .value("RUNNING", Status::running, "not finished yet")
      .value("FOUND", Status::found, "the goal was reached")
      .value("NO_PATH", Status::no_path, "no path exists")
      .value("BLOCKED_START", Status::blocked_start, "the start is not walkable")
      .value("BLOCKED_GOAL", Status::blocked_goal, "the goal is not walkable")
      .value("LIMIT", Status::limit, "stopped by a limit before the outcome was known");

  nb::class_<PathResult>(m, "PathResult")
      .def("__init__", &make_result, nb::arg("status"), nb::arg("cost"), nb::arg("corners"), nb::arg("corner_rule"),
           nb::kw_only(), nb::arg("counts") = std::tuple(0, 0, 0), nb::arg("seconds") = 0.0,
           nb::arg("times") = nb::none(), nb::arg("revision") = 0, nb::arg("restarts") = 0,
           nb::arg("line") = nb::none(), nb::arg("bound") = PathResult().bound,
           nb::arg("columns") = PathResult().columns)
      .def_prop_ro("restarts", [](const PathResult& r) { return r.stats.restarts; })
      .def_prop_ro("revision", [](const PathResult& r) { return r.revision; })
      .def_prop_ro("seconds", [](const PathResult& r) { return r.seconds; })
      .def_prop_ro("bound", [](const PathResult& r) { return r.bound; })
      .def_prop_ro("counts",
                   [](const PathResult& r) { return std::tuple(r.stats.expanded, r.stats.generated, r.stats.updated); })
      .def("corners", [](const PathResult& r) { return to_numpy(std::vector<Node>(r.corners)); })
      .def_prop_ro("is_line", [](const PathResult& r) { return !r.line.empty(); })
      .def("line", [](const PathResult& r) { return to_numpy(std::vector<double>(r.line)); })
      .def_prop_ro("columns", [](const PathResult& r) { return r.columns; })
      .def_prop_ro("corner_rule", [](const PathResult& r) { return std::pair(r.rule.width, r.rule.diagonals); });

  nb::class_<AnsweredPath>(m, "AnsweredPath", Garbage<AnsweredPath>::slots(),
                           "A result with its query; Path derives from it.")
      .def(nb::init<const PathResult&, nb::object, nb::handle, nb::handle, nb::object>(), nb::arg("result"),
           nb::arg("space"), nb::arg("start").none(), nb::arg("goal").none(), nb::arg("method"))
      .def_prop_ro(
          "space", [](const AnsweredPath& p) { return p.space; },
          nb::sig("def space(self) -> pathstar.spaces.base.Space"))
      .def_prop_ro(
          "start", [](const AnsweredPath& p) { return p.start; },
          nb::sig("def start(self) -> pathstar.spaces.base.Place"))
      .def_prop_ro(
          "goal", [](const AnsweredPath& p) { return p.goal; }, nb::sig("def goal(self) -> pathstar.spaces.base.Place"))
      .def_prop_ro(
          "method", [](const AnsweredPath& p) { return p.method; },
          nb::sig("def method(self) -> pathstar.paths.path.Method"))
      .def_prop_ro(
          "core", [](const AnsweredPath& p) -> const PathResult& { return p.result; },
          nb::rv_policy::reference_internal)
      .def_prop_ro("status", [](const AnsweredPath& p) { return p.result.status; })
      .def_prop_ro("cost", [](const AnsweredPath& p) { return p.result.cost; })
      .def("__len__", [](const AnsweredPath& p) { return p.result.length; })
      .def("__bool__", [](const AnsweredPath& p) { return p.result.reaches_goal(); })
      .def_prop_ro("points", &points_once, nb::lock_self(),
                   nb::sig("def points(self) -> numpy.typing.NDArray[typing.Any]"))
      .def_prop_ro("nodes", &nodes_once, nb::lock_self(),
                   nb::sig("def nodes(self) -> numpy.typing.NDArray[numpy.uint32]"))
      .def_prop_ro(
          "times", [](const AnsweredPath& p) { return to_numpy(std::vector<double>(p.result.times)); },
          nb::rv_policy::take_ownership);
  nb::class_<PathMaker>(m, "PathMaker", Garbage<PathMaker>::slots())
      .def(nb::init<nb::object, nb::object, nb::object>(), nb::arg("type"), nb::arg("space"), nb::arg("method"));
}
