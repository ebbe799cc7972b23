#include "spaces/sight/waypoints.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <new>
#include <numeric>
#include <shared_mutex>
#include <utility>

#include "spaces/sight/line_of_sight.hpp"
#include "spaces/threads.hpp"

namespace pathstar {

Waypoints::Waypoints(std::shared_ptr<Grid> grid, std::span<const Node> points, unsigned threads, const Stop& stop)
    : grid_(std::move(grid)),
      threads_(threads),
      points_(points.begin(), points.end()),
      sorted_(points_),
      numbers_(points_.size()) {
  std::iota(numbers_.begin(), numbers_.end(), 0u);
  std::sort(numbers_.begin(), numbers_.end(), [&](auto a, auto b) { return points_[a] < points_[b]; });
  std::sort(sorted_.begin(), sorted_.end());
  const std::shared_lock reading(grid_->mutex());
  join_all(stop);
}

void Waypoints::catch_up(const Stop& stop) {
  grid_->catch_up();
  if (up_to_date()) return;
  const std::unique_lock alone(grid_->mutex());
  if (!up_to_date()) join_all(stop);
}

// The caller holds the grid's lock.
void Waypoints::join_all(const Stop& stop) {
  Rows rows(points_.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false}, failed{false};
  {
    const Threads others(threads_ - 1, [&] {
      try {
        join(rows, next, [&] { return stopped.load(); });
      } catch (const std::bad_alloc&) {
        stopped = failed = true;
      }
    });
    join(rows, next, [&] {
      if (stop()) stopped = true;
      return stopped.load();
    });
  }
  if (failed) throw std::bad_alloc();
  if (stopped) return;
  gather(rows);
  joined_at_.store(grid_->revision(), std::memory_order_release);
}

// Takes points, one row after another, that no other thread has taken with the points after them. Calls `stop` before
// each one, so that the calling thread calls it at least once.
void Waypoints::join(Rows& rows, std::atomic<std::size_t>& next, const Stop& stop) const {
  for (std::size_t i; !stop() && (i = next++) < points_.size();) {
    for (std::size_t j = i + 1; j < points_.size(); ++j) {
      if (!sees(points_[i], points_[j])) continue;
      rows[i].push_back({static_cast<std::uint32_t>(j), cost(points_[i], points_[j])});
    }
  }
}

// Extends the rows of later points to rows of all points.
void Waypoints::gather(const Rows& rows) {
  offsets_.assign(points_.size() + 1, 0);
  mean_cost_ = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    offsets_[i + 1] += rows[i].size();
    for (const Edge& edge : rows[i]) ++offsets_[edge.target + 1];
  }
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  targets_.resize(offsets_.back());
  costs_.resize(offsets_.back());
  std::vector<std::uint64_t> next(offsets_.begin(), offsets_.end() - 1);
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    for (const Edge& edge : rows[i]) {
      for (const auto& [from, to] : {std::pair(i, edge.target), std::pair(edge.target, i)}) {
        targets_[next[from]] = to;
        costs_[next[from]++] = edge.cost;
        mean_cost_ += edge.cost / static_cast<double>(targets_.size());
      }
    }
  }
}

std::uint32_t Waypoints::number(Node cell) const noexcept {
  const auto at = std::lower_bound(sorted_.begin(), sorted_.end(), cell);
  if (at == sorted_.end() || *at != cell) return static_cast<std::uint32_t>(points_.size());
  return numbers_[static_cast<std::size_t>(at - sorted_.begin())];
}

bool Waypoints::sees(Node a, Node b) const noexcept {
  const std::int64_t width = grid_->width(), from = a, to = b;
  return line_is_free(from, to % width - from % width, to / width - from / width, width, grid_->moves().corners,
                      [&](std::int64_t cell) { return grid_->walkable(static_cast<Node>(cell)); });
}

double Waypoints::cost(Node a, Node b) const noexcept {
  const std::uint32_t width = grid_->width();
  const double across = static_cast<double>(a % width) - static_cast<double>(b % width);
  const double down = static_cast<double>(a / width) - static_cast<double>(b / width);
  return grid_->moves().straight * std::sqrt(across * across + down * down);
}

double Waypoints::largest_cost() const noexcept {
  const double width = grid_->width(), height = grid_->height();
  return grid_->moves().straight * std::sqrt(width * width + height * height);
}

}  // namespace pathstar
