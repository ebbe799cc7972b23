#include "rasters/pace.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "spaces/compiler.hpp"
#include "spaces/wide.hpp"

namespace pathstar::rasters {
namespace {

constexpr double kHuge = 710.0;  // e to this power counts as infinity

// e to the power x, for x from -700 to kHuge, within two units in the last place. It is written out because the
// libraries of two machines may round exp() differently, and because compilers turn it into vector instructions.
PATHSTAR_INLINE double exponential(double x) {
  constexpr double kRound = 0x1.8p52;  // adding it leaves a whole number in the lowest bits
  const double rounded = x * 1.4426950408889634 + kRound;
  const double turns = rounded - kRound;
  const double r = (x - turns * 0.693147180369123816490) - turns * 1.90821492927058770002e-10;
  const double r2 = r * r, r4 = r2 * r2;
  const double low = (1.0 + r) + r2 * (0.5 + r * (1.0 / 6)) +
                     r4 * ((1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040)));
  const double high = (1.0 / 40320 + r * (1.0 / 362880)) + r2 * (1.0 / 3628800 + r * (1.0 / 39916800)) +
                      r4 * (1.0 / 479001600 + r * (1.0 / 6227020800));
  const double scale = std::bit_cast<double>((std::bit_cast<std::uint64_t>(rounded) + 1023) << 52);
  return (low + r4 * r4 * high) * scale;
}

// The first of two steps to a pace: the power of e in its formula, or the slope itself if there is none.
template <Pace kPace>
PATHSTAR_INLINE double power_on(double slope) {
  const auto at_most = [](double x, double most) { return x < most ? x : most; };
  const double steep = std::fabs(slope), x = 100.0 * steep + 5.0;
  if constexpr (kPace == Pace::tobler) return at_most(3.5 * std::fabs(slope + 0.05), kHuge);
  if constexpr (kPace == Pace::marquez_perez) return at_most(5.3 * std::fabs(0.7 * slope + 0.03), kHuge);
  if constexpr (kPace == Pace::irmischer_clarke) return -at_most(x * x / 1800.0, 700.0);
  return slope;
}

// The second step: the pace, from that power or from the slope.
template <Pace kPace>
PATHSTAR_INLINE double pace_of(double s) {
  if constexpr (kPace == Pace::tobler) return 0.6 * exponential(s);
  if constexpr (kPace == Pace::marquez_perez) return 0.75 * exponential(s);
  if constexpr (kPace == Pace::irmischer_clarke) return 1.0 / (0.11 + exponential(s));
  if constexpr (kPace == Pace::langmuir) {
    const double down = s >= -0.2125 ? 1.9998 : -1.9998;
    return 0.72 + (s >= 0.0 ? 6.0 : down) * s;
  }
  if constexpr (kPace == Pace::rees) return 0.75 + 0.09 * std::fabs(s) + 14.6 * (s * s);
  if constexpr (kPace == Pace::herzog) {
    return (((((1337.8 * s + 278.19) * s - 517.39) * s - 78.199) * s + 93.419) * s + 19.825) * s + 1.64;
  }
  return 1.0;
}

// Two loops: compilers make vector instructions of each, but not of both steps in one.
template <Pace kPace>
PATHSTAR_INLINE void each_pace(double* slopes, std::size_t count) {
  const std::size_t whole = count / kPaceLanes * kPaceLanes;  // shows compilers that nothing is left over
  for (std::size_t i = 0; i < whole; ++i) slopes[i] = power_on<kPace>(slopes[i]);
  for (std::size_t i = 0; i < whole; ++i) slopes[i] = pace_of<kPace>(slopes[i]);
}

}  // namespace

PaceTable::PaceTable(std::vector<double> slopes, std::vector<double> paces)
    : slopes_(std::move(slopes)), paces_(std::move(paces)) {
  if (slopes_.empty()) return;
  const double range = slopes_.back() - slopes_.front();
  double gap = range;
  for (std::size_t i = 1; i < slopes_.size(); ++i) gap = std::min(gap, slopes_[i] - slopes_[i - 1]);
  const double wanted = std::max(2.0 * static_cast<double>(slopes_.size()), std::ceil(2.0 * range / gap));
  const auto parts = static_cast<std::size_t>(std::min(wanted, kMostParts));
  per_part_ = static_cast<double>(parts) / range;
  if (!std::isfinite(range) || !std::isfinite(per_part_)) per_part_ = 0;
  is_direct_ = wanted <= kMostParts && per_part_ > 0;
  std::size_t i = 1;
  for (std::size_t part = 0; part <= parts; ++part) {
    const double begin = slopes_.front() + range * (static_cast<double>(part) / static_cast<double>(parts));
    while (i + 1 < slopes_.size() && slopes_[i] < begin) ++i;
    first_.push_back(static_cast<std::int32_t>(i));
  }
}

double PaceTable::operator()(double slope) const {
  if (!(slope >= slopes_.front() && slope <= slopes_.back())) return std::numeric_limits<double>::infinity();
  const auto part = per_part_ > 0 ? static_cast<std::size_t>((slope - slopes_.front()) * per_part_) : 0;
  auto i = static_cast<std::size_t>(first_[std::min(part, first_.size() - 1)]);
  while (slopes_[i - 1] > slope) --i;
  while (slopes_[i] < slope) ++i;
  const double way = (slope - slopes_[i - 1]) / (slopes_[i] - slopes_[i - 1]);
  return paces_[i - 1] + way * (paces_[i] - paces_[i - 1]);
}

void PaceTable::each(double* slopes, std::size_t count) const {
  if (!is_direct_) {
    for (std::size_t k = 0; k < count; ++k) slopes[k] = (*this)(slopes[k]);
    return;
  }
  const double least = slopes_.front(), most = slopes_.back(), per_part = per_part_;
  const double *const knots = slopes_.data(), *const paces = paces_.data();
  const std::int32_t* const first = first_.data();
  for (std::size_t k = 0; k < count; ++k) {
    const bool inside = slopes[k] >= least && slopes[k] <= most;
    const double slope = inside ? slopes[k] : least;
    std::int32_t i = first[static_cast<std::int32_t>((slope - least) * per_part)];
    i += static_cast<std::int32_t>(slope > knots[i]) - static_cast<std::int32_t>(slope < knots[i - 1]);
    const double way = (slope - knots[i - 1]) / (knots[i] - knots[i - 1]);
    const double pace = paces[i - 1] + way * (paces[i] - paces[i - 1]);
    slopes[k] = inside ? pace : std::numeric_limits<double>::infinity();
  }
}

double PaceTable::least() const {
  constexpr double kRounding = 1 - 1e-9;  // interpolated paces are rounded
  return kRounding * *std::min_element(paces_.begin(), paces_.end());
}

double least_pace(Pace pace, const PaceTable& table) {
  switch (pace) {
    case Pace::tobler:
      return 0.599;
    case Pace::langmuir:
      return 0.295;
    case Pace::marquez_perez:
      return 0.749;
    case Pace::irmischer_clarke:
      return 0.898;
    case Pace::rees:
      return 0.749;
    case Pace::herzog:
      return 0.5;
    case Pace::table:
      return table.least();
    case Pace::none:
      break;
  }
  return 1.0;
}

PATHSTAR_WIDEST void paces_on(Pace pace, const PaceTable& table, double* slopes, std::size_t count) {
  switch (pace) {
    case Pace::tobler:
      return each_pace<Pace::tobler>(slopes, count);
    case Pace::langmuir:
      return each_pace<Pace::langmuir>(slopes, count);
    case Pace::marquez_perez:
      return each_pace<Pace::marquez_perez>(slopes, count);
    case Pace::irmischer_clarke:
      return each_pace<Pace::irmischer_clarke>(slopes, count);
    case Pace::rees:
      return each_pace<Pace::rees>(slopes, count);
    case Pace::herzog:
      return each_pace<Pace::herzog>(slopes, count);
    case Pace::table:
      return table.each(slopes, count);
    case Pace::none:
      std::fill_n(slopes, count, 1.0);
  }
}

}  // namespace pathstar::rasters
