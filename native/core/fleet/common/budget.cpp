#include "fleet/common/budget.hpp"

#include <algorithm>
#include <utility>

namespace pathstar::fleet {

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
