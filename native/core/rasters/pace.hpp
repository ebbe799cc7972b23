// The cost of walking a metre on a slope, by name or by a table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pathstar::rasters {

enum class Pace : std::uint8_t { none, tobler, langmuir, marquez_perez, irmischer_clarke, rees, herzog, table };

// Slopes in rising order, and the pace at each, interpolated linearly. Slopes beyond the ends cannot be walked.
class PaceTable {
 public:
  PaceTable() = default;
  PaceTable(std::vector<double> slopes, std::vector<double> paces);

  double operator()(double slope) const;
  double least() const;  // no pace lies below it

  // Turns slopes into paces, in place.
  void each(double* slopes, std::size_t count) const;

 private:
  static constexpr double kMostParts = 1 << 14;

  std::vector<double> slopes_, paces_;
  std::vector<std::int32_t> first_;  // where the search for a slope begins, by equal parts of the range
  double per_part_ = 0;              // 0 if the range is too small or too large for parts
  bool is_direct_ = false;  // no part holds more than one slope of the table, so the search ends beside its beginning
};

// A lower bound close to the least pace on any slope.
double least_pace(Pace pace, const PaceTable& table);

// Whether a pace is a few additions and products.
constexpr bool is_cheap(Pace pace) { return pace == Pace::langmuir || pace == Pace::rees || pace == Pace::herzog; }

inline constexpr std::size_t kPaceLanes = 8;

// Turns slopes, rise over run, into seconds per metre (Herzog: joules per kilogram and metre), in place. `count` is a
// multiple of kPaceLanes.
void paces_on(Pace pace, const PaceTable& table, double* slopes, std::size_t count);

}  // namespace pathstar::rasters
