// Units sorted into square bins, so that each finds its neighbours without looking at the rest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pathstar::fleet {

constexpr std::size_t kMostNeighbours = 20;

// The nearest other units of one unit, nearest first.
struct Neighbours {
  std::size_t count = 0;
  std::array<float, kMostNeighbours> squared;  // distances
  std::array<std::uint32_t, kMostNeighbours> rank;
};

// Units are numbered by rank: bin by bin, row by row, and inside a bin in the order given. So units that are near each
// other are near each other in memory, and the order depends only on the positions.
class Bins {
 public:
  // positions: rows of x and y; rows of NaN are left out. side: the least width of a bin.
  void fill(std::span<const double> positions, float side);

  std::size_t size() const noexcept { return order_.size(); }
  // The row of the unit with a rank.
  std::uint32_t row(std::size_t rank) const noexcept { return order_[rank]; }
  float x(std::size_t rank) const noexcept { return x_[rank]; }
  float y(std::size_t rank) const noexcept { return y_[rank]; }

  // Finds the nearest other units, up to `most`, within `reach` of the unit with a rank.
  void nearest(std::uint32_t rank, std::size_t most, float reach, Neighbours& found) const;

 private:
  struct Query;

  std::uint32_t bin_of(double at, double origin, std::uint32_t count) const noexcept;
  void lay_out(std::span<const double> positions, float side);
  void scan(const Query& query, std::int64_t row, std::int64_t first, std::int64_t last, Neighbours& found) const;

  double left_ = 0.0, top_ = 0.0, side_ = 1.0;
  std::uint32_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> begins_;  // the first rank of each bin, and the end
  std::vector<std::uint32_t> order_, bins_;
  std::vector<float> x_, y_;
};

}  // namespace pathstar::fleet
