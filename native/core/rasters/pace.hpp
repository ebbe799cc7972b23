// What walking a metre costs on a slope, by name or by a table.
//
// exp() is written out: the libraries of two machines may round it differently, and results must not depend on the
// machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "spaces/compiler.hpp"

namespace pathstar::rasters {

enum class Pace : std::uint8_t { none, tobler, langmuir, marquez_perez, irmischer_clarke, rees, herzog, table };

// e to the power x, for x up to 0; within two units in the last place. Below -700 the result is 0.
PATHSTAR_INLINE double exp_negative(double x) {
  const double bounded = x < -700.0 ? -700.0 : x;
  const double turns = std::floor(bounded * 1.4426950408889634 + 0.5);
  const double r = (bounded - turns * 0.693147180369123816490) - turns * 1.90821492927058770002e-10;
  const double r2 = r * r, r4 = r2 * r2;
  const double low = (1.0 + r) + r2 * (0.5 + r * (1.0 / 6)) +
                     r4 * ((1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040)));
  const double high = (1.0 / 40320 + r * (1.0 / 362880)) + r2 * (1.0 / 3628800 + r * (1.0 / 39916800)) +
                      r4 * (1.0 / 479001600 + r * (1.0 / 6227020800));
  const double sum = low + r4 * r4 * high;
  const auto scale = std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(turns) + 1023) << 52);
  return x < -700.0 ? 0.0 : sum * scale;
}

// Slopes in rising order, and the pace at each; straight lines between. Slopes beyond the ends are not walked.
struct PaceTable {
  std::vector<double> slopes, paces;

  double operator()(double slope) const {
    if (!(slope >= slopes.front() && slope <= slopes.back())) return std::numeric_limits<double>::infinity();
    const auto after = std::upper_bound(slopes.begin(), slopes.end(), slope);
    const auto i = std::min(static_cast<std::size_t>(after - slopes.begin()), slopes.size() - 1);
    const double part = (slope - slopes[i - 1]) / (slopes[i] - slopes[i - 1]);
    return paces[i - 1] + part * (paces[i] - paces[i - 1]);
  }
};

// Seconds per metre (Herzog: joules per kilogram and metre) on a slope, which is rise over run.
template <Pace kPace>
PATHSTAR_INLINE double pace_on(double s, const PaceTable& table) {
  const double steep = std::fabs(s);
  if constexpr (kPace == Pace::tobler) return 0.6 / exp_negative(-3.5 * std::fabs(s + 0.05));
  if constexpr (kPace == Pace::marquez_perez) return 0.75 / exp_negative(-5.3 * std::fabs(0.7 * s + 0.03));
  if constexpr (kPace == Pace::irmischer_clarke) {
    const double x = 100.0 * steep + 5.0;
    return 1.0 / (0.11 + exp_negative(-(x * x) / 1800.0));
  }
  if constexpr (kPace == Pace::langmuir) {
    const double add = s >= 0.0 ? 6.0 * s : (s >= -0.2125 ? 1.9998 * s : -1.9998 * s);
    return 0.72 + add;
  }
  if constexpr (kPace == Pace::rees) return 0.75 + 0.09 * steep + 14.6 * (s * s);
  if constexpr (kPace == Pace::herzog) {
    return (((((1337.8 * s + 278.19) * s - 517.39) * s - 78.199) * s + 93.419) * s + 19.825) * s + 1.64;
  }
  if constexpr (kPace == Pace::table) return table(s);
  return 1.0;
}

// Turns `count` slopes into paces.
template <int kCount>
PATHSTAR_INLINE void paces_on(Pace pace, const PaceTable& table, double (&slopes)[kCount]) {
  const auto each = [&]<Pace kPace>(std::integral_constant<Pace, kPace>) {
    for (double& slope : slopes) slope = pace_on<kPace>(slope, table);
  };
  switch (pace) {
    case Pace::tobler:
      return each(std::integral_constant<Pace, Pace::tobler>{});
    case Pace::langmuir:
      return each(std::integral_constant<Pace, Pace::langmuir>{});
    case Pace::marquez_perez:
      return each(std::integral_constant<Pace, Pace::marquez_perez>{});
    case Pace::irmischer_clarke:
      return each(std::integral_constant<Pace, Pace::irmischer_clarke>{});
    case Pace::rees:
      return each(std::integral_constant<Pace, Pace::rees>{});
    case Pace::herzog:
      return each(std::integral_constant<Pace, Pace::herzog>{});
    case Pace::table:
      return each(std::integral_constant<Pace, Pace::table>{});
    default:
      return each(std::integral_constant<Pace, Pace::none>{});
  }
}

}  // namespace pathstar::rasters
