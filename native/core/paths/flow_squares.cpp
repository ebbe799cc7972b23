#include "paths/flow_squares.hpp"

#include <bit>
#include <cmath>

#include "spaces/compiler.hpp"
#include "spaces/wide.hpp"

namespace pathstar {

// No loop here branches: where a crowd stands cannot be predicted, and without branches four points are processed at
// once.

PATHSTAR_WIDEST bool locate(const double* points, std::size_t rows, std::uint32_t width, std::uint32_t height,
                            FlowBatch& batch) {
  const double right = width - 0.5, bottom = height - 0.5;
  std::uint64_t outside = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const double x = points[2 * i], y = points[2 * i + 1];
    outside |= !((x >= -0.5) & (y >= -0.5) & (x < right) & (y < bottom));
  }
  if (outside != 0) return false;
  for (std::size_t i = 0; i < rows; ++i) {
    const double x = points[2 * i], y = points[2 * i + 1];
    const auto own_x = static_cast<std::int32_t>(x + 0.5), own_y = static_cast<std::int32_t>(y + 0.5);
    batch.off_x[i] = x - own_x;
    batch.off_y[i] = y - own_y;
    const std::uint64_t right_half = batch.off_x[i] >= 0.0, lower_half = batch.off_y[i] >= 0.0;
    batch.at[i] = 24 - 8 * right_half - 16 * lower_half;
    batch.corner[i] = static_cast<std::int64_t>((own_y + lower_half - 1) * width + own_x + right_half - 1);
  }
  return true;
}

void look_around(const FlowSquare* first, std::uint32_t width, std::size_t rows, FlowBatch& batch) {
  for (std::size_t i = 0; i < rows; ++i) {
    const FlowSquare* const above = first + batch.corner[i];
    const FlowSquare* const below = above + width;
    const std::uint32_t upper = above[0] | std::uint32_t{above[1]} << 8;
    const std::uint32_t lower = below[0] | std::uint32_t{below[1]} << 8;
    batch.block[i] = upper | lower << 16;
  }
}

namespace {

// The number in the two bits at the low end, minus 1. Together with the exponent of 2^52 the bits form a double, so no
// integer has to be converted: only recent processors can do that in wide registers.
double coordinate(std::uint64_t bits) noexcept {
  constexpr std::uint64_t kExponent = 0x4330000000000000;
  return std::bit_cast<double>(kExponent | (bits & 3)) - 4503599627370497.0;
}

// A share if the lowest bit of `open` is set, else 0.
double if_open(std::uint64_t open, double share) noexcept {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(share) & (0 - (open & 1)));
}

struct UnitStep {
  double x;
  double y;
  double length;  // which x and y make 1

  explicit UnitStep(std::uint64_t bits) noexcept
      : x(coordinate(bits)), y(coordinate(bits >> 2)), length(x * y != 0.0 ? kHalfRoot : 1.0) {}
};

// The four squares around a point, relative to its own: the one beside it, the one above or below, the one across.
struct FourSquares {
  std::uint64_t own, side, level, across;

  // Whether steps lead to them from the point's own, and from two of them to the one across: the lowest bits.
  std::uint64_t to_side, to_level, to_across, side_to_across, level_to_across;

  FourSquares(std::uint64_t block, std::uint64_t at) noexcept
      : own(block >> at),
        side(block >> (at ^ 8)),
        level(block >> (at ^ 16)),
        across(block >> (at ^ 24)),
        to_side(block >> (kRightward + (at & 16))),
        to_level(block >> (kDownward + (at & 8))),
        to_across(block >> (kFalling + ((at >> 3 ^ at >> 4) & 1))),
        side_to_across(block >> (kDownward + (~at & 8))),
        level_to_across(block >> (kRightward + (~at & 16))) {}

  // Whether one of them is a source, which leads to its centre, or the point's own leads nowhere: the lowest bit.
  std::uint64_t any_special() const noexcept {
    return (to_side & side & side >> 1) | (to_level & level & level >> 1) | (to_across & across & across >> 1) |
           (own & own >> 2);
  }
};

// Whether half a square along (x, y) may lead off the ways: the lowest bit. It crosses none of the borders between the
// four squares, one, or both. Only a square's own step leads back over its far border.
PATHSTAR_INLINE std::uint64_t may_leave_ways(const FourSquares& around, double x, double y, double off_x,
                                             double off_y) noexcept {
  const UnitStep own(around.own);
  const double to_side = 0.5 - (x > 0.0 ? off_x : -off_x), to_level = 0.5 - (y > 0.0 ? off_y : -off_y);
  const std::uint64_t over_side = to_side <= kReach * std::abs(x), over_level = to_level <= kReach * std::abs(y);
  const std::uint64_t side_first = to_side * std::abs(y) <= to_level * std::abs(x);
  const std::uint64_t blocked =
      (over_side & (~over_level | side_first) & ~around.to_side) |
      (over_level & ~(over_side & side_first) & ~around.to_level) |
      (over_side & over_level & ~(side_first ? around.side_to_across : around.level_to_across));
  const std::uint64_t back_side = (x > 0.0) ^ (off_x >= 0.0), back_level = (y > 0.0) ^ (off_y >= 0.0);
  return blocked | (over_side & back_side & (x != own.x)) | (over_level & back_level & (y != own.y));
}

}  // namespace

PATHSTAR_WIDEST bool mean_directions(std::size_t rows, FlowBatch& batch, double* out) {
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const FourSquares around(batch.block[i], batch.at[i]);
    const UnitStep own(around.own), side(around.side), level(around.level), across(around.across);
    const double off_x = batch.off_x[i], off_y = batch.off_y[i];
    const double by_side = std::abs(off_x), by_level = std::abs(off_y);
    const double own_share = (1.0 - by_side) * (1.0 - by_level) * own.length;
    const double side_share = if_open(around.to_side, by_side * (1.0 - by_level) * side.length);
    const double level_share = if_open(around.to_level, (1.0 - by_side) * by_level * level.length);
    const double across_share = if_open(around.to_across, by_side * by_level * across.length);
    const double mean_x = own_share * own.x + side_share * side.x + level_share * level.x + across_share * across.x;
    const double mean_y = own_share * own.y + side_share * side.y + level_share * level.y + across_share * across.y;
    const double squared = mean_x * mean_x + mean_y * mean_y, scale = 1.0 / std::sqrt(squared);
    const double x = mean_x * scale, y = mean_y * scale;
    out[2 * i] = x;
    out[2 * i + 1] = y;
    const std::uint64_t faint = squared <= kFaint * kFaint;
    batch.unsure[i] = (may_leave_ways(around, x, y, off_x, off_y) | around.any_special() | faint) & 1;
    any |= batch.unsure[i];
  }
  return any != 0;
}

}  // namespace pathstar
