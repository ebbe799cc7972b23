#include "spaces/cells/step_norms.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace pathstar {
namespace {

constexpr double kSlack = 1e-9;

// a . f <= b
struct Limit {
  std::array<double, 3> a;
  double b;
};

double determinant(const Limit& p, const Limit& q, const Limit& r) noexcept {
  return p.a[0] * (q.a[1] * r.a[2] - q.a[2] * r.a[1]) - p.a[1] * (q.a[0] * r.a[2] - q.a[2] * r.a[0]) +
         p.a[2] * (q.a[0] * r.a[1] - q.a[1] * r.a[0]);
}

// The point at which three limits are reached (Cramer's rule); false where there is not exactly one.
bool meet(const Limit& p, const Limit& q, const Limit& r, Facet& point) noexcept {
  const double whole = determinant(p, q, r);
  if (std::abs(whole) < kSlack) return false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Limit with[3] = {p, q, r};
    for (Limit& limit : with) limit.a[axis] = limit.b;
    point[axis] = determinant(with[0], with[1], with[2]) / whole;
  }
  return true;
}

bool satisfies(std::span<const Limit> limits, const Facet& f) noexcept {
  for (const Limit& limit : limits) {
    if (limit.a[0] * f[0] + limit.a[1] * f[1] + limit.a[2] * f[2] > limit.b + kSlack) return false;
  }
  return true;
}

// Whether another facet is nowhere smaller; then this one is useless.
bool covered(std::span<const Facet> facets, const Facet& f) noexcept {
  for (const Facet& other : facets) {
    if (f[0] <= other[0] + kSlack && f[1] <= other[1] + kSlack && f[2] <= other[2] + kSlack) return true;
  }
  return false;
}

// The corners of {f : f >= 0, f . |step| <= length for all steps}, without useless ones. `unit` is the scale of
// comparisons.
std::vector<Facet> corners_of(std::span<const RegularGridStep> steps, const std::array<bool, 3>& moves, double unit) {
  std::vector<Limit> limits{{{-1, 0, 0}, 0}, {{0, -1, 0}, 0}, {{0, 0, -1}, 0}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Limit none{{0, 0, 0}, 0};
    none.a[axis] = 1;
    if (!moves[axis]) limits.push_back(none);
  }
  for (const RegularGridStep& step : steps) {
    const auto& by = step.by;
    if (by.dx < 0 || by.dy < 0 || by.dz < 0) continue;  // its mirror image is also a step
    limits.push_back({{1.0 * by.dx, 1.0 * by.dy, 1.0 * by.dz}, step.length / unit});
  }
  std::vector<Facet> found;
  Facet f;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    for (std::size_t j = i + 1; j < limits.size(); ++j) {
      for (std::size_t k = j + 1; k < limits.size(); ++k) {
        if (!meet(limits[i], limits[j], limits[k], f) || !satisfies(limits, f) || covered(found, f)) continue;
        std::erase_if(found, [&](const Facet& other) { return covered(std::span(&f, 1), other); });
        found.push_back(f);
      }
    }
  }
  for (Facet& facet : found) {
    for (double& coefficient : facet) coefficient = std::max(coefficient, 0.0) * unit;
  }
  return found;
}

}  // namespace

StepNorms::StepNorms(std::span<const RegularGridStep> steps, Tiling tiling, const std::array<double, 3>& spacing)
    : steps_(steps.begin(), steps.end()) {
  if (tiling != Tiling::square) {
    sides_.fill(steps.front().length);
    moves_ = {true, true, false};
    return;
  }
  double unit = 0.0, stretch = std::numeric_limits<double>::infinity();
  Facet straight{}, each;
  each.fill(std::numeric_limits<double>::infinity());
  for (const RegularGridStep& step : steps) {
    unit = std::max(unit, step.length);
    double square = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int by = std::abs(step.by[static_cast<int>(axis)]);
      square += (by * spacing[axis]) * (by * spacing[axis]);
      if (by == 0) continue;
      moves_[axis] = true;
      each[axis] = std::min(each[axis], step.length / by);
      if (std::abs(step.by.dx) + std::abs(step.by.dy) + std::abs(step.by.dz) == 1) straight[axis] = step.length;
    }
    stretch = std::min(stretch, step.length / std::sqrt(square));
  }
  octile_ = corners_of(steps, moves_, unit);
  if (const double over = fall(octile_); over > 1.0) {
    for (Facet& facet : octile_) {
      for (double& coefficient : facet) coefficient /= over;
    }
  }
  manhattan_ = {straight};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    Facet alone{};
    alone[axis] = each[axis];
    if (moves_[axis]) chebyshev_.push_back(alone);
    sides_[axis] = stretch * spacing[axis];
  }
}

std::span<const Facet> StepNorms::facets(HeuristicKind kind) const noexcept {
  switch (kind) {
    case HeuristicKind::octile:
      return octile_;
    case HeuristicKind::manhattan:
      return manhattan_;
    case HeuristicKind::chebyshev:
      return chebyshev_;
    default:
      return {};
  }
}

double StepNorms::fall(std::span<const Facet> facets) const noexcept {
  double most = 0.0;
  for (const RegularGridStep& step : steps_) {
    most =
        std::max(most, largest(facets, std::abs(step.by.dx), std::abs(step.by.dy), std::abs(step.by.dz)) / step.length);
  }
  return most;
}

double StepNorms::consistency_factor(HeuristicKind kind) const noexcept {
  if (kind == HeuristicKind::zero) return 0.0;
  return kind == HeuristicKind::manhattan ? std::max(1.0, fall(manhattan_)) : 1.0;
}

}  // namespace pathstar
