#include "maps/wall_distances.hpp"

#include <algorithm>

namespace pathstar {
namespace {

constexpr std::uint32_t kNone = std::uint32_t{1} << 30;  // rows: no blocked cell seen
constexpr std::int64_t kNoHeight = -1;

// The square of twice the distance from a centre to a square a number of rows away.
std::int64_t height_of(std::uint32_t rows) noexcept {
  if (rows >= kNone) return kNoHeight;
  const std::int64_t twice = rows == 0 ? 0 : 2 * std::int64_t{rows} - 1;
  return twice * twice;
}

std::int64_t lower(std::int64_t a, std::int64_t b) noexcept {
  return a == kNoHeight ? b : b == kNoHeight ? a : std::min(a, b);
}

}  // namespace

void WallDistances::look_at(const Box& box, std::uint32_t reach) {
  box_ = box;
  window_ = box.grown(reach, width_, height_);
  measure_columns();
}

void WallDistances::measure_columns() {
  const std::size_t columns = window_.width();
  down_.resize(columns * box_.height());
  // One row on; a blocked cell restarts the count.
  const auto follow = [&](std::uint32_t y) {
    const std::uint8_t* const free = passable_ + std::size_t{y} * width_ + window_.left;
    for (std::size_t x = 0; x < columns; ++x) running_[x] = free[x] != 0 ? std::min(running_[x] + 1, kNone) : 0;
  };
  const auto rows = [&](std::uint32_t y) { return down_.data() + (y - box_.top) * columns; };
  running_.assign(columns, border_ && window_.top == 0 ? 0 : kNone);
  for (std::uint32_t y = window_.top; y < box_.bottom; ++y) {
    follow(y);
    if (y >= box_.top) std::copy(running_.begin(), running_.end(), rows(y));
  }
  running_.assign(columns, border_ && window_.bottom == height_ ? 0 : kNone);
  for (std::uint32_t y = window_.bottom; y-- > box_.top;) {
    follow(y);
    if (y >= box_.bottom) continue;
    std::uint32_t* const nearest = rows(y);
    for (std::size_t x = 0; x < columns; ++x) nearest[x] = std::min(nearest[x], running_[x]);
  }
}

// Parabolas over the sites, from left to right; those that are lowest somewhere are kept.
void WallDistances::add_site(std::int64_t at, std::int64_t height) {
  if (height == kNoHeight) return;
  while (!sites_.empty()) {
    const Site& last = sites_.back();
    const std::int64_t rise = height - last.height + (at - last.at) * (at + last.at);
    const std::int64_t run = 2 * (at - last.at);
    const std::int64_t meet = rise / run + (rise % run > 0);  // from here on the new parabola is no higher
    if (meet > last.from) {
      sites_.push_back({at, height, meet});
      return;
    }
    sites_.pop_back();
  }
  sites_.push_back({at, height, std::numeric_limits<std::int64_t>::min()});
}

std::span<const std::uint64_t> WallDistances::row(std::uint32_t y) {
  const std::size_t columns = window_.width();
  const std::uint32_t* const rows = down_.data() + (y - box_.top) * columns;
  heights_.resize(columns);
  for (std::size_t x = 0; x < columns; ++x) heights_[x] = height_of(rows[x]);
  sites_.clear();
  const auto outside = [&](bool at_border) { return border_ && at_border ? std::int64_t{0} : kNoHeight; };
  std::int64_t at = 2 * std::int64_t{window_.left} - 1;  // left of the first column
  std::int64_t before = outside(window_.left == 0);
  for (std::size_t x = 0; x < columns; ++x, at += 2) {
    add_site(at, lower(before, heights_[x]));
    before = heights_[x];
  }
  add_site(at, lower(before, outside(window_.right == width_)));
  row_.resize(box_.width());
  std::size_t site = 0;
  for (std::uint32_t x = box_.left; x < box_.right; ++x) {
    const std::int64_t centre = 2 * std::int64_t{x};
    while (site + 1 < sites_.size() && sites_[site + 1].from <= centre) ++site;
    std::int64_t least = heights_[x - window_.left];
    if (!sites_.empty()) {
      const std::int64_t across = centre - sites_[site].at;
      least = lower(least, across * across + sites_[site].height);
    }
    row_[x - box_.left] = least == kNoHeight ? kFar : static_cast<std::uint64_t>(least);
  }
  return row_;
}

}  // namespace pathstar
