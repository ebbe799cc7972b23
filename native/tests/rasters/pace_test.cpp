// Paces agree with their formulas, on any possible slope.
#include "rasters/pace.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/check.hpp"

using namespace pathstar::rasters;

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

double pace(Pace kind, double slope, const PaceTable& table = {}) {
  double slopes[kPaceLanes] = {slope};
  paces_on(kind, table, slopes, kPaceLanes);
  return slopes[0];
}

bool near(double found, double expected) { return std::fabs(found - expected) <= 1e-14 * expected; }

}  // namespace

TEST(exponential_paces_are_those_of_the_library) {
  for (double s = -40.0; s <= 40.0; s += 0.0137) {
    const double x = 100.0 * std::fabs(s) + 5.0;
    CHECK(near(pace(Pace::tobler, s), 0.6 * std::exp(3.5 * std::fabs(s + 0.05))));
    CHECK(near(pace(Pace::marquez_perez, s), 0.75 * std::exp(5.3 * std::fabs(0.7 * s + 0.03))));
    CHECK(near(pace(Pace::irmischer_clarke, s), 1.0 / (0.11 + std::exp(-(x * x) / 1800.0))));
  }
}

TEST(walls_are_not_walked) {
  for (const double slope : {-1e6, 1e6, -kNone, kNone}) {
    for (const Pace kind : {Pace::tobler, Pace::marquez_perez}) CHECK_EQUAL(pace(kind, slope), kNone);
    CHECK(near(pace(Pace::irmischer_clarke, slope), 1.0 / 0.11));
  }
  for (const Pace kind : {Pace::langmuir, Pace::rees, Pace::herzog}) {
    CHECK_EQUAL(pace(kind, kNone), kNone);
    CHECK_EQUAL(pace(kind, -kNone), kNone);
  }
}

TEST(a_table_has_straight_lines_between_its_slopes) {
  const std::vector<double> slopes{-1.0, -0.9999, 0.0, 1e-9, 0.25, 3.0}, paces{4, 9, 1, 2, 2, 7};
  const PaceTable table(slopes, paces);
  for (std::size_t i = 0; i < slopes.size(); ++i) CHECK_EQUAL(table(slopes[i]), paces[i]);
  for (std::size_t i = 1; i < slopes.size(); ++i) {
    for (double part = 0.05; part < 1.0; part += 0.05) {
      const double slope = slopes[i - 1] + part * (slopes[i] - slopes[i - 1]);
      const double way = (slope - slopes[i - 1]) / (slopes[i] - slopes[i - 1]);
      CHECK_EQUAL(table(slope), paces[i - 1] + way * (paces[i] - paces[i - 1]));
    }
  }
  for (const double slope : {-1.0001, 3.0001, kNone, std::nan("")}) CHECK_EQUAL(table(slope), kNone);
}

TEST(a_table_is_read_alike_one_by_one_and_together) {
  const PaceTable even({-1.0, -0.5, 0.0, 0.5, 1.0}, {3, 1, 1, 2, 5});
  const PaceTable uneven({-0.7, -0.3, -0.29, 0.1, 0.11, 2.0}, {0.3, 0.7, 0.1, 0.9, 4.0, 3.0});
  const PaceTable crowded({-0.7, 0.0, 1e-9, 2.0}, {0.3, 0.7, 0.1, 0.9});
  for (const PaceTable* table : {&even, &uneven, &crowded}) {
    for (double slope = -1.2; slope <= 2.2; slope += 0.00037)
      CHECK_EQUAL(pace(Pace::table, slope, *table), (*table)(slope));
    for (const double slope : {-1.0, -0.7, -0.5, -0.29, 0.0, 1e-9, 0.11, 1.0, 2.0, kNone, -kNone, std::nan("")}) {
      CHECK_EQUAL(pace(Pace::table, slope, *table), (*table)(slope));
    }
  }
}

TEST(no_pace_lies_below_the_least) {
  const PaceTable table({-2.0, -0.3, 0.1, 1.0}, {3.0, 0.7, 0.9, 0.7000000001});
  for (const Pace kind : {Pace::tobler, Pace::langmuir, Pace::marquez_perez, Pace::irmischer_clarke, Pace::rees,
                          Pace::herzog, Pace::table}) {
    const double least = least_pace(kind, table);
    double found = kNone;
    for (double slope = -3.0; slope <= 3.0; slope += 0.00037) found = std::fmin(found, pace(kind, slope, table));
    CHECK(least > 0.8 * found);
    CHECK(least <= found);
  }
}
