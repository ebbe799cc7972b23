#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "goals/pursuit.hpp"
#include "goals/team_pursuit.hpp"

using namespace pathstar;

namespace {

template <class T>
std::span<const T> values_of(const Array<T>& array) {
  return {array.data(), array.size()};
}

void check(const PursuitGround& ground, std::uint32_t fleeing, std::span<const std::uint32_t> pursuers) {
  const std::size_t steps = ground.ends.size();
  bool right = ground.begins.size() > 1 && ground.begins.front() == 0 && ground.begins.back() == steps &&
               ground.ticks.size() == steps && steps > 0 && fleeing < ground.places();
  for (std::size_t i = 1; i < ground.begins.size(); ++i) right = right && ground.begins[i - 1] <= ground.begins[i];
  for (const std::uint32_t end : ground.ends) right = right && (end < ground.places() || end == PursuitGround::kBeyond);
  for (const std::uint8_t ticks : ground.ticks) right = right && ticks != 0;
  for (const std::uint32_t pursuer : pursuers) right = right && pursuer < ground.places();
  if (!right) throw std::invalid_argument("a ground for a pursuit needs steps between its places");
}

using Solve = std::vector<std::uint32_t> (*)(const PursuitGround&, std::uint32_t, std::span<const std::uint32_t>,
                                             const Stop&);

template <Solve solve>
nb::ndarray<nb::numpy, std::uint32_t> until_caught(const Array<std::uint32_t>& begins, const Array<std::uint32_t>& ends,
                                                   const Array<std::uint8_t>& ticks, std::uint32_t fleeing,
                                                   const Array<std::uint32_t>& pursuers) {
  const PursuitGround ground{values_of(begins), values_of(ends), values_of(ticks)};
  check(ground, fleeing, values_of(pursuers));
  std::vector<std::uint32_t> first;
  unless_stopped([&](const Stop& stop) { first = solve(ground, fleeing, values_of(pursuers), stop); });
  return to_numpy(std::move(first));
}

}  // namespace

void bind_goals(nb::module_& m) {
  m.def("ticks_until_caught", &until_caught<ticks_until_caught>, nb::arg("begins"), nb::arg("ends"), nb::arg("ticks"),
        nb::arg("fleeing"), nb::arg("pursuers"),
        "When the fleeing unit is caught, by its first action: its steps, then waiting; 2**32 - 1 for never.");
  m.def("turns_until_caught", &until_caught<turns_until_caught>, nb::arg("begins"), nb::arg("ends"), nb::arg("ticks"),
        nb::arg("fleeing"), nb::arg("pursuers"), "The same for steps of one tick each and pursuers that cooperate.");
}
