#include "fleet/intervals/safe_search.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

constexpr std::uint32_t kNoLabel = ~std::uint32_t{0};

}  // namespace

SafeSearch::SafeSearch(const Problem& problem, const Timetable& others)
    : ground_(problem.ground), rules_(problem.rules), others_(&others), rows_(problem.ground->cells()) {}

SafeSearch::Interval SafeSearch::interval(Cell cell, std::uint32_t number) const noexcept {
  const auto stays = others_->at(cell);
  const Time begin = number == 0 ? 0 : stays[number - 1].end + rules_.gap();
  const Time end = number == stays.size() ? kForever : stays[number].begin - rules_.gap();
  return {begin, end};
}

// The first time from which the goal is free for as long as the unit is there.
Time SafeSearch::hold_time(Cell goal) const noexcept {
  const auto stays = others_->at(goal);
  if (stays.empty() || !rules_.stay) return 0;
  return stays.back().end >= kForever ? kForever : stays.back().end + rules_.gap();
}

std::uint32_t SafeSearch::labels_of(Cell cell) {
  Row& row = rows_[cell];
  if (row.search != search_) {
    row = {search_, static_cast<std::uint32_t>(labels_.size())};
    const auto intervals = static_cast<std::uint32_t>(others_->at(cell).size()) + 1;
    for (std::uint32_t i = 0; i < intervals; ++i) labels_.push_back({kForever, kNoLabel, cell, i});
  }
  return row.first;
}

void SafeSearch::open(std::uint32_t label, Time estimate) {
  if (estimate > latest_) return;
  const auto bucket = static_cast<std::size_t>(estimate - lowest_);
  if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
  buckets_[bucket].emplace_back(label, labels_[label].arrival);
}

bool SafeSearch::find(Cell start, Cell goal, const DistanceTable& to_goal, Time latest, UnitPath& path) {
  ++search_;
  labels_.clear();
  for (auto& bucket : buckets_) bucket.clear();
  hold_ = hold_time(goal);
  latest_ = latest;
  lowest_ = std::max(to_goal[start], hold_);
  if (lowest_ > latest_ || interval(start, 0).end <= 0) return false;
  const std::uint32_t first = labels_of(start);
  labels_[first].arrival = 0;
  open(first, lowest_);
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    while (!buckets_[bucket].empty()) {
      const auto [label, arrival] = buckets_[bucket].back();
      buckets_[bucket].pop_back();
      if (labels_[label].arrival != arrival) continue;
      if (labels_[label].cell == goal && arrival >= hold_) {
        trace(label, path);
        return true;
      }
      expand(label, to_goal);
    }
  }
  return false;
}

void SafeSearch::expand(std::uint32_t label, const DistanceTable& to_goal) {
  ++expanded_;
  const Label at = labels_[label];
  const Time leave_by = interval(at.cell, at.interval).end;  // the last time at which the next cell may be entered
  for (const Cell cell : ground_->next(at.cell)) reach(cell, label, leave_by, to_goal);
}

// Enters each safe interval of a cell that begins before the own one ends.
void SafeSearch::reach(Cell cell, std::uint32_t from, Time leave_by, const DistanceTable& to_goal) {
  const Time earliest = labels_[from].arrival + 1, left = to_goal[cell];
  if (std::max(earliest + left, hold_) > latest_) return;
  const std::uint32_t first = labels_of(cell);
  const std::size_t most = others_->at(cell).size();
  auto number = static_cast<std::uint32_t>(others_->first_from(cell, earliest + rules_.gap() + 1));
  for (; number <= most; ++number) {
    const auto [begin, end] = interval(cell, number);
    if (begin > leave_by || begin + left > latest_) return;
    const Time arrival = free_arrival(labels_[from].cell, cell, std::max(earliest, begin), end - 1, leave_by);
    Label& label = labels_[first + number];
    if (arrival >= label.arrival) continue;
    label.arrival = arrival;
    label.parent = from;
    open(first + number, std::max(arrival + left, hold_));
  }
}

// The first arrival in a range at which nobody comes the other way or crosses; kForever if there is none. Who comes the
// other way ends the interval in the cell that is left.
Time SafeSearch::free_arrival(Cell from, Cell to, Time earliest, Time last, Time leave_by) const {
  for (Time arrival = earliest; arrival <= std::min(last, leave_by); ++arrival) {
    const bool may_meet = arrival == leave_by || ground_->has_crossings();
    if (!may_meet || others_->meets(*ground_, from, to, arrival) == 0) return arrival;
  }
  return kForever;
}

void SafeSearch::trace(std::uint32_t label, UnitPath& path) const {
  path.resize(static_cast<std::size_t>(labels_[label].arrival) + 1);
  std::size_t end = path.size();
  for (; label != kNoLabel; label = labels_[label].parent) {
    const auto arrival = static_cast<std::size_t>(labels_[label].arrival);
    std::fill(path.begin() + static_cast<std::ptrdiff_t>(arrival), path.begin() + static_cast<std::ptrdiff_t>(end),
              labels_[label].cell);
    end = arrival;
  }
}

}  // namespace pathstar::fleet
