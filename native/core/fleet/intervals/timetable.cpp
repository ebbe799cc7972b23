#include "fleet/intervals/timetable.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

bool begins_before(const Stay& stay, Time time) { return stay.begin < time; }

}  // namespace

void Timetable::add(Unit unit, const UnitPath& path) {
  each_stay(path, unit, rules_, [&](Spot cell, const Stay& stay) {
    auto& stays = stays_[cell];
    stays.insert(std::lower_bound(stays.begin(), stays.end(), stay.begin, begins_before), stay);
  });
}

void Timetable::remove(Unit unit, const UnitPath& path) {
  each_stay(path, unit, rules_, [&](Spot cell, const Stay& stay) {
    auto& stays = stays_[cell];
    auto found = std::lower_bound(stays.begin(), stays.end(), stay.begin, begins_before);
    while (found->unit != unit) ++found;
    stays.erase(found);
  });
}

void Timetable::add_merged(std::vector<std::pair<Spot, Stay>>& stays) {
  std::sort(stays.begin(), stays.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.begin) < std::pair(b.first, b.second.begin);
  });
  for (const auto& [cell, stay] : stays) {
    if (stays_[cell].empty() || stays_[cell].back().end < stay.begin) {
      stays_[cell].push_back(stay);
    } else {
      stays_[cell].back().end = std::max(stays_[cell].back().end, stay.end);
    }
  }
}

std::size_t Timetable::search_from(std::span<const Stay> stays, Time begin) noexcept {
  return static_cast<std::size_t>(std::lower_bound(stays.begin(), stays.end(), begin, begins_before) - stays.begin());
}

}  // namespace pathstar::fleet
