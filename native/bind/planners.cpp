#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bind.hpp"
#include "planners/batch.hpp"
#include "planners/k_paths.hpp"
#include "planners/matrix.hpp"

using namespace pathstar;

namespace {

template <class T>
using Numbers = nb::ndarray<nb::numpy, T>;
using Answer = std::tuple<Numbers<double>, Numbers<std::uint8_t>, Numbers<std::uint64_t>, Numbers<double>,
                          Numbers<std::int64_t>, Numbers<std::int64_t>, Numbers<Node>, Numbers<double>>;

Answer many(Finder& finder, const Array<Node>& starts, const Array<Node>& goals, const Settings& settings,
            bool costs_only, unsigned threads) {
  BatchResult batch;
  {
    const WithoutGil released;
    SignalPoll poll;
    batch = find_many(finder, std::span(starts.data(), starts.size()), std::span(goals.data(), goals.size()), settings,
                      costs_only ? Keep::costs : Keep::paths, threads, [&] { return poll(); });
  }
  if (batch.stopped) throw nb::python_error();
  return Answer(to_numpy(std::move(batch.costs)), to_numpy(std::move(batch.statuses)),
                to_numpy<std::uint64_t, 2>(std::move(batch.counts), 3), to_numpy(std::move(batch.seconds)),
                to_numpy(std::move(batch.offsets)), to_numpy(std::move(batch.corner_offsets)),
                to_numpy(std::move(batch.corners)), to_numpy(std::move(batch.times)));
}

std::vector<PathResult> k_paths(Finder& finder, Node start, Node goal, std::size_t k, const Settings& settings) {
  std::vector<PathResult> paths;
  bool stopped = false;
  {
    const WithoutGil released;
    SignalPoll poll;
    paths = find_k_paths(finder, start, goal, k, settings, [&] { return poll(); }, stopped);
  }
  if (stopped) throw nb::python_error();
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

}  // namespace

void bind_planners(nb::module_& m) {
  m.def("find_many", &many, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("settings"),
        nb::arg("costs_only"), nb::arg("threads"),
        "Answers (costs, statuses, counts, seconds, offsets, corner_offsets, corners, times).");
  m.def("cost_matrix", &matrix, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("pair"),
        nb::arg("threads"), "The costs row by row, one row for each start.");
  m.def("find_k_paths", &k_paths, nb::arg("finder"), nb::arg("start"), nb::arg("goal"), nb::arg("k"),
        nb::arg("settings"));
}
