#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "maps/wall_distances.hpp"
#include "spaces/layers/sized.hpp"

namespace pathstar {
namespace {

constexpr double kBlocked = std::numeric_limits<double>::infinity();

// Squares: runs of a row are summed up once for all bodies that contain them.
class SquareCells final : public BodyCells {
 public:
  SquareCells(const Grid& ground, std::uint32_t side) : ground_(&ground), side_(side) {}

  const std::vector<At>& work_out(const Box& places) override {
    sum_rows(places);
    bodies_.clear();
    for (std::uint32_t y = places.top; y < places.bottom; ++y) {
      for (std::uint32_t x = places.left; x < places.right; ++x) {
        bodies_.push_back(sum_down(std::size_t{y - places.top} * places.width() + x - places.left, places, x, y));
      }
    }
    return bodies_;
  }

 private:
  At sum_row(Node first) const noexcept {
    const std::uint8_t* const walkable = ground_->walkable_data() + first;
    At sum{true, 0.0};
    for (std::uint32_t i = 0; i < side_; ++i) sum.walkable &= walkable[i] != 0;
    if (!ground_->has_cost()) return sum;
    const CellCosts cost = ground_->costs();
    for (std::uint32_t i = 0; i < side_; ++i) sum.cost += cost[first + i];
    return sum;
  }

  void sum_rows(const Box& places) {
    const std::uint32_t width = ground_->width(), bottom = std::min(places.bottom + side_ - 1, ground_->height());
    rows_.clear();
    for (std::uint32_t y = places.top; y < bottom; ++y) {
      for (std::uint32_t x = places.left; x < places.right; ++x) {
        rows_.push_back(x + side_ <= width ? sum_row(y * width + x) : At{false, 0.0});
      }
    }
  }

  At sum_down(std::size_t first, const Box& places, std::uint32_t x, std::uint32_t y) const noexcept {
    if (x + side_ > ground_->width() || y + side_ > ground_->height()) return {false, kBlocked};
    At sum{true, 0.0};
    for (std::uint32_t i = 0; i < side_; ++i) {
      const At& row = rows_[first + std::size_t{i} * places.width()];
      sum.walkable &= row.walkable;
      sum.cost += row.cost;
    }
    if (!sum.walkable) return {false, kBlocked};
    return {true, sum.cost / (static_cast<double>(side_) * side_)};
  }

  const Grid* ground_;
  std::uint32_t side_;
  std::vector<At> rows_;  // by cell, of a run to the right as wide as a body
  std::vector<At> bodies_;
};

// Discs: they fit where no wall is nearer than the radius, and occupy the cells whose centres they cover.
class DiscCells final : public BodyCells {
 public:
  DiscCells(const Grid& ground, const Body& body)
      : ground_(&ground),
        reach_(body.before()),
        least_(4.0 * body.radius * body.radius),
        walls_(ground.walkable_data(), ground.width(), ground.height(), true) {
    const auto span = static_cast<std::int64_t>(body.radius);
    for (std::int64_t dy = -span; dy <= span; ++dy) {
      const double rest = body.radius * body.radius - static_cast<double>(dy * dy);
      half_widths_.push_back(static_cast<std::int64_t>(std::sqrt(rest)));
    }
  }

  const std::vector<At>& work_out(const Box& places) override {
    walls_.look_at(places, reach_ + 1);
    bodies_.clear();
    for (std::uint32_t y = places.top; y < places.bottom; ++y) {
      const std::span<const std::uint64_t> squares = walls_.row(y);
      for (std::uint32_t x = places.left; x < places.right; ++x) {
        const std::uint64_t square = squares[x - places.left];
        const bool fits = square == WallDistances::kFar || static_cast<double>(square) >= least_;
        bodies_.push_back({fits, !fits ? kBlocked : ground_->has_cost() ? mean(x, y) : 1.0});
      }
    }
    return bodies_;
  }

 private:
  double mean(std::uint32_t x, std::uint32_t y) const noexcept {
    const auto span = static_cast<std::int64_t>(half_widths_.size() / 2);
    const CellCosts cost = ground_->costs();
    double sum = 0.0;
    std::int64_t count = 0;
    for (std::int64_t dy = -span; dy <= span; ++dy) {
      const std::int64_t half = half_widths_[static_cast<std::size_t>(dy + span)];
      const std::int64_t centre = (y + dy) * ground_->width() + x;
      double row = 0.0;
      for (std::int64_t dx = -half; dx <= half; ++dx) row += cost[static_cast<Node>(centre + dx)];
      sum += row;
      count += 2 * half + 1;
    }
    return sum / static_cast<double>(count);
  }

  const Grid* ground_;
  std::uint32_t reach_;
  double least_;  // the square of the diameter
  WallDistances walls_;
  std::vector<std::int64_t> half_widths_;  // of its rows, from above
  std::vector<At> bodies_;
};

}  // namespace

std::unique_ptr<BodyCells> BodyCells::of(const Grid& ground, const Body& body) {
  if (body.is_disc()) return std::make_unique<DiscCells>(ground, body);
  return std::make_unique<SquareCells>(ground, body.side);
}

}  // namespace pathstar
