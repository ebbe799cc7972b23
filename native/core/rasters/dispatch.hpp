// Selects the code compiled for a rule's directions, with or without slopes.
#pragma once

#include <type_traits>

#include "rasters/region.hpp"

namespace pathstar::rasters {

template <int Directions, class Body>
auto with_slope(const StepRule& rule, Body&& body) {
  constexpr std::integral_constant<int, Directions> directions{};
  return rule.pace == Pace::none ? body(directions, std::false_type{}) : body(directions, std::true_type{});
}

// Returns body(std::integral_constant<int, Directions>, std::bool_constant<kSloped>) for a rule.
template <class Body>
auto with_rule(const StepRule& rule, Body&& body) {
  switch (rule.directions) {
    case 4:
      return with_slope<4>(rule, body);
    case 16:
      return with_slope<16>(rule, body);
    case 32:
      return with_slope<32>(rule, body);
    default:
      return with_slope<8>(rule, body);
  }
}

}  // namespace pathstar::rasters
