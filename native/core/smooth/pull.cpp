#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

#include "smooth/horizon.hpp"
#include "smooth/lines.hpp"

namespace pathstar {
namespace {

constexpr double kRounding = 1e-12;

// A line to the point in question, and the minimum cost of the way over it.
struct Candidate {
  double bound;
  std::uint32_t from;
  bool is_priced;  // then the bound is its cost

  // The one to look at first is the top of the heap.
  friend bool operator<(const Candidate& a, const Candidate& b) noexcept {
    return std::tie(b.bound, b.from) < std::tie(a.bound, a.from);
  }
};

class Puller {
 public:
  Puller(const StraightLines& lines, const std::vector<Point>& points, bool dearer, const Stop& stop)
      : lines_(lines),
        points_(points),
        pause_(stop),
        by_length_(dearer || !lines.has_cost()),
        least_(dearer ? 1.0 : lines.min_cost()),
        best_(points.size(), 0.0),
        before_(points.size(), 0) {
    if (!std::all_of(points.begin(), points.end(), is_near_centre)) return;
    for (const Point at : points) cells_.push_back({static_cast<std::int32_t>(at.x), static_cast<std::int32_t>(at.y)});
  }

  // False if it was stopped.
  bool run() {
    for (std::uint32_t j = 1; j < points_.size(); ++j) {
      const double step = by_length_ ? least_ * length(j - 1, j) : lines_.cost(points_[j - 1], points_[j]);
      best_[j] = best_[j - 1] + step;
      before_[j] = j - 1;
      if (!shorten(j)) return false;
    }
    return true;
  }

  std::vector<std::uint32_t> result() const {
    std::vector<std::uint32_t> chain{static_cast<std::uint32_t>(points_.size() - 1)};
    while (chain.back() != 0) chain.push_back(before_[chain.back()]);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

 private:
  struct Cell {
    std::int32_t x;
    std::int32_t y;
  };

  static constexpr std::size_t kFewMisses = 256;

  static bool is_near_centre(Point at) noexcept {
    constexpr double kFar = 1 << 30;
    return is_centre(at) && std::max(std::abs(at.x), std::abs(at.y)) < kFar;
  }

  double length(std::size_t i, std::size_t j) const {
    return std::hypot(points_[i].x - points_[j].x, points_[i].y - points_[j].y);
  }

  // Finds the cheapest way to a point: the first with a free line, in the order of minimum costs.
  bool shorten(std::uint32_t j) {
    const double limit = best_[j] - kRounding * best_[j];
    return gather(j, limit) && try_candidates(j, limit);
  }

  // Finds the points from which a line might cost less than the limit.
  bool gather(std::uint32_t j, double limit) {
    // Pays if walls cut many lines to the point before.
    const bool looks = misses_ > kFewMisses && !cells_.empty();
    if (looks) {
      horizon_.look_around(cells_[j].x, cells_[j].y, [&](auto x, auto y) { return lines_.walkable(x, y); });
    }
    misses_ = 0;
    candidates_.clear();
    for (std::uint32_t i = 0; i + 1 < j; ++i) {
      if (pause_()) return false;
      if (looks && horizon_.hides(cells_[i].x - cells_[j].x, cells_[i].y - cells_[j].y)) {
        ++misses_;
        continue;
      }
      const double bound = best_[i] + least_ * length(i, j);
      if (bound < limit) candidates_.push_back({bound, i, by_length_});
    }
    std::make_heap(candidates_.begin(), candidates_.end());
    return true;
  }

  bool try_candidates(std::uint32_t j, double limit) {
    while (!candidates_.empty()) {
      std::pop_heap(candidates_.begin(), candidates_.end());
      const auto [bound, i, is_priced] = candidates_.back();
      candidates_.pop_back();
      if (pause_(1 + static_cast<std::size_t>(length(i, j)))) return false;
      if (!is_priced) {
        const double cost = best_[i] + lines_.cost(points_[i], points_[j], limit - best_[i]);
        if (!(cost < limit)) {
          ++misses_;
          continue;
        }
        candidates_.push_back({cost, i, true});
        std::push_heap(candidates_.begin(), candidates_.end());
      } else if (lines_.free(points_[i], points_[j])) {
        best_[j] = bound;
        before_[j] = i;
        return true;
      } else {
        ++misses_;
      }
    }
    return true;
  }

  const StraightLines& lines_;
  const std::vector<Point>& points_;
  Pause pause_;
  bool by_length_;                     // whether a line costs its length, not the costs of its cells
  double least_;                       // of a unit of length
  std::vector<double> best_;           // the cost of the cheapest line to each point,
  std::vector<std::uint32_t> before_;  // and the point before it
  std::vector<Candidate> candidates_;
  std::vector<Cell> cells_;  // of the points; none where one is not the centre of a cell
  Horizon horizon_;          // around the point in question
  std::size_t misses_ = 0;   // lines to the point before that do not count
};

}  // namespace

std::vector<std::uint32_t> pull(const StraightLines& lines, const std::vector<Point>& points, bool dearer,
                                const Stop& stop) {
  if (points.empty()) return {};
  Puller puller(lines, points, dearer, stop);
  return puller.run() ? puller.result() : std::vector<std::uint32_t>();
}

}  // namespace pathstar
