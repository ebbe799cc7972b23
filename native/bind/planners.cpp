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

// Runs find(starts, goals, poll) without the GIL.
template <class Find>
Answer answer(const Array<Node>& starts, const Array<Node>& goals, const Find& find) {
  BatchResult batch;
  {
    const WithoutGil released;
    SignalPoll poll;
    batch = find(std::span(starts.data(), starts.size()), std::span(goals.data(), goals.size()),
                 Poll([&] { return poll(); }));
  }
  if (batch.stopped) throw nb::python_error();
  return Answer(to_numpy(std::move(batch.costs)), to_numpy(std::move(batch.statuses)),
                to_numpy<std::uint64_t, 2>(std::move(batch.counts), 3), to_numpy(std::move(batch.seconds)),
                to_numpy(std::move(batch.offsets)), to_numpy(std::move(batch.corner_offsets)),
                to_numpy(std::move(batch.corners)), to_numpy(std::move(batch.times)));
}

constexpr Keep kept(bool costs_only) noexcept { return costs_only ? Keep::costs : Keep::paths; }

Answer many(Finder& finder, const Array<Node>& starts, const Array<Node>& goals, const Settings& settings,
            bool costs_only, unsigned threads) {
  return answer(starts, goals, [&](std::span<const Node> from, std::span<const Node> to, const Poll& poll) {
    return find_many(finder, from, to, settings, kept(costs_only), threads, poll);
  });
}

Answer many_by_index(const Index& index, const Array<Node>& starts, const Array<Node>& goals, bool costs_only,
                     unsigned threads) {
  return answer(starts, goals, [&](std::span<const Node> from, std::span<const Node> to, const Poll& poll) {
    return find_many(index, from, to, kept(costs_only), threads, poll);
  });
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

// Runs fill(starts, goals, poll) without the GIL.
template <class Fill>
Numbers<double> filled(const Array<Node>& starts, const Array<Node>& goals, const Fill& fill) {
  MatrixResult made;
  {
    const WithoutGil released;
    SignalPoll poll;
    made = fill(std::span(starts.data(), starts.size()), std::span(goals.data(), goals.size()),
                Poll([&] { return poll(); }));
  }
  if (made.stopped) throw nb::python_error();
  return to_numpy(std::move(made.costs));
}

Numbers<double> matrix(Finder& finder, const Array<Node>& starts, const Array<Node>& goals, const Settings& pair,
                       std::uint64_t nodes, unsigned threads) {
  return filled(starts, goals, [&](std::span<const Node> from, std::span<const Node> to, const Poll& poll) {
    return cost_matrix(finder, from, to, pair, nodes, threads, poll);
  });
}

Numbers<double> matrix_by_index(const Index& index, const Array<Node>& starts, const Array<Node>& goals,
                                unsigned threads) {
  return filled(starts, goals, [&](std::span<const Node> from, std::span<const Node> to, const Poll& poll) {
    return cost_matrix(index, from, to, threads, poll);
  });
}

}  // namespace

void bind_planners(nb::module_& m) {
  m.def("find_many", &many, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("settings"),
        nb::arg("costs_only"), nb::arg("threads"),
        "Answers (costs, statuses, counts, seconds, offsets, corner_offsets, corners, times).");
  m.def("find_many_by_index", &many_by_index, nb::arg("index"), nb::arg("starts"), nb::arg("goals"),
        nb::arg("costs_only"), nb::arg("threads"), "Answers the same.");
  m.def("cost_matrix", &matrix, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("pair"),
        nb::arg("nodes"), nb::arg("threads"), "The costs row by row, one row for each start.");
  m.def("cost_matrix_by_index", &matrix_by_index, nb::arg("index"), nb::arg("starts"), nb::arg("goals"),
        nb::arg("threads"), "Answers the same.");
  m.def("find_k_paths", &k_paths, nb::arg("finder"), nb::arg("start"), nb::arg("goal"), nb::arg("k"),
        nb::arg("settings"));
}
