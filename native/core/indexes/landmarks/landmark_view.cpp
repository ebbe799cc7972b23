#include "indexes/landmarks/landmark_view.hpp"

#include <vector>

namespace pathstar {

LandmarkGuides best_guides(const LandmarkTables& tables, Node start, Node goal) {
  const std::uint32_t *here = tables.row(start), *there = tables.row(goal);
  std::vector<LandmarkGuide> all;
  for (std::uint32_t i = 0; i < tables.columns(); ++i) {
    if (i < tables.scale.landmarks) all.push_back({i, -1, there[i]});
    if (i >= tables.scale.landmarks || tables.scale.two_way == 0) all.push_back({i, 1, there[i]});
  }
  LandmarkGuides best{};
  const std::size_t count = std::min(best.size(), all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    [&](const LandmarkGuide& a, const LandmarkGuide& b) { return a.bound(here) > b.bound(here); });
  std::copy_n(all.begin(), count, best.begin());
  return best;
}

}  // namespace pathstar
