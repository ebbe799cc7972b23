#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "smooth/lines.hpp"

namespace pathstar {

std::vector<std::uint32_t> pull(const StraightLines& lines, const std::vector<Point>& points, bool dearer,
                                const Stop& stop) {
  if (points.empty()) return {};
  constexpr double kRounding = 1e-12;
  const auto length = [&](std::size_t i, std::size_t j) {
    return std::hypot(points[i].x - points[j].x, points[i].y - points[j].y);
  };
  const auto price = [&](std::size_t i, std::size_t j) {
    return dearer ? length(i, j) : lines.cost(points[i], points[j]);
  };
  const double least = dearer ? 1.0 : lines.min_cost();
  std::vector<double> best(points.size(), 0.0);
  std::vector<std::uint32_t> before(points.size(), 0);
  Pause pause(stop);
  for (std::size_t j = 1; j < points.size(); ++j) {
    best[j] = best[j - 1] + price(j - 1, j);
    before[j] = static_cast<std::uint32_t>(j - 1);
    for (std::size_t i = 0; i + 1 < j; ++i) {
      const double bound = best[i] + least * length(i, j);
      if (pause(1 + static_cast<std::size_t>(length(i, j)))) return {};
      if (bound >= best[j] - kRounding * best[j] || !lines.free(points[i], points[j])) continue;
      const double through = best[i] + price(i, j);
      if (through >= best[j] - kRounding * best[j]) continue;
      best[j] = through;
      before[j] = static_cast<std::uint32_t>(i);
    }
  }
  std::vector<std::uint32_t> chain{static_cast<std::uint32_t>(points.size() - 1)};
  while (chain.back() != 0) chain.push_back(before[chain.back()]);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

}  // namespace pathstar
