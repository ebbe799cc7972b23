#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "spaces/graph/graph.hpp"
#include "steps.hpp"

using namespace pathstar;

namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The offsets, targets and costs have been checked. There are no positions if the metric is zero.
std::shared_ptr<Graph> make_graph(const Array<std::uint32_t>& offsets, const Array<Node>& targets,
                                  const Array<double>& costs, HeuristicKind metric,
                                  const std::optional<Rows>& positions, double cost_per_distance) {
  Positions places{metric, {}, 0};
  if (positions) {
    places.numbers.assign(positions->data(), positions->data() + positions->size());
    places.dimensions = static_cast<std::uint32_t>(positions->shape(1));
  }
  const WithoutGil released;
  return std::make_shared<Graph>(std::span(offsets.data(), offsets.size()), std::span(targets.data(), targets.size()),
                                 std::span(costs.data(), costs.size()), std::move(places), cost_per_distance);
}

// A view of one of the arrays, which keeps all of them alive.
template <class T>
nb::ndarray<nb::numpy, const T> seen(const Graph& graph, const std::vector<T> GraphArrays::* array) {
  std::shared_ptr<const GraphArrays> arrays;
  {
    const WithoutGil released;
    arrays = graph.arrays();
  }
  auto* kept = new std::shared_ptr<const GraphArrays>(std::move(arrays));
  nb::capsule owner(kept, [](void* held) noexcept { delete static_cast<std::shared_ptr<const GraphArrays>*>(held); });
  const std::vector<T>& values = (**kept).*array;
  const std::size_t shape[1] = {values.size()};
  return nb::ndarray<nb::numpy, const T>(values.data(), 1, shape, owner);
}

// The edges have been checked.
template <void (Graph::*change)(const EdgeColumns&)>
void edit(Graph& graph, const Array<Node>& sources, const Array<Node>& targets, const Array<double>& costs) {
  const EdgeColumns edges{std::span(sources.data(), sources.size()), std::span(targets.data(), targets.size()),
                          std::span(costs.data(), costs.size())};
  const WithoutGil released;
  (graph.*change)(edges);
}

bool has_edge(const Graph& graph, Node from, Node to) {
  bool found = false;
  graph.each_edge(from, [&](Node target, double) { found = found || target == to; });
  return found;
}

// The number of the first of these edges that the graph does not have, or their number if it has all.
std::size_t first_missing(const Graph& graph, const Array<Node>& sources, const Array<Node>& targets) {
  return read_locked(graph, [&] {
    std::size_t i = 0;
    while (i < sources.size() && has_edge(graph, sources(i), targets(i))) ++i;
    return i;
  });
}

nb::ndarray<nb::numpy, std::uint8_t> free_of(const Graph& graph, const Array<Node>& nodes) {
  std::vector<std::uint8_t> free(nodes.size());
  read_locked(graph, [&] {
    for (std::size_t i = 0; i < free.size(); ++i) free[i] = graph.walkable(nodes(i));
  });
  return to_numpy(std::move(free));
}

// Calls one of the graph's functions while no thread edits it.
template <auto function>
auto now(const Graph& graph) {
  return read_locked(graph, [&] { return (graph.*function)(); });
}

LeastConsistentEdge least_consistent(const Graph& graph) {
  return read_locked(graph, [&] { return graph.least_consistent(); });
}

std::tuple<Node, Node, double> least_consistent_edge(const Graph& graph) {
  const LeastConsistentEdge edge = least_consistent(graph);
  return {edge.from, edge.to, edge.cost};
}

}  // namespace

void bind_graph(nb::module_& m) {
  nb::class_<Graph>(m, "Graph")
      .def(nb::new_(&make_graph), nb::arg("offsets"), nb::arg("targets"), nb::arg("costs"), nb::arg("metric"),
           nb::arg("positions").none(), nb::arg("cost_per_distance"))
      .def("set_costs", &edit<&Graph::set_costs>, nb::arg("sources"), nb::arg("targets"), nb::arg("costs"))
      .def("add_edges", &edit<&Graph::add_edges>, nb::arg("sources"), nb::arg("targets"), nb::arg("costs"))
      .def("remove_edges", &edit<&Graph::remove_edges>, nb::arg("sources"), nb::arg("targets"), nb::arg("costs"))
      .def(
          "add_nodes",
          [](Graph& graph, std::uint32_t count, const Array<double>& positions) {
            const std::vector<double> places(positions.data(), positions.data() + positions.size());
            const WithoutGil released;
            graph.add_nodes(count, places);
          },
          nb::arg("count"), nb::arg("positions"))
      .def(
          "remove_nodes",
          [](Graph& graph, const Array<Node>& nodes) {
            const WithoutGil released;
            graph.remove_nodes({nodes.data(), nodes.size()});
          },
          nb::arg("nodes"))
      .def(
          "restore_nodes",
          [](Graph& graph, const Array<Node>& nodes, const Array<double>& positions) {
            const std::vector<double> places(positions.data(), positions.data() + positions.size());
            const WithoutGil released;
            graph.restore_nodes({nodes.data(), nodes.size()}, places);
          },
          nb::arg("nodes"), nb::arg("positions"))
      .def("first_missing", &first_missing, nb::arg("sources"), nb::arg("targets"),
           "The number of the first of these edges that the graph does not have, or their number if it has all.")
      .def("free", &free_of, nb::arg("nodes"), "Which of these nodes were not removed.")
      .def_prop_ro("revision", &Graph::revision)
      .def_prop_ro("size", &now<&Graph::size>)
      .def_prop_ro("edges", &now<&Graph::edges>)
      .def_prop_ro("largest_cost", &now<&Graph::largest_cost>)
      .def_prop_ro("cost_per_distance", &now<&Graph::cost_per_distance>)
      .def_prop_ro("least_consistent_edge", &least_consistent_edge, "Its ends and its cost.")
      .def_prop_ro("consistency_factor", [](const Graph& graph) { return least_consistent(graph).consistency_factor; })
      .def("steps_from", &steps_from_node<Graph>, nb::arg("node"), "Returns (nodes, costs).")
      .def("steps_to", &steps_to_node<Graph>, nb::arg("node"), "Returns (nodes, costs).")
      .def("offsets", [](const Graph& graph) { return seen(graph, &GraphArrays::offsets); })
      .def("targets", [](const Graph& graph) { return seen(graph, &GraphArrays::targets); })
      .def("costs", [](const Graph& graph) { return seen(graph, &GraphArrays::costs); });
}
