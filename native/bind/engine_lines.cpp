#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <shared_mutex>

#include "bind.hpp"
#include "engine/any_angle/any_angle_finder.hpp"
#include "engine/ties/straightest.hpp"

using namespace pathstar;

namespace {

template <class Space>
auto straightest_nodes(Space& space, Node start, Node goal, double cost, HeuristicKind heuristic, double weight,
                       const std::shared_ptr<CellMask>& mask, const Array<std::int64_t>& turns) {
  std::vector<Node> nodes;
  unless_stopped([&](const Stop& stop) {
    space.catch_up();
    const std::shared_lock reading(space.mutex());
    const std::span all(turns.data(), turns.size());
    nodes = straightest(space, StraightestQuery{start, goal, cost, heuristic, weight, mask.get(), all}, stop);
  });
  return to_numpy(std::move(nodes));
}

template <class Space>
void bind_straightest_on(nb::module_& m) {
  m.def("straightest", &straightest_nodes<Space>, nb::arg("space"), nb::arg("start"), nb::arg("goal"), nb::arg("cost"),
        nb::arg("heuristic"), nb::arg("weight"), nb::arg("mask").none(), nb::arg("turns"),
        "The nodes of the cheapest path that turns least; none if no path is that cheap any more.");
}

}  // namespace

void bind_lines(nb::module_& m) {
  nb::enum_<AnyAngle>(m, "AnyAngle")
      .value("theta", AnyAngle::theta)
      .value("lazy_theta", AnyAngle::lazy_theta)
      .value("anya", AnyAngle::anya);
  m.def(
      "any_angle_finder",
      [](std::shared_ptr<Grid> ground, std::shared_ptr<Grid> grid, double radius, std::uint32_t side, AnyAngle kind) {
        return make_any_angle_finder(std::move(ground), std::move(grid), Unit{radius, side}, kind);
      },
      nb::arg("ground"), nb::arg("grid"), nb::arg("radius"), nb::arg("side"), nb::arg("kind"));
  m.def(
      "any_angle_box_finder",
      [](std::shared_ptr<RegularGrid> boxes, AnyAngle kind) { return make_any_angle_finder(std::move(boxes), kind); },
      nb::arg("boxes"), nb::arg("kind"));
  m.def("record_intervals", &record_intervals, nb::arg("finder"), nb::arg("start"), nb::arg("goal"),
        nb::arg("settings"), nb::arg("recorder"), nb::call_guard<WithoutGil>(),
        "A search by Anya that records its intervals.");
  bind_straightest_on<Grid>(m);
  bind_straightest_on<RegularGrid>(m);
}
