#include "fleet/common/problem.hpp"

#include <algorithm>
#include <utility>

namespace pathstar::fleet {

void trim(UnitPath& path) {
  while (path.size() > 1 && path[path.size() - 2] == path.back()) path.pop_back();
}

std::int64_t sum_of_costs(const Paths& paths) noexcept {
  std::int64_t sum = 0;
  for (const UnitPath& path : paths) sum += path.empty() ? 0 : cost_of(path);
  return sum;
}

Budget::Budget(double seconds, std::function<bool()> stop)
    : begin_(Clock::now()), limit_(seconds), stop_(std::move(stop)) {}

bool Budget::look() { return over_ = over_ || seconds() >= limit_ || stop_(); }

Budget Budget::part(double share) const {
  Budget part = *this;
  const double now = seconds();
  part.limit_ = std::min(limit_, now + share * (limit_ - now));
  return part;
}

}  // namespace pathstar::fleet
