#include "fleet/crowd/bins.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pathstar::fleet {
namespace {

constexpr double kBinsPerUnit = 4.0;  // at most about this many bins, however far apart the units are

}  // namespace

// One search around a unit.
struct Bins::Query {
  std::uint32_t rank;
  std::size_t most;
  float x, y;
  float squared_reach;
};

std::uint32_t Bins::bin_of(double at, double origin, std::uint32_t count) const noexcept {
  return std::min(static_cast<std::uint32_t>((at - origin) / side_), count - 1);
}

// Chooses the bins for the units that live.
void Bins::lay_out(std::span<const double> positions, float side) {
  const std::size_t units = positions.size() / 2;
  double right = -std::numeric_limits<double>::infinity(), bottom = right;
  left_ = top_ = -right;
  std::size_t living = 0;
  for (std::size_t i = 0; i < units; ++i) {
    const double x = positions[2 * i], y = positions[2 * i + 1];
    if (std::isnan(x)) continue;
    left_ = std::min(left_, x), right = std::max(right, x);
    top_ = std::min(top_, y), bottom = std::max(bottom, y);
    ++living;
  }
  order_.resize(living), x_.resize(living), y_.resize(living);
  columns_ = rows_ = 1;
  if (living != 0) {
    const double width = right - left_, height = bottom - top_;
    side_ = std::max<double>({side, std::sqrt(width * height / (kBinsPerUnit * static_cast<double>(living))),
                              std::max(width, height) / (kBinsPerUnit * static_cast<double>(living))});
    columns_ = static_cast<std::uint32_t>(width / side_) + 1, rows_ = static_cast<std::uint32_t>(height / side_) + 1;
  }
}

void Bins::fill(std::span<const double> positions, float side) {
  const std::size_t units = positions.size() / 2;
  lay_out(positions, side);
  bins_.resize(units);
  begins_.assign(std::size_t{columns_} * rows_ + 1, 0);
  for (std::size_t i = 0; i < units; ++i) {
    const double x = positions[2 * i], y = positions[2 * i + 1];
    if (std::isnan(x)) continue;
    bins_[i] = bin_of(y, top_, rows_) * columns_ + bin_of(x, left_, columns_);
    ++begins_[bins_[i]];
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : begins_) begin = sum += begin;
  for (std::size_t i = units; i-- > 0;) {
    const double x = positions[2 * i], y = positions[2 * i + 1];
    if (std::isnan(x)) continue;
    const std::uint32_t rank = --begins_[bins_[i]];
    order_[rank] = static_cast<std::uint32_t>(i);
    x_[rank] = static_cast<float>(x), y_[rank] = static_cast<float>(y);
  }
}

void Bins::nearest(std::uint32_t rank, std::size_t most, float reach, Neighbours& found) const {
  found.count = 0;
  if (most == 0) return;
  const Query query{rank, most, x_[rank], y_[rank], reach * reach};
  const std::uint32_t bin = bins_[order_[rank]];
  const std::int64_t row = bin / columns_, column = bin % columns_;
  scan(query, row, column - 1, column + 1, found);
  scan(query, row - 1, column - 1, column + 1, found);
  scan(query, row + 1, column - 1, column + 1, found);
  const std::int64_t farthest = std::max(columns_, rows_);
  for (std::int64_t ring = 1; ring < farthest; ++ring) {
    // The rings so far cover everything nearer than this.
    const float seen = static_cast<float>(static_cast<double>(ring) * side_);
    if (seen >= reach || (found.count == most && found.squared[most - 1] <= seen * seen)) return;
    const std::int64_t next = ring + 1;
    scan(query, row - next, column - next, column + next, found);
    scan(query, row + next, column - next, column + next, found);
    for (std::int64_t between = row - ring; between <= row + ring; ++between) {
      scan(query, between, column - next, column - next, found);
      scan(query, between, column + next, column + next, found);
    }
  }
}

void Bins::scan(const Query& query, std::int64_t row, std::int64_t first, std::int64_t last, Neighbours& found) const {
  first = std::max<std::int64_t>(first, 0), last = std::min<std::int64_t>(last, columns_ - 1);
  if (row < 0 || row >= rows_ || first > last) return;
  const std::size_t line = static_cast<std::size_t>(row) * columns_;
  const std::uint32_t end = begins_[line + static_cast<std::size_t>(last) + 1];
  float limit = found.count == query.most ? found.squared[query.most - 1] : query.squared_reach;
  for (std::uint32_t other = begins_[line + static_cast<std::size_t>(first)]; other < end; ++other) {
    const float dx = x_[other] - query.x, dy = y_[other] - query.y;
    const float squared = dx * dx + dy * dy;
    if (squared >= limit || other == query.rank) continue;
    std::size_t at = found.count < query.most ? found.count++ : query.most - 1;
    for (; at > 0 && found.squared[at - 1] > squared; --at) {
      found.squared[at] = found.squared[at - 1], found.rank[at] = found.rank[at - 1];
    }
    found.squared[at] = squared, found.rank[at] = other;
    if (found.count == query.most) limit = found.squared[query.most - 1];
  }
}

}  // namespace pathstar::fleet
