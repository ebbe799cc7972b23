#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "fleet/crowd/crowd.hpp"

using namespace pathstar;
using namespace pathstar::fleet;

namespace {

template <class T>
using Row = nb::ndarray<nb::numpy, T>;
// positions and velocities as rows of x and y, and which units have settled
using Moved = std::tuple<Row<double>, Row<double>, Row<std::uint8_t>>;

template <class T>
std::span<const T> span_of(const Array<T>& array, std::size_t size) {
  if (array.size() != size) throw std::invalid_argument("there must be a row for each unit");
  return {array.data(), array.size()};
}

template <class T>
std::vector<T> copy_of(const Array<T>& array, std::size_t size) {
  const std::span<const T> values = span_of(array, size);
  return {values.begin(), values.end()};
}

void check_positions(const CrowdWalls& walls, std::span<const double> positions) {
  for (std::size_t i = 0; i + 1 < positions.size(); i += 2) {
    if (positions[i] == positions[i] && !walls.contains({positions[i], positions[i + 1]})) {
      throw std::invalid_argument("a unit is outside the grid");
    }
  }
}

Moved step(Crowd& crowd, const Array<double>& positions, const Array<double>& velocities, const Array<double>& wishes,
           const Array<double>& radii, const Array<double>& speeds, const Array<std::int32_t>& priorities,
           const Array<std::int32_t>& targets, const Array<std::uint8_t>& near_target,
           const Array<std::uint8_t>& settled, const CrowdRules& rules, Avoidance avoidance) {
  const std::size_t count = radii.size();
  std::vector<double> at = copy_of(positions, 2 * count), by = copy_of(velocities, 2 * count);
  std::vector<std::uint8_t> done = copy_of(settled, count);
  check_positions(crowd.walls(), at);
  const CrowdUnits units{at,
                         by,
                         span_of(wishes, 2 * count),
                         span_of(radii, count),
                         span_of(speeds, count),
                         span_of(priorities, count),
                         span_of(targets, count),
                         span_of(near_target, count),
                         done};
  unless_stopped([&](const auto& stop) { crowd.step(units, rules, avoidance, stop); });
  return {to_numpy<double, 2>(std::move(at), 2), to_numpy<double, 2>(std::move(by), 2), to_numpy(std::move(done))};
}

}  // namespace

void bind_crowd(nb::module_& m) {
  nb::enum_<Avoidance>(m, "CrowdAvoidance")
      .value("reciprocal", Avoidance::reciprocal)
      .value("density", Avoidance::density);
  nb::class_<CrowdRules>(m, "CrowdRules", "How the units of a crowd move.")
      .def(
          "__init__",
          [](CrowdRules* rules, double dt, double horizon, double wall_horizon, std::size_t neighbours,
             std::uint32_t seed, unsigned threads) {
            if (neighbours > kMostNeighbours) throw std::invalid_argument("too many neighbours");
            new (rules) CrowdRules{dt, horizon, wall_horizon, neighbours, seed, threads};
          },
          nb::arg("dt"), nb::arg("horizon"), nb::arg("wall_horizon"), nb::arg("neighbours"), nb::arg("seed"),
          nb::arg("threads"));
  nb::class_<Crowd>(m, "CrowdStepper", "Moves units that walk freely over a grid of squares.")
      .def(
          "__init__",
          [](Crowd* crowd, std::uint32_t width, std::uint32_t height, const Array<std::uint8_t>& walkable) {
            new (crowd) Crowd(width, height, span_of(walkable, std::size_t{width} * height));
          },
          nb::arg("width"), nb::arg("height"), nb::arg("walkable"))
      .def(
          "depths",
          [](const Crowd& crowd, const Array<double>& positions, const Array<double>& radii) {
            const std::span<const double> at = span_of(positions, 2 * radii.size());
            check_positions(crowd.walls(), at);
            std::vector<double> depths(radii.size());
            for (std::size_t i = 0; i < depths.size(); ++i) {
              depths[i] = crowd.walls().depth({at[2 * i], at[2 * i + 1]}, radii(i));
            }
            return to_numpy(std::move(depths));
          },
          nb::arg("positions"), nb::arg("radii"), "How deep each disc is in a wall; 0 if it is in none.")
      .def("step", &step, nb::arg("positions"), nb::arg("velocities"), nb::arg("wishes"), nb::arg("radii"),
           nb::arg("speeds"), nb::arg("priorities"), nb::arg("targets"), nb::arg("near_target"), nb::arg("settled"),
           nb::arg("rules"), nb::arg("avoidance"),
           "Returns positions, velocities, and a byte for each unit that says whether it has settled. Rows that are "
           "NaN are units that were removed.");
}
