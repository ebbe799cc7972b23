#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

Paths standing(const Problem& problem) {
  Paths paths;
  for (const Spot start : problem.starts) paths.push_back({start});
  return paths;
}

void trim(UnitPath& path) {
  while (path.size() > 1 && path[path.size() - 2] == path.back()) path.pop_back();
}

std::int64_t sum_of_costs(const Paths& paths) noexcept {
  std::int64_t sum = 0;
  for (const UnitPath& path : paths) sum += path.empty() ? 0 : cost_of(path);
  return sum;
}

}  // namespace pathstar::fleet
