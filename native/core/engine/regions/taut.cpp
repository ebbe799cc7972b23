#include "engine/regions/taut.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pathstar {
namespace {

constexpr double kSmoothest = 1e-2;  // of the line's length: if two places meet, the distance has a kink,
constexpr double kSharpest = 1e-9;   // which is rounded off, less from round to round
constexpr int kSteps = 12;           // of Newton's method in one round
constexpr double kClose = 1e-3;      // of a segment: places this close move to its end if that costs nothing,
constexpr double kVeryClose = 1e-6;  // and places this close if it costs hardly anything
constexpr double kNearlyEnough = 1e-8;
constexpr double kEnough = 1e-12;  // of the cost: a step that gains less ends a round

double sum(std::span<const Segment> segments, std::span<const double> costs, const std::vector<double>& shares,
           double smooth) {
  double total = 0.0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const double between = distance(segments[i].at(shares[i]), segments[i + 1].at(shares[i + 1]));
    total += costs[i] * (smooth > 0.0 ? std::sqrt(between * between + smooth * smooth) : between);
  }
  return total;
}

// The slopes of the sum, and the diagonals of its second derivatives.
struct Local {
  std::vector<double> slope, own, next;  // next[i] couples i with i + 1

  Local(std::span<const Segment> segments, std::span<const double> costs, const std::vector<double>& shares,
        double smooth)
      : slope(segments.size(), 0.0), own(segments.size(), 0.0), next(segments.size(), 0.0) {
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const Segment &p = segments[i], &q = segments[i + 1];
      const Point from = p.at(shares[i]), to = q.at(shares[i + 1]);
      const double x = to.x - from.x, y = to.y - from.y;
      const double length = std::sqrt(x * x + y * y + smooth * smooth);
      const double px = p.b.x - p.a.x, py = p.b.y - p.a.y, qx = q.b.x - q.a.x, qy = q.b.y - q.a.y;
      const double p_along = (px * x + py * y) / length, q_along = (qx * x + qy * y) / length;
      const double bend = costs[i] / length;
      slope[i] -= costs[i] * p_along;
      slope[i + 1] += costs[i] * q_along;
      own[i] += bend * (px * px + py * py - p_along * p_along);
      own[i + 1] += bend * (qx * qx + qy * qy - q_along * q_along);
      next[i] -= bend * (px * qx + py * qy - p_along * q_along);
    }
  }
};

// The step to the minimum of the local parabola, for the places that are free to move; the others stay.
std::vector<double> newton_step(const Local& local, const std::vector<double>& shares) {
  const std::size_t count = shares.size();
  double steepest = 0.0;
  for (const double own : local.own) steepest = std::max(steepest, own);
  std::vector<bool> free(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool held = (shares[i] <= 0.0 && local.slope[i] >= 0.0) || (shares[i] >= 1.0 && local.slope[i] <= 0.0);
    free[i] = !held && local.own[i] > 0.0;
  }
  std::vector<double> pivot(count, 1.0), right(count, 0.0), step(count, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    if (!free[i]) continue;
    pivot[i] = local.own[i] + 1e-12 * steepest;
    right[i] = -local.slope[i];
    if (i == 0 || !free[i - 1]) continue;
    const double share = local.next[i - 1] / pivot[i - 1];
    pivot[i] = std::max(pivot[i] - share * local.next[i - 1], 1e-14 * steepest);
    right[i] -= share * right[i - 1];
  }
  for (std::size_t i = count; i-- > 0;) {
    if (!free[i]) continue;
    const double after = i + 1 < count && free[i + 1] ? local.next[i] * step[i + 1] : 0.0;
    step[i] = (right[i] - after) / pivot[i];
  }
  return step;
}

void descend(std::span<const Segment> segments, std::span<const double> costs, std::vector<double>& shares,
             double smooth) {
  double least = sum(segments, costs, shares, smooth);
  std::vector<double> tried(shares.size());
  for (int round = 0; round < kSteps; ++round) {
    const std::vector<double> step = newton_step(Local(segments, costs, shares, smooth), shares);
    double length = 1.0, total = least;
    for (; length > 1e-4; length /= 2) {
      for (std::size_t i = 0; i < shares.size(); ++i) tried[i] = std::clamp(shares[i] + length * step[i], 0.0, 1.0);
      total = sum(segments, costs, tried, smooth);
      if (total < least) break;
    }
    if (!(total < least)) return;
    shares.swap(tried);
    const bool enough = least - total < kEnough * least;
    least = total;
    if (enough) return;
  }
}

// Moves places close to the end of their segment onto it, if that costs nothing.
void snap(std::span<const Segment> segments, std::span<const double> costs, std::vector<double>& shares, double least) {
  const auto around = [&](std::size_t i) {
    const std::size_t first = i == 0 ? 0 : i - 1, count = std::min(i + 1, costs.size()) - first;
    const std::vector<double> part(shares.begin() + static_cast<std::ptrdiff_t>(first),
                                   shares.begin() + static_cast<std::ptrdiff_t>(first + count + 1));
    return sum(segments.subspan(first, count + 1), costs.subspan(first, count), part, 0.0);
  };
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double before = shares[i], end = before < 0.5 ? 0.0 : 1.0;
    if (before == end || std::abs(before - end) > kClose) continue;
    const double cost = around(i);
    shares[i] = end;
    const double allowed = std::abs(before - end) > kVeryClose ? kEnough : kNearlyEnough;
    if (around(i) > cost + allowed * least) shares[i] = before;
  }
}

}  // namespace

double tauten(std::span<const Segment> segments, std::span<const double> costs, std::vector<double>& shares) {
  double least = sum(segments, costs, shares, 0.0), length = 0.0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    length += distance(segments[i].at(shares[i]), segments[i + 1].at(shares[i + 1]));
  }
  std::vector<double> moved = shares;
  for (double smooth = kSmoothest; smooth >= kSharpest; smooth /= 30.0) {
    descend(segments, costs, moved, smooth * length);
    const double total = sum(segments, costs, moved, 0.0);
    if (total < least) {
      least = total;
      shares = moved;
    }
  }
  snap(segments, costs, shares, least);
  return sum(segments, costs, shares, 0.0);
}

}  // namespace pathstar
