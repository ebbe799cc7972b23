#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>

#include "bind.hpp"
#include "copied.hpp"
#include "engine/finders/finder.hpp"
#include "places.hpp"
#include "spaces/layers/timed.hpp"

using namespace pathstar;

namespace {

void bind_settings(nb::module_& m) {
  nb::enum_<OpenKind>(m, "OpenKind")
      .value("automatic", OpenKind::automatic)
      .value("bucket", OpenKind::bucket)
      .value("heap", OpenKind::heap)
      .value("sorted", OpenKind::sorted)
      .value("unsorted", OpenKind::unsorted)
      .value("fifo", OpenKind::fifo)
      .value("none", OpenKind::none);
  nb::enum_<Ties>(m, "Ties")
      .value("larger_g", Ties::larger_g)
      .value("smaller_g", Ties::smaller_g)
      .value("last", Ties::last)
      .value("first", Ties::first);
  nb::enum_<Loop>(m, "Loop")
      .value("best_first", Loop::best_first)
      .value("bidirectional", Loop::bidirectional)
      .value("iterative_deepening", Loop::iterative_deepening)
      .value("anytime_repairing", Loop::anytime_repairing);
  nb::class_<CellMask>(m, "CellMask")
      .def(nb::new_([](const Array<std::uint8_t>& allowed) {
             return std::make_shared<CellMask>(std::span(allowed.data(), allowed.size()));
           }),
           nb::arg("allowed"), "A byte for each cell of the ground, other than 0 where a query may go.")
      .def("allows", &CellMask::allows, nb::arg("node"))
      .def(
          "__reduce__",
          [](const nb::handle_t<CellMask>& self) {
            const CellMask& mask = nb::cast<const CellMask&>(self);
            std::vector<std::uint8_t> allowed(mask.cells());
            for (Node cell = 0; cell < mask.cells(); ++cell) allowed[cell] = mask.allows(cell);
            return nb::make_tuple(self.type(), nb::make_tuple(to_numpy(std::move(allowed))));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));
  nb::class_<GoalSet>(m, "GoalSet")
      .def(nb::new_([](const Array<Node>& nodes) {
             if (nodes.size() == 0) throw std::invalid_argument("a set of goals needs at least one goal");
             return std::make_shared<GoalSet>(std::vector<Node>(nodes.data(), nodes.data() + nodes.size()));
           }),
           nb::arg("nodes"), "The nodes where a query may end.");
  nb::class_<Settings>(m, "Settings")
      .def(
          "__init__",
          [](Settings* self, Loop loop, bool use_g, double weight, HeuristicKind heuristic, OpenKind open, Ties ties,
             bool jumps, bool skip_dead_ends, bool improve, std::uint64_t max_expansions) {
            new (self)
                Settings{loop, use_g, weight, heuristic, open, ties, jumps, skip_dead_ends, improve, max_expansions};
          },
          nb::arg("loop"), nb::arg("use_g"), nb::arg("weight"), nb::arg("heuristic"), nb::arg("open"), nb::arg("ties"),
          nb::arg("jumps"), nb::arg("skip_dead_ends"), nb::arg("improve"), nb::arg("max_expansions"))
      .def_rw("mask", &Settings::mask, nb::arg().none())
      .def_rw("max_expansions", &Settings::max_expansions)
      .def_rw("max_cost", &Settings::max_cost)
      .def_rw("max_seconds", &Settings::max_seconds)
      .def_rw("partial", &Settings::partial)
      .def_rw("stop_at_opened", &Settings::stop_at_opened)
      .def_rw("goals", &Settings::goals, nb::arg().none())
      .def_rw("once", &Settings::once, "Whether to skip work that only pays for later searches of the space.")
      .def("copy", [](const Settings& settings) { return Settings(settings); });
}

PathResult find(Finder& finder, Node start, Node goal, const Settings& settings) {
  PathResult result;
  unless_stopped([&](const auto& stop) { result = finder.find(start, goal, settings, stop); });
  return result;
}

using Square = std::pair<std::int64_t, std::int64_t>;  // x and y

// The squares from the first to the last, row by row.
struct Board {
  Square first;
  Square last;

  std::int64_t width() const noexcept { return last.first - first.first + 1; }
  std::int64_t height() const noexcept { return last.second - first.second + 1; }
  // Rejects a board with more squares than a space may have nodes, before its size is used.
  void require_nodes() const {
    const auto side = [](std::int64_t begin, std::int64_t end) {
      return static_cast<double>(end) - static_cast<double>(begin) + 1.0;
    };
    const double squares = side(first.first, last.first) * side(first.second, last.second);
    if (!(squares < kNoNode)) throw nb::value_error("the board has more squares than a space may have");
  }
  bool has(const Square& square) const noexcept {
    return square.first >= first.first && square.first <= last.first && square.second >= first.second &&
           square.second <= last.second;
  }
  std::size_t number_of(const Square& square) const noexcept {
    return static_cast<std::size_t>((square.second - first.second) * width() + square.first - first.first);
  }
};

// Numbers out of range are clamped; they are outside of every board.
std::int64_t whole_number(PyObject* number) {
  const Py_ssize_t value = PyNumber_AsSsize_t(number, nullptr);
  if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return value;
}

Square square_of(nb::handle pair) {
  const nb::object held = PyTuple_CheckExact(pair.ptr()) ? nb::borrow(pair) : nb::steal(PySequence_Tuple(pair.ptr()));
  if (!held.is_valid()) throw nb::python_error();
  if (PyTuple_Size(held.ptr()) != 2) throw nb::value_error("a square is (x, y)");
  return {whole_number(PyTuple_GetItem(held.ptr(), 0)), whole_number(PyTuple_GetItem(held.ptr(), 1))};
}

// Finds a path over squares without costs, and keeps nothing: on a small board the search takes less time than making
// Python objects would. Returns its places, multiplied by `scale` and truncated; empty if there is no path. Start and
// goal must be on the board.
nb::list find_points(nb::iterable blocked, const Square& first, const Square& last, const Moves& moves,
                     const Square& start, const Square& goal, const Settings& settings, double scale) {
  const Board board{first, last};
  board.require_nodes();
  std::vector<std::uint8_t> walkable(static_cast<std::size_t>(board.width() * board.height()), 1);
  for (const nb::handle each : blocked) {
    const Square square = square_of(each);
    if (board.has(square)) walkable[board.number_of(square)] = 0;
  }
  walkable[board.number_of(start)] = 1;
  PathResult result;
  unless_stopped([&](const Stop& stop) {
    bool stopped = false;  // small boards never poll
    auto grid = std::make_shared<Grid>(static_cast<std::uint32_t>(board.width()),
                                       static_cast<std::uint32_t>(board.height()), walkable, std::span<const double>(),
                                       moves, CostRule::enter, [&] { return stopped = stop(); });
    if (stopped) return;
    const auto from = static_cast<Node>(board.number_of(start)), to = static_cast<Node>(board.number_of(goal));
    result = make_finder(std::move(grid))->find(from, to, settings, stop);
  });
  std::vector<std::int32_t> places(2 * result.length);
  if (result.length > 0) write_points(result.corners, result.rule, places.data());
  const auto scaled = [scale](std::int64_t number) {
    nb::object whole = nb::steal(PyLong_FromDouble(static_cast<double>(number) * scale));
    if (!whole.is_valid()) throw nb::python_error();
    return whole;
  };
  nb::list points;
  for (std::size_t i = 0; i < places.size(); i += 2) {
    points.append(nb::make_tuple(scaled(first.first + places[i]), scaled(first.second + places[i + 1])));
  }
  return points;
}

nb::object find_places(Finder& finder, nb::handle start, nb::handle goal, const Settings& settings,
                       const PathMaker& maker) {
  return find_between(start, goal, finder.extent(), maker,
                      [&](Node from, Node to) { return find(finder, from, to, settings); });
}

// Returns (status, paths).
auto find_nearest(Finder& finder, Node start, std::size_t count, const Settings& settings) {
  NearestGoals nearest;
  unless_stopped([&](const auto& stop) { nearest = finder.find_nearest(start, count, settings, stop); });
  return std::pair(nearest.status, std::move(nearest.paths));
}

// A finder refers to the Python object of a caller's functions through a pointer that the garbage collector does not
// see. When that object is cleared, it drops the functions (spaces_custom.cpp).
int visit_functions(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  const Custom* functions = nb::inst_ptr<Finder>(self)->functions();
  if (functions == nullptr) return 0;
  const nb::object owner = nb::find(functions);
  Py_VISIT(owner.ptr());
  return 0;
}

const PyType_Slot kFinderSlots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&visit_functions)}, {0, nullptr}};

Field field(Finder& finder, const FieldQuery& query, FieldLimits limits, FieldState* kept, nb::object tell) {
  std::atomic<double> done = 0.0;
  limits.done = &done;
  Field field;
  telling(std::move(tell), kBatchPause, [&](const auto& progress) {
    field = finder.field(query, limits, [&] { return progress(done.load(std::memory_order_relaxed)); }, kept);
  });
  return field;
}

PathResult record_field(Finder& finder, const FieldQuery& query, const FieldLimits& limits,
                        const std::shared_ptr<Recorder>& recorder) {
  PathResult result;
  unless_stopped([&](const auto& stop) { result = finder.record_field(query, limits, *recorder, stop); });
  return result;
}

void bind_field_queries(nb::module_& m) {
  nb::class_<FieldQuery>(m, "FieldQuery")
      .def(
          "__init__",
          [](FieldQuery* self, const Array<Node>& sources, const Array<double>& first_costs, bool back,
             std::shared_ptr<CellMask> mask, unsigned threads) {
            if (sources.size() == 0 || (first_costs.size() != 0 && first_costs.size() != sources.size())) {
              throw std::invalid_argument("a field needs at least one source, and a first cost for each or for none");
            }
            new (self) FieldQuery{copied(sources), copied(first_costs), back, {}, std::move(mask), threads};
          },
          nb::arg("sources"), nb::arg("first_costs"), nb::arg("back"), nb::arg("mask").none(), nb::arg("threads") = 1);
  nb::class_<FieldLimits>(m, "FieldLimits")
      .def(
          "__init__",
          [](FieldLimits* self, const Array<Node>& stops, double max_cost, std::uint64_t max_expansions, bool write) {
            new (self) FieldLimits{copied(stops), max_cost, max_expansions, write};
          },
          nb::arg("stops"), nb::arg("max_cost"), nb::arg("max_expansions"), nb::arg("write") = true);
  nb::class_<FieldState>(m, "FieldState")
      .def(nb::init<>())
      .def_ro("repairs", &FieldState::repairs, "How often it was repaired after edits.")
      .def_ro("rebuilds", &FieldState::rebuilds, "How often it was searched again from the beginning after edits.")
      .def_prop_ro(
          "written", [](FieldState& state) { return state.written(); }, nb::call_guard<WithoutGil>(),
          "The number of nodes with written memory.")
      .def(
          "cost", [](FieldState& state, Node node) { return state.cost(node); }, nb::arg("node"),
          nb::call_guard<WithoutGil>(), "The cost of a node; infinity while it is not known for certain.")
      .def(
          "costs",
          [](FieldState& state, const Array<Node>& nodes) {
            std::vector<double> costs;
            {
              const WithoutGil released;
              costs = state.costs(std::span(nodes.data(), nodes.size()));
            }
            return to_numpy(std::move(costs));
          },
          nb::arg("nodes"), "The costs of several nodes, as `cost` returns them.")
      .def(
          "chain",
          [](FieldState& state, Node node) {
            std::vector<Node> nodes;
            {
              const WithoutGil released;
              nodes = state.chain(node);
            }
            return to_numpy(std::move(nodes));
          },
          nb::arg("node"), "The nodes of the path from a node; none if its cost is not known.");
}

}  // namespace

void bind_engine(nb::module_& m) {
  bind_settings(m);
  bind_field_queries(m);
  nb::register_exception_translator([](const std::exception_ptr& raised, void*) {
    try {
      std::rethrow_exception(raised);
    } catch (const NestedStep& error) {
      PyErr_SetString(nb::module_::import_("pathstar.errors").attr("OptionError").ptr(), error.what());
    } catch (const Unsupported& error) {
      PyErr_SetString(nb::module_::import_("pathstar.errors").attr("OptionError").ptr(), error.what());
    } catch (const EditInSearch& error) {
      PyErr_SetString(nb::module_::import_("pathstar.errors").attr("OptionError").ptr(), error.what());
    }
  });

  nb::class_<Search>(m, "Search")
      .def("step", &Search::step, nb::arg("budget"), nb::call_guard<WithoutGil>())
      .def("stop", &Search::stop, nb::call_guard<WithoutGil>())
      .def_prop_ro("status", &Search::status, nb::call_guard<WithoutGil>())
      .def("result", &Search::result, nb::call_guard<WithoutGil>());

  m.def("find_points", &find_points, nb::arg("blocked"), nb::arg("first"), nb::arg("last"), nb::arg("moves"),
        nb::arg("start"), nb::arg("goal"), nb::arg("settings"), nb::arg("scale"),
        nb::sig("def find_points(blocked: collections.abc.Iterable[tuple[int, int]], first: tuple[int, int], last: "
                "tuple[int, int], "
                "moves: Moves, start: tuple[int, int], goal: tuple[int, int], settings: Settings, scale: float) "
                "-> list[tuple[int, int]]"),
        "The places (x, y) of a path over squares without costs, multiplied by the scale; empty if there is no path.");
  nb::class_<Finder>(m, "Finder", nb::type_slots(kFinderSlots))
      .def(nb::new_([](std::shared_ptr<Grid> grid) { return make_finder(std::move(grid)); }), nb::arg("space"))
      .def(nb::new_([](std::shared_ptr<Graph> graph) { return make_finder(std::move(graph)); }), nb::arg("space"))
      .def(nb::new_([](std::shared_ptr<RegularGrid> regular_grid) { return make_finder(std::move(regular_grid)); }),
           nb::arg("space"))
      .def(nb::new_([](std::shared_ptr<Waypoints> points) { return make_finder(std::move(points)); }), nb::arg("space"))
      .def(nb::new_([](std::shared_ptr<Turning> space) { return make_finder(std::move(space)); }), nb::arg("space"))
      .def(nb::new_([](std::shared_ptr<Timed> space) { return make_finder(std::move(space)); }), nb::arg("space"))
      .def(nb::new_([](std::shared_ptr<Custom> custom) { return make_finder(std::move(custom)); }), nb::arg("space"))
      .def("find", &find, nb::arg("start"), nb::arg("goal"), nb::arg("settings"))
      .def("find_between", &find_places, nb::arg("start").none(), nb::arg("goal").none(), nb::arg("settings"),
           nb::arg("maker"),
           nb::sig("def find_between(self, start: object, goal: object, settings: Settings, maker: PathMaker) -> "
                   "pathstar.paths.path.Path | None"),
           "The same for places that are tuples of two ints within a plain grid; None for any others.")
      .def("find_nearest", &find_nearest, nb::arg("start"), nb::arg("count"), nb::arg("settings"),
           "Returns (status, paths): the paths to the nearest `count` of the settings' goals.")
      .def("search", &Finder::search, nb::arg("start"), nb::arg("goal"), nb::arg("settings"),
           nb::call_guard<WithoutGil>())
      .def("record", &Finder::record, nb::arg("start"), nb::arg("goal"), nb::arg("settings"), nb::arg("recorder"),
           nb::call_guard<WithoutGil>())
      .def("field", &field, nb::arg("query"), nb::arg("limits"), nb::arg("kept").none(), nb::arg("tell") = nb::none(),
           "A kept field is continued, or follows edits of the space. Sources that are not walkable are ignored.")
      .def("record_field", &record_field, nb::arg("query"), nb::arg("limits"), nb::arg("recorder"))
      .def("open_kind", &Finder::open_kind, nb::arg("settings"), nb::call_guard<WithoutGil>())
      .def("open_order", &Finder::open_order, nb::arg("settings"), nb::call_guard<WithoutGil>());
}
