#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "spaces/layers/reservations.hpp"
#include "spaces/layers/timed.hpp"
#include "steps.hpp"

using namespace pathstar;

namespace {

template <class T>
using Numbers = nb::ndarray<nb::numpy, T>;
using HeldArrays =
    std::tuple<Numbers<Node>, Numbers<std::uint8_t>, Numbers<double>, Numbers<double>, Numbers<std::uint64_t>>;

// Arrays of equal length.
std::vector<Held> list_of(const Array<Node>& cells, const Array<double>& from, const Array<double>& until) {
  std::vector<Held> list;
  for (std::size_t i = 0; i < cells.size(); ++i) list.push_back({{Cell(cells(i))}, {from(i), until(i)}});
  return list;
}

HeldArrays arrays_of(const std::vector<Held>& list) {
  std::vector<Node> cells;
  std::vector<std::uint8_t> halves;
  std::vector<double> from, until;
  std::vector<std::uint64_t> reservations;
  for (const Held& part : list) {
    cells.push_back(part.place.cell.number);
    halves.push_back(part.place.halves);
    from.push_back(part.time.from);
    until.push_back(part.time.until);
    reservations.push_back(part.reservation);
  }
  return {to_numpy(std::move(cells)), to_numpy(std::move(halves)), to_numpy(std::move(from)),
          to_numpy(std::move(until)), to_numpy(std::move(reservations))};
}

std::shared_ptr<Reservations> make_table(std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> sides,
                                         std::pair<bool, bool> wrap, bool diagonals, bool following) {
  const auto [width, height, depth] = sides;
  return std::make_shared<Reservations>(Reservations::Ground{width, height, depth, wrap.first, wrap.second, diagonals},
                                        following);
}

std::uint64_t reserve(Reservations& table, const Array<Node>& cells, const Array<double>& from,
                      const Array<double>& until) {
  const std::vector<Held> list = list_of(cells, from, until);
  const WithoutGil released;
  return table.reserve(list);
}

void restore(Reservations& table, const Array<Node>& cells, const Array<std::uint8_t>& halves,
             const Array<double>& from, const Array<double>& until, const Array<std::uint64_t>& reservations,
             std::uint64_t made) {
  std::vector<Held> list = list_of(cells, from, until);
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i].place.halves = halves(i);
    list[i].reservation = reservations(i);
  }
  const WithoutGil released;
  table.restore(list, made);
}

HeldArrays held(const Reservations& table) {
  std::vector<Held> list;
  {
    const WithoutGil released;
    list = table.held();
  }
  return arrays_of(list);
}

std::vector<Held> holdings(const Timed& space, const Array<Node>& nodes, const Array<double>& times, double stay) {
  return space.holdings(std::span(nodes.data(), nodes.size()), std::span(times.data(), times.size()), stay);
}

std::pair<std::optional<std::uint64_t>, HeldArrays> claim(const Timed& space, const Array<Node>& nodes,
                                                          const Array<double>& times, double stay, bool force) {
  std::optional<std::uint64_t> made;
  std::vector<Held> conflicts;
  {
    const WithoutGil released;
    const std::vector<Held> list = holdings(space, nodes, times, stay);
    made = force ? space.table().reserve(list) : space.table().claim(list, conflicts);
  }
  return {made, arrays_of(conflicts)};
}

HeldArrays conflicts(const Timed& space, const Array<Node>& nodes, const Array<double>& times, double stay) {
  std::vector<Held> found;
  {
    const WithoutGil released;
    found = space.table().conflicts(holdings(space, nodes, times, stay));
  }
  return arrays_of(found);
}

template <class Space>
auto make_timed() {
  return nb::new_([](std::shared_ptr<Space> space, std::shared_ptr<Reservations> table, double stay) {
    return std::make_shared<Timed>(std::move(space), std::move(table), stay);
  });
}

}  // namespace

void bind_timed(nb::module_& m) {
  const auto release_gil = nb::call_guard<WithoutGil>();
  nb::class_<Reservations>(m, "Reservations")
      .def(nb::new_(&make_table), nb::arg("sides"), nb::arg("wrap"), nb::arg("diagonals"), nb::arg("following"))
      .def_prop_ro("following", &Reservations::following)
      .def_prop_ro("made", &Reservations::made)
      .def_prop_ro("copied", &Reservations::copied, "How many pages and rows were copied for snapshots.")
      .def("reserve", &reserve, nb::arg("cells"), nb::arg("froms"), nb::arg("untils"))
      .def("release", &Reservations::release, nb::arg("reservation"), release_gil)
      .def("forget", &Reservations::forget, nb::arg("before"), release_gil)
      .def("held", &held, "Returns (cells, halves, froms, untils, reservations).")
      .def("restore", &restore, nb::arg("cells"), nb::arg("halves"), nb::arg("froms"), nb::arg("untils"),
           nb::arg("reservations"), nb::arg("made"));
  nb::class_<Timed>(m, "Timed")
      .def(make_timed<Grid>(), nb::arg("space"), nb::arg("table"), nb::arg("stay"))
      .def(make_timed<RegularGrid>(), nb::arg("space"), nb::arg("table"), nb::arg("stay"))
      .def(make_timed<Turning>(), nb::arg("space"), nb::arg("table"), nb::arg("stay"))
      .def_prop_rw("now", &Timed::now, &Timed::set_now)
      .def("claim", &claim, nb::arg("nodes"), nb::arg("times"), nb::arg("stay"), nb::arg("force"),
           "Returns the number of the reservation, or None and what is in its way, as `Reservations.held` returns it.")
      .def("conflicts", &conflicts, nb::arg("nodes"), nb::arg("times"), nb::arg("stay"))
      .def(
          "steps_from",
          [](const Timed& space, Node node, double time) {
            return steps_as_arrays([&] { return steps_from(space, node, time); });
          },
          nb::arg("node"), nb::arg("time"), "Returns (nodes, costs).");
}
