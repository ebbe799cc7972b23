#include "indexes/customizable/costs/min_plus.hpp"

#include <algorithm>
#include <limits>

#include "spaces/wide.hpp"

#if defined(_MSC_VER)
#define PATHSTAR_RESTRICT __restrict
#else
#define PATHSTAR_RESTRICT __restrict__
#endif

namespace pathstar {
namespace {

constexpr std::size_t kLanes = 8;

}  // namespace

PATHSTAR_WIDE void lower_row(double* PATHSTAR_RESTRICT to, const double* PATHSTAR_RESTRICT from, double add,
                             std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double sum = from[i] + add;
    to[i] = sum < to[i] ? sum : to[i];
  }
}

PATHSTAR_WIDE static void lower_by_four(double* PATHSTAR_RESTRICT to, const RowPlus* rows, std::size_t count) noexcept {
  const double* PATHSTAR_RESTRICT const a = rows[0].from;
  const double* PATHSTAR_RESTRICT const b = rows[1].from;
  const double* PATHSTAR_RESTRICT const c = rows[2].from;
  const double* PATHSTAR_RESTRICT const d = rows[3].from;
  const double add_a = rows[0].add, add_b = rows[1].add, add_c = rows[2].add, add_d = rows[3].add;
  for (std::size_t i = 0; i < count; ++i) {
    const double over_a = a[i] + add_a, over_b = b[i] + add_b, over_c = c[i] + add_c, over_d = d[i] + add_d;
    const double least_ab = over_a < over_b ? over_a : over_b, least_cd = over_c < over_d ? over_c : over_d;
    const double least = least_ab < least_cd ? least_ab : least_cd;
    to[i] = least < to[i] ? least : to[i];
  }
}

void lower_by_rows(double* to, std::span<const RowPlus> rows, std::size_t count) noexcept {
  std::size_t i = 0;
  for (; i + 4 <= rows.size(); i += 4) lower_by_four(to, rows.data() + i, count);
  for (; i < rows.size(); ++i) lower_row(to, rows[i].from, rows[i].add, count);
}

PATHSTAR_WIDE double least(std::span<const double> numbers) noexcept {
  double lanes[kLanes];
  std::fill_n(lanes, kLanes, std::numeric_limits<double>::infinity());
  std::size_t i = 0;
  for (; i + kLanes <= numbers.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double number = numbers[i + lane];
      lanes[lane] = number < lanes[lane] ? number : lanes[lane];
    }
  }
  for (; i < numbers.size(); ++i) lanes[0] = std::min(lanes[0], numbers[i]);
  return *std::min_element(lanes, lanes + kLanes);
}

PATHSTAR_WIDE double least_sum(const double* from, const double* other, std::size_t count) noexcept {
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
