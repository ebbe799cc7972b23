#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <utility>

#include "bind.hpp"
#include "indexes/common/bounded_look_up.hpp"
#include "indexes/hierarchy/cluster_index.hpp"

using namespace pathstar;

void bind_legs(nb::module_& m) {
  nb::class_<PathLegs>(m, "PathLegs")
      .def(
          "next",
          [](PathLegs& legs) {
            PathResult leg;
            unless_stopped([&](const auto& stop) { leg = legs.next(stop); });
            return leg;
          },
          "The next leg, on the grid as it is now.")
      .def("step", &PathLegs::step, nb::arg("budget"), nb::call_guard<WithoutGil>(),
           "Works for about `budget` expansions. Returns the next leg, or `running` while it is not found.")
      .def_prop_ro("place", &PathLegs::place, "The node where the last leg ended.")
      .def_prop_ro("arrived", &PathLegs::arrived);
  m.def("legs_of", &legs_of, nb::arg("index"), nb::arg("start"), nb::arg("goal"),
        "A path from an index of clusters, leg by leg.");
  m.def("bounded_look_up", &make_bounded_look_up, nb::arg("index"), nb::arg("search"), nb::arg("columns"),
        nb::arg("nearest"),
        "A finder that looks up long paths whose bound is at most the weight, and searches for the others.");
}
