#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "planners/batch.hpp"
#include "planners/batch_cells.hpp"
#include "planners/k_paths.hpp"
#include "planners/matrix.hpp"
#include "planners/replanning/replanner.hpp"

using namespace pathstar;

namespace {

template <class T>
using Numbers = nb::ndarray<nb::numpy, T>;
using Answer =
    std::tuple<Numbers<double>, Numbers<std::uint8_t>, Numbers<std::uint64_t>, Numbers<double>, Numbers<double>,
               Numbers<std::uint64_t>, Numbers<std::int64_t>, Numbers<std::int64_t>, Numbers<Node>, Numbers<double>>;

Answer many(Finder& finder, const Array<Node>& starts, const Array<Node>& goals, const Settings& settings,
            bool costs_only, unsigned threads, nb::object tell) {
  BatchResult batch;
  telling(std::move(tell), kBatchPause, [&](const auto& progress) {
    batch = find_many(finder, std::span(starts.data(), starts.size()), std::span(goals.data(), goals.size()), settings,
                      costs_only ? Keep::costs : Keep::paths, threads, progress);
  });
  return Answer(to_numpy(std::move(batch.costs)), to_numpy(std::move(batch.statuses)),
                to_numpy<std::uint64_t, 2>(std::move(batch.counts), 3), to_numpy(std::move(batch.seconds)),
                to_numpy(std::move(batch.bounds)), to_numpy(std::move(batch.revisions)),
                to_numpy(std::move(batch.offsets)), to_numpy(std::move(batch.corner_offsets)),
                to_numpy(std::move(batch.corners)), to_numpy(std::move(batch.times)));
}

using Points = nb::ndarray<std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Nodes = nb::ndarray<Node, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

PathsByCorner checked_paths(const Array<Node>& corners, const Array<std::int64_t>& corner_offsets,
                            const Array<std::int64_t>& offsets, const CornerRule& rule, std::size_t cells) {
  const PathsByCorner paths{{corners.data(), corners.size()},
                            {corner_offsets.data(), corner_offsets.size()},
                            {offsets.data(), offsets.size()},
                            rule};
  paths.check(cells);
  return paths;
}

void all_points(const Array<Node>& corners, const Array<std::int64_t>& corner_offsets,
                const Array<std::int64_t>& offsets, std::uint32_t width, bool diagonals, unsigned threads,
                const Points& points) {
  if (width == 0) throw std::invalid_argument("these paths are not over a grid");
  const auto paths = checked_paths(corners, corner_offsets, offsets, {width, diagonals}, points.shape(0));
  unless_stopped([&](const auto& stop) { write_points(paths, threads, stop, points.data()); });
}

void all_nodes(const Array<Node>& corners, const Array<std::int64_t>& corner_offsets,
               const Array<std::int64_t>& offsets, std::uint32_t width, bool diagonals, unsigned threads,
               const Nodes& nodes) {
  const auto paths = checked_paths(corners, corner_offsets, offsets, {width, diagonals}, nodes.shape(0));
  unless_stopped([&](const auto& stop) { write_nodes(paths, threads, stop, nodes.data()); });
}

std::vector<PathResult> k_paths(Finder& finder, Node start, Node goal, std::size_t k, const Settings& settings,
                                nb::object tell) {
  std::vector<PathResult> paths;
  bool stopped = false;
  telling(std::move(tell), kBatchPause,
          [&](const auto& progress) { paths = find_k_paths(finder, start, goal, k, settings, progress, stopped); });
  return paths;
}

Numbers<double> matrix(Finder& finder, const Array<Node>& starts, const Array<Node>& goals, const Settings& pair,
                       unsigned threads) {
  MatrixResult made;
  {
    const WithoutGil released;
    SignalPoll poll;
    made = cost_matrix(finder, std::span(starts.data(), starts.size()), std::span(goals.data(), goals.size()), pair,
                       threads, [&] { return poll(); });
  }
  if (made.stopped) throw nb::python_error();
  return to_numpy(std::move(made.costs));
}

template <class Space>
void bind_over(nb::class_<Replanner>& replanner) {
  replanner.def(nb::new_([](std::shared_ptr<Space> space, std::shared_ptr<Finder> finder, const Settings& settings,
                            Replanning replanning, Root root, Node start, Node goal) {
                  const WithoutGil released;
                  auto adaptive =
                      replanning == Replanning::automatic ? make_incremental(space, Root::each_start) : nullptr;
                  return std::make_shared<Replanner>(std::move(finder), make_incremental(std::move(space), root),
                                                     std::move(adaptive), settings, replanning, start, goal);
                }),
                nb::arg("space"), nb::arg("finder"), nb::arg("settings"), nb::arg("replanning"), nb::arg("root"),
                nb::arg("start"), nb::arg("goal"));
}

void bind_replanning(nb::module_& m) {
  nb::enum_<Replanning>(m, "Replanning")
      .value("afresh", Replanning::afresh)
      .value("repair", Replanning::repair)
      .value("automatic", Replanning::automatic);
  nb::enum_<Root>(m, "Root")
      .value("goal", Root::goal)
      .value("start", Root::start)
      .value("walking_start", Root::walking_start)
      .value("each_start", Root::each_start);

  nb::class_<Replanner> replanner(m, "Replanner");
  bind_over<Grid>(replanner);
  bind_over<RegularGrid>(replanner);
  bind_over<Graph>(replanner);
  bind_over<Turning>(replanner);
  replanner.def("move", &Replanner::move, nb::arg("start"), nb::call_guard<WithoutGil>())
      .def("aim", &Replanner::aim, nb::arg("goal"), nb::call_guard<WithoutGil>())
      .def_prop_ro("start", &Replanner::start, nb::call_guard<WithoutGil>())
      .def_prop_ro("goal", &Replanner::goal, nb::call_guard<WithoutGil>())
      .def(
          "update",
          [](Replanner& self) {
            std::uint64_t version = 0;
            unless_stopped([&](const auto& stop) { version = self.update(stop); });
            return version;
          },
          "Replans if the path may have changed. Returns how often it has planned.")
      .def(
          "record",
          [](Replanner& self, Recorder& recorder) {
            std::uint64_t version = 0;
            unless_stopped([&](const auto& stop) { version = self.record(recorder, stop); });
            return version;
          },
          nb::arg("recorder"), "Repairs the search and records each step. Returns how often it has planned.")
      .def("path", &Replanner::path, nb::call_guard<WithoutGil>(), "The path from the unit's place at the last update.")
      .def("next", &Replanner::next, nb::call_guard<WithoutGil>(),
           "The node after the start; 2**32 - 1 at the goal, and if there is no path.")
      .def_prop_ro("repaired", &Replanner::repaired, nb::call_guard<WithoutGil>(),
                   "Whether the last plan was a repair.")
      .def_prop_ro(
          "counts",
          [](const Replanner& self) {
            ReplanCounts counts;
            {
              const WithoutGil released;  // a planning thread holds the lock and asks for the GIL
              counts = self.counts();
            }
            return std::tuple(counts.searches, counts.repairs, counts.kept, counts.restarts, counts.expanded);
          },
          "(searches, repairs, kept, restarts, expanded)");
}

}  // namespace

void bind_planners(nb::module_& m) {
  m.def("find_many", &many, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("settings"),
        nb::arg("costs_only"), nb::arg("threads"), nb::arg("tell").none(),
        "Returns (costs, statuses, counts, seconds, bounds, revisions, offsets, corner_offsets, corners, times).");
  m.def("write_points", &all_points, nb::arg("corners"), nb::arg("corner_offsets"), nb::arg("offsets"),
        nb::arg("width"), nb::arg("diagonals"), nb::arg("threads"), nb::arg("points"),
        "Writes the places of all cells of paths given by their corners.");
  m.def("write_nodes", &all_nodes, nb::arg("corners"), nb::arg("corner_offsets"), nb::arg("offsets"), nb::arg("width"),
        nb::arg("diagonals"), nb::arg("threads"), nb::arg("nodes"),
        "Writes the nodes of all cells of paths given by their corners.");
  m.def("cost_matrix", &matrix, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("pair"),
        nb::arg("threads"), "The costs row by row, one row for each start.");
  m.def("find_k_paths", &k_paths, nb::arg("finder"), nb::arg("start"), nb::arg("goal"), nb::arg("k"),
        nb::arg("settings"), nb::arg("tell").none());
  bind_replanning(m);
}
