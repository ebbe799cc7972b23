#include "indexes/customizable/order/separator.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace pathstar {
namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

constexpr std::size_t kSmallestShrunk = 512;  // in smaller parts a shorter separator saves less time than it takes
constexpr double kReach = 0.25;               // the reach of its moves, as a share of the separator's square

// The vertices of a separator, weighted by the imbalance of the sides: 1 for equal ones, 16/9 for 1 to 3.
double loss_of(double separator, double lower, double upper) noexcept {
  if (lower <= 0 || upper <= 0) return kNone;
  const double whole = lower + upper;
  const double balance = 4.0 * lower * upper / (whole * whole);
  return (separator + 0.01) / (balance * balance);
}

}  // namespace

std::span<const Side> SeparatorFinder::divide(const GraphPart& part) {
  best_ = {kNone, 0, true};
  if (places_.dimensions == 2) {
    for (const auto& [x, y] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) set_keys(part, x, y, 0), look_at(part);
  } else if (places_.dimensions == 3) {
    for (int axis = 0; axis < 3; ++axis) set_keys(part, axis == 0, axis == 1, axis == 2), look_at(part);
  }
  set_distances(part.links);
  look_at(part);
  if (best_.loss == kNone) return {};
  mark_sides(part.links);
  if (part.vertices.size() >= kSmallestShrunk) shrink(part.links);
  return sides_;
}

void SeparatorFinder::mark_sides(const Links& links) {
  sides_.resize(best_keys_.size());
  for (std::uint32_t v = 0; v < sides_.size(); ++v) {
    const bool lower = best_keys_[v] <= best_.threshold;
    sides_[v] = lower ? Side::lower : Side::upper;
    if (lower != best_.lower) continue;
    for (const std::uint32_t other : links.of(v)) {
      if ((best_keys_[other] <= best_.threshold) != lower) sides_[v] = Side::separator;
    }
  }
}

// Replaces the separator by the smallest one in a band around it, if that is better.
void SeparatorFinder::shrink(const Links& links) {
  const auto size = std::count(sides_.begin(), sides_.end(), Side::separator);
  const auto whole = static_cast<std::int64_t>(sides_.size());
  mark_band(std::min(static_cast<std::int64_t>(kReach * static_cast<double>(size * size)), whole / 4));
  const auto cut = static_cast<std::int64_t>(min_cut_.find(links, band_));
  const auto lower = std::count(band_.begin(), band_.end(), Side::lower);
  const auto loss =
      loss_of(static_cast<double>(cut), static_cast<double>(lower), static_cast<double>(whole - cut - lower));
  if (loss < best_.loss) sides_.swap(band_);
}

// Marks as the band the separator and up to `reach` vertices on either side, those with the nearest keys.
void SeparatorFinder::mark_band(std::int64_t reach) {
  counts_.assign(static_cast<std::size_t>(*std::max_element(best_keys_.begin(), best_keys_.end())) + 1, 0);
  for (const std::int32_t key : best_keys_) ++counts_[key];
  std::int32_t low = best_.threshold + 1, high = best_.threshold;  // the band's keys
  const auto last = static_cast<std::int32_t>(counts_.size()) - 1;
  for (std::int64_t left = reach; low > 0 && left >= counts_[low - 1]; --low) left -= counts_[low - 1];
  for (std::int64_t left = reach; high < last && left >= counts_[high + 1]; ++high) left -= counts_[high + 1];
  band_ = sides_;
  for (std::size_t v = 0; v < band_.size(); ++v) {
    if (best_keys_[v] >= low && best_keys_[v] <= high) band_[v] = Side::separator;
  }
}

// Compares all thresholds of the keys.
void SeparatorFinder::look_at(const GraphPart& part) {
  compress_keys();
  const std::size_t thresholds = static_cast<std::size_t>(*std::max_element(keys_.begin(), keys_.end())) + 1;
  for (auto* counts : {&counts_, &from_lower_, &from_upper_}) counts->assign(thresholds + 1, 0);
  for (std::uint32_t v = 0; v < keys_.size(); ++v) {
    const std::int32_t key = keys_[v];
    std::int32_t least = key, most = key;
    for (const std::uint32_t other : part.links.of(v)) {
      least = std::min(least, keys_[other]);
      most = std::max(most, keys_[other]);
    }
    ++counts_[key];
    ++from_lower_[key], --from_lower_[most];  // on the lower side, and linked to the other, for these thresholds
    ++from_upper_[least], --from_upper_[key];
  }
  std::int32_t below = 0, lower = 0, upper = 0;
  const auto whole = static_cast<std::int32_t>(keys_.size());
  bool better = false;
  for (std::size_t key = 0; key + 1 < thresholds; ++key) {
    below += counts_[key], lower += from_lower_[key], upper += from_upper_[key];
    for (const Cut& cut : {Cut{loss_of(lower, below - lower, whole - below), static_cast<std::int32_t>(key), true},
                           Cut{loss_of(upper, below, whole - below - upper), static_cast<std::int32_t>(key), false}}) {
      if (cut.loss < best_.loss) best_ = cut, better = true;
    }
  }
  if (better) best_keys_.swap(keys_);
}

// Keys along a direction.
void SeparatorFinder::set_keys(const GraphPart& part, std::int32_t x, std::int32_t y, std::int32_t z) {
  keys_.resize(part.vertices.size());
  for (std::size_t v = 0; v < keys_.size(); ++v) {
    const std::int32_t* place = &places_.numbers[std::size_t{part.vertices[v]} * places_.dimensions];
    keys_[v] = x * place[0] + y * place[1] + (places_.dimensions == 3 ? z * place[2] : 0);
  }
}

// Keys along the links: the difference of the distances to both ends of the part.
void SeparatorFinder::set_distances(const Links& links) {
  const std::uint32_t end = measure_from(links, measure_from(links, 0, near_), near_);
  measure_from(links, end, far_);
  keys_.resize(near_.size());
  for (std::size_t v = 0; v < keys_.size(); ++v) keys_[v] = near_[v] - far_[v];
}

// Counts the links to every vertex; returns the farthest.
std::uint32_t SeparatorFinder::measure_from(const Links& links, std::uint32_t source,
                                            std::vector<std::int32_t>& distances) {
  distances.assign(links.size(), -1);
  queue_.clear();
  queue_.push_back(source);
  distances[source] = 0;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::uint32_t v = queue_[i];
    for (const std::uint32_t other : links.of(v)) {
      if (distances[other] >= 0) continue;
      distances[other] = distances[v] + 1;
      queue_.push_back(other);
    }
  }
  return queue_.back();
}

// Shifts the keys to begin at 0, and makes them so coarse that there are not many more keys than vertices.
void SeparatorFinder::compress_keys() {
  const auto [least, most] = std::minmax_element(keys_.begin(), keys_.end());
  const std::int64_t begin = *least, range = std::int64_t{*most} - begin;
  const auto limit = static_cast<std::int64_t>(2 * keys_.size());
  for (std::int32_t& key : keys_) {
    const std::int64_t moved = key - begin;
    key = static_cast<std::int32_t>(range <= limit ? moved : moved * limit / range);
  }
}

}  // namespace pathstar
