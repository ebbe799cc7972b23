#include <nanobind/stl/tuple.h>

#include "bind.hpp"
#include "planners/batch.hpp"

using namespace pathstar;

namespace {

template <class T>
using Numbers = nb::ndarray<nb::numpy, T>;
using Answer = std::tuple<Numbers<double>, Numbers<std::uint8_t>, Numbers<std::uint64_t>, Numbers<double>,
                          Numbers<std::int64_t>, Numbers<std::int64_t>, Numbers<Node>>;

// Runs find(starts, goals, poll) without the GIL.
template <class Find>
Answer answer(const Array<Node>& starts, const Array<Node>& goals, const Find& find) {
  BatchResult batch;
  {
    const nb::gil_scoped_release release;
    SignalPoll poll;
    batch = find(std::span(starts.data(), starts.size()), std::span(goals.data(), goals.size()),
                 Poll([&] { return poll(); }));
  }
  if (batch.stopped) throw nb::python_error();
  return Answer(to_numpy(std::move(batch.costs)), to_numpy(std::move(batch.statuses)),
                to_numpy<std::uint64_t, 2>(std::move(batch.counts), 3), to_numpy(std::move(batch.seconds)),
                to_numpy(std::move(batch.offsets)), to_numpy(std::move(batch.corner_offsets)),
                to_numpy(std::move(batch.corners)));
}

Answer many(Finder& finder, const Array<Node>& starts, const Array<Node>& goals, const Settings& settings,
            unsigned threads) {
  return answer(starts, goals, [&](std::span<const Node> from, std::span<const Node> to, const Poll& poll) {
    return find_many(finder, from, to, settings, threads, poll);
  });
}

Answer many_by_index(const Index& index, const Array<Node>& starts, const Array<Node>& goals, unsigned threads) {
  return answer(starts, goals, [&](std::span<const Node> from, std::span<const Node> to, const Poll& poll) {
    return find_many(index, from, to, threads, poll);
  });
}

}  // namespace

void bind_planners(nb::module_& m) {
  m.def("find_many", &many, nb::arg("finder"), nb::arg("starts"), nb::arg("goals"), nb::arg("settings"),
        nb::arg("threads"), "Answers (costs, statuses, counts, seconds, offsets, corner_offsets, corners).");
  m.def("find_many_by_index", &many_by_index, nb::arg("index"), nb::arg("starts"), nb::arg("goals"), nb::arg("threads"),
        "Answers the same.");
}
