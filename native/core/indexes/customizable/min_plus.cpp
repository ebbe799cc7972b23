#include "indexes/customizable/min_plus.hpp"

#include <algorithm>
#include <limits>

#include "spaces/wide.hpp"

#if defined(_MSC_VER)
#define PATHSTAR_RESTRICT __restrict
#else
#define PATHSTAR_RESTRICT __restrict__
#endif

namespace pathstar {

PATHSTAR_WIDE void lower_row(double* PATHSTAR_RESTRICT to, const double* PATHSTAR_RESTRICT from, double add,
                             std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double sum = from[i] + add;
    to[i] = sum < to[i] ? sum : to[i];
  }
}

PATHSTAR_WIDE double least_sum(const double* from, const double* other, std::size_t count) noexcept {
  constexpr std::size_t kLanes = 8;
  double least[kLanes];
  std::fill_n(least, kLanes, std::numeric_limits<double>::infinity());
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double sum = from[i + lane] + other[i + lane];
      least[lane] = sum < least[lane] ? sum : least[lane];
    }
  }
  for (; i < count; ++i) least[0] = std::min(least[0], from[i] + other[i]);
  return *std::min_element(least, least + kLanes);
}

}  // namespace pathstar
