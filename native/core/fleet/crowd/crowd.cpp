#include "fleet/crowd/crowd.hpp"

#include <algorithm>
#include <cstddef>

#include "engine/driver/thread_pool.hpp"

namespace pathstar::fleet {
namespace {

constexpr std::size_t kPortion = 256;  // units that a thread takes at a time

template <class Method>
void move_all(Method& method, const CrowdWalls& walls, const CrowdUnits& units, const CrowdRules& rules,
              const Poll& poll) {
  method.fill(units, rules);
  const std::size_t count = method.size();
  const auto move_portion = [&](std::size_t portion, const Poll&) {
    const std::size_t end = std::min(count, (portion + 1) * kPortion);
    for (std::size_t i = portion * kPortion; i < end; ++i) method.move(i, walls, units, rules);
  };
  parallel_for((count + kPortion - 1) / kPortion, rules.threads, poll, move_portion);
}

}  // namespace

void Crowd::step(const CrowdUnits& units, const CrowdRules& rules, Avoidance avoidance, const Poll& poll) {
  if (avoidance == Avoidance::reciprocal) {
    move_all(reciprocal_, walls_, units, rules, poll);
  } else {
    move_all(density_, walls_, units, rules, poll);
  }
}

}  // namespace pathstar::fleet
