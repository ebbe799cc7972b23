#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <tuple>
#include <vector>

#include "bind.hpp"
#include "spaces/layers/timed.hpp"
#include "steps.hpp"

using namespace pathstar;

namespace {

template <class T>
using Numbers = nb::ndarray<nb::numpy, T>;
using Tickets = Array<std::uint64_t>;

// Arrays of equal length.
std::vector<Timed::Taken> list_of(const Array<Node>& whats, const Array<double>& from, const Array<double>& until) {
  std::vector<Timed::Taken> list;
  for (std::size_t i = 0; i < whats.size(); ++i) list.push_back({whats(i), from(i), until(i), 0});
  return list;
}

std::uint64_t take(Timed& space, const Array<Node>& whats, const Array<double>& from, const Array<double>& until) {
  const std::vector<Timed::Taken> list = list_of(whats, from, until);
  const WithoutGil released;
  return space.take(list);
}

std::uint64_t claim(Timed& space, const Array<Node>& cells, const Array<double>& times, double stay) {
  const WithoutGil released;
  return space.claim(std::span(cells.data(), cells.size()), std::span(times.data(), times.size()), stay);
}

void restore(Timed& space, const Array<Node>& whats, const Array<double>& from, const Array<double>& until,
             const Tickets& owners, std::uint64_t tickets) {
  std::vector<Timed::Taken> list = list_of(whats, from, until);
  for (std::size_t i = 0; i < list.size(); ++i) list[i].ticket = owners(i);
  const WithoutGil released;
  space.restore(list, tickets);
}

std::tuple<Numbers<Node>, Numbers<double>, Numbers<double>, Numbers<std::uint64_t>> taken(const Timed& space) {
  std::vector<Node> whats;
  std::vector<double> from, until;
  std::vector<std::uint64_t> tickets;
  std::vector<Timed::Taken> list;
  {
    const WithoutGil released;
    list = space.taken();
  }
  for (const Timed::Taken& one : list) {
    whats.push_back(one.what);
    from.push_back(one.from);
    until.push_back(one.until);
    tickets.push_back(one.ticket);
  }
  return {to_numpy(std::move(whats)), to_numpy(std::move(from)), to_numpy(std::move(until)),
          to_numpy(std::move(tickets))};
}

Numbers<Node> cells_of(const Timed& space, const Array<Node>& nodes) {
  std::vector<Node> cells;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes(i) >= space.slots()) throw std::invalid_argument("there is no such node");
    cells.push_back(space.cell(nodes(i)));
  }
  return to_numpy(std::move(cells));
}

}  // namespace

void bind_timed(nb::module_& m) {
  const auto release_gil = nb::call_guard<WithoutGil>();
  nb::class_<Timed>(m, "Timed")
      .def(nb::new_([](std::shared_ptr<RegularGrid> ground, double stay) {
             return std::make_shared<Timed>(std::move(ground), stay);
           }),
           nb::arg("ground"), nb::arg("stay"))
      .def_prop_rw("now", &Timed::now, &Timed::set_now)
      .def_prop_ro("revision", &Timed::revision)
      .def_prop_ro("tickets", &Timed::tickets)
      .def("claim", &claim, nb::arg("cells"), nb::arg("times"), nb::arg("stay"))
      .def("take", &take, nb::arg("whats"), nb::arg("froms"), nb::arg("untils"))
      .def("release", &Timed::release, nb::arg("ticket"), release_gil)
      .def("forget", &Timed::forget, nb::arg("before"), release_gil)
      .def("taken", &taken, "Answers (whats, froms, untils, tickets); a what from size on is the middle of four cells.")
      .def("restore", &restore, nb::arg("whats"), nb::arg("froms"), nb::arg("untils"), nb::arg("owners"),
           nb::arg("tickets"))
      .def(
          "steps_from",
          [](const Timed& space, Node cell, double time) {
            return steps_as_arrays([&] { return steps_from(space, cell, time); });
          },
          nb::arg("cell"), nb::arg("time"), "Returns (cells, costs).")
      .def("cells_of", &cells_of, nb::arg("nodes"), "The cells of the nodes of a trace.");
}
