#include "fleet/intervals/timetable.hpp"

#include <algorithm>
#include <memory>

namespace pathstar::fleet {
namespace {

bool begins_before(const Stay& stay, Time time) { return stay.begin < time; }

}  // namespace

void Timetable::insert(Row& row, std::size_t at, const Stay& stay) {
  if (row.count == row.room) {
    row.room = std::max<std::uint32_t>(2, 2 * row.room);
    Stay* const stays = static_cast<Stay*>(memory_.allocate(row.room * sizeof(Stay), alignof(Stay)));
    row.stays = std::uninitialized_copy_n(row.stays, row.count, stays) - row.count;
  }
  Stay* const place = row.stays + at;
  std::move_backward(place, row.stays + row.count, row.stays + row.count + 1);
  *place = stay;
  ++row.count;
}

void Timetable::add(Unit unit, const UnitPath& path) {
  each_stay(path, unit, rules_, [&](Spot cell, const Stay& stay) {
    Row& row = rows_.at(cell);
    insert(row, first_from(cell, stay.begin), stay);
  });
}

void Timetable::remove(Unit unit, const UnitPath& path) {
  each_stay(path, unit, rules_, [&](Spot cell, const Stay& stay) {
    Row& row = rows_.at(cell);
    Stay* found = row.stays + first_from(cell, stay.begin);
    while (found->unit != unit) ++found;
    std::move(found + 1, row.stays + row.count, found);
    --row.count;
  });
}

void Timetable::add_merged(std::vector<std::pair<Spot, Stay>>& stays) {
  std::sort(stays.begin(), stays.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.begin) < std::pair(b.first, b.second.begin);
  });
  for (const auto& [cell, stay] : stays) {
    Row& row = rows_.at(cell);
    if (row.count == 0 || row.stays[row.count - 1].end < stay.begin) {
      insert(row, row.count, stay);
    } else {
      row.stays[row.count - 1].end = std::max(row.stays[row.count - 1].end, stay.end);
    }
  }
}

std::size_t Timetable::search_from(std::span<const Stay> stays, Time begin) noexcept {
  return static_cast<std::size_t>(std::lower_bound(stays.begin(), stays.end(), begin, begins_before) - stays.begin());
}

}  // namespace pathstar::fleet
