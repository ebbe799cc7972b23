// The points of a path from root to root, from its last point back to its first.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "spaces/mesh/links.hpp"
#include "spaces/mesh/orientation.hpp"

namespace pathstar {

class BackLine {
 public:
  explicit BackLine(const Point& last) {
    points_.reserve(kMostlyEnough);
    points_.push_back(last);
  }

  // Goes straight to an earlier place; points in line with their neighbours are left out.
  void go(const Point& place) {
    if (place == points_.back()) return;
    if (points_.size() > fixed_ && orientation(points_[points_.size() - 2], points_.back(), place) == 0) {
      points_.pop_back();
    }
    points_.push_back(place);
  }
  // Takes a link back from its end, the present end of the line, to its beginning.
  void cross(const Link& link) {
    crossed_.emplace_back(points_.size() - 1, link.cost);
    points_.push_back(link.from);
    fixed_ = points_.size();
  }

  // Last point first.
  const std::vector<Point>& points() const noexcept { return points_; }
  // The links, last one first: the number of the point at its end, and its cost.
  const std::vector<std::pair<std::size_t, double>>& crossed() const noexcept { return crossed_; }

 private:
  static constexpr std::size_t kMostlyEnough = 16;

  std::vector<Point> points_;
  std::size_t fixed_ = 1;  // the number of fixed points: the last one, and all up to the last link taken
  std::vector<std::pair<std::size_t, double>> crossed_;
};

}  // namespace pathstar
