#include "fleet/intervals/safe_search.hpp"

#include <algorithm>

#include "fleet/intervals/trace.hpp"
#include "spaces/compiler.hpp"

namespace pathstar::fleet {
namespace {

constexpr std::uint32_t kNoLabel = kNoState;
constexpr Interval kNoInterval{~std::uint32_t{0}};

}  // namespace

SafeSearch::SafeSearch(const Problem& problem, const Timetable& others)
    : ground_(problem.ground), rules_(problem.rules), others_(&others), rows_(problem.ground->cells(), memory_) {}

inline SafeSearch::FreeTime SafeSearch::free_time(std::span<const Stay> stays, Interval interval) const noexcept {
  const std::uint32_t number = interval.number;
  const Time begin = number == 0 ? 0 : stays[number - 1].end + rules_.gap();
  const Time end = number == stays.size() ? kForever : stays[number].begin - rules_.gap();
  return {begin, end};
}

// The interval after all stays that begin before a time. Starts from the last one, as a search tends to return to a
// cell at about the same time.
inline Interval SafeSearch::first_interval(Row& row, Spot cell, std::span<const Stay> stays,
                                           Time begin) const noexcept {
  if (row.last == kNoInterval) row.last = {static_cast<std::uint32_t>(others_->first_from(cell, begin))};
  std::uint32_t& number = row.last.number;
  while (number > 0 && stays[number - 1].begin >= begin) --number;
  while (number < stays.size() && stays[number].begin < begin) ++number;
  return row.last;
}

// The first time from which the unit can be at the goal for as long as it has to.
Time SafeSearch::hold_time(Spot goal) const noexcept {
  const auto stays = others_->at(goal);
  if (stays.empty() || !rules_.stay) return 0;
  return stays.back().end >= kForever ? kForever : stays.back().end + rules_.gap();
}

inline SafeSearch::Row& SafeSearch::row_of(Spot cell) {
  Row& row = rows_.at(cell);
  if (row.search != search_) row = {search_, kNoLabel, kNoInterval};
  return row;
}

PATHSTAR_INLINE SafeSearch::Label& SafeSearch::label_of(Row& row, Spot cell, Interval interval) {
  for (std::uint32_t label = row.first; label != kNoLabel; label = labels_[label].next) {
    if (labels_[label].interval == interval) return labels_[label];
  }
  labels_.push_back({kForever, kNoLabel, cell, interval, row.first});
  row.first = static_cast<std::uint32_t>(labels_.size()) - 1;
  return labels_.back();
}

PATHSTAR_INLINE void SafeSearch::open(std::uint32_t label, Time estimate) {
  const auto bucket = static_cast<std::size_t>(estimate - lowest_);
  if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
  buckets_[bucket].emplace_back(label, labels_[label].arrival);
}

// The first arrival in a range at which no unit makes the opposite move or crosses; kForever if there is none. A unit
// that comes the other way ends the interval of the cell that is left.
PATHSTAR_INLINE Time SafeSearch::free_arrival(const Departure& from, Spot to, Time earliest, Time latest) const {
  const bool has_crossings = ground_->has_crossings();
  for (Time arrival = earliest; arrival <= latest; ++arrival) {
    const bool may_meet = arrival == from.latest || has_crossings;
    if (!may_meet || others_->meets(*ground_, from.cell, to, arrival) == 0) return arrival;
  }
  return kForever;
}

bool SafeSearch::find(Spot start, Spot goal, GrowingDistances& to_goal, Time latest, UnitPath& path) {
  ++search_;
  labels_.clear();
  for (auto& bucket : buckets_) bucket.clear();
  hold_ = hold_time(goal);
  latest_ = latest;
  lowest_ = std::max(to_goal(start), hold_);
  if (lowest_ > latest_ || free_time(others_->at(start), kFirstInterval).end <= 0) return false;
  if (hold_ <= to_goal.at_least(start) && walk(start, goal, to_goal)) {
    path = walked_;
    return true;
  }
  label_of(row_of(start), start, kFirstInterval).arrival = 0;
  open(0, lowest_);
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    now_ = lowest_ + static_cast<Time>(bucket);
    while (!buckets_[bucket].empty()) {
      const auto [label, arrival] = buckets_[bucket].back();
      buckets_[bucket].pop_back();
      if (labels_[label].arrival != arrival) continue;
      if (!to_goal.knows(labels_[label].cell)) {
        const Time estimate = std::max(arrival + to_goal(labels_[label].cell), hold_);
        if (estimate > now_) {
          if (estimate <= latest_) open(label, estimate);
          continue;
        }
      }
      if (labels_[label].cell == goal && arrival >= hold_) {
        trace(labels_, label, path);
        return true;
      }
      expand(label, to_goal);
    }
  }
  return false;
}

// Follows the shortest path in known distances that the search would try first. False if a step is not free.
bool SafeSearch::walk(Spot start, Spot goal, const GrowingDistances& to_goal) {
  Departure at{kNoLabel, start, 0, free_time(others_->at(start), kFirstInterval).end};
  walked_.assign(1, start);
  while (at.cell != goal) {
    at = step(at, to_goal.at_least(at.cell), to_goal);
    if (at.cell == kNoSpot) return false;
    walked_.resize(static_cast<std::size_t>(at.arrival), walked_.back());
    walked_.push_back(at.cell);
  }
  return true;
}

// The last of the free moves along a shortest path, where the goal is `left` away; kNoSpot if there is none.
SafeSearch::Departure SafeSearch::step(const Departure& from, Time left, const GrowingDistances& to_goal) const {
  const auto cells = ground_->next(from.cell);
  for (std::size_t i = cells.size(); i-- > 0;) {
    const Spot cell = cells[i];
    const Time duration = ground_->duration(ground_->first_move(from.cell) + static_cast<Move>(i));
    if (!to_goal.knows(cell) || to_goal.at_least(cell) + duration != left) continue;
    const Time arrival = from.arrival + duration;
    if (arrival > from.latest) continue;
    const auto stays = others_->at(cell);
    const Interval interval{static_cast<std::uint32_t>(others_->first_from(cell, arrival + rules_.gap() + 1))};
    const auto [begin, end] = free_time(stays, interval);
    if (arrival < begin || free_arrival(from, cell, arrival, arrival) == kForever) continue;
    return {kNoLabel, cell, arrival, end};
  }
  return {kNoLabel, kNoSpot, 0, 0};
}

// Opens cells with a known distance last, so that they come first among those with the same estimate.
void SafeSearch::expand(std::uint32_t label, const GrowingDistances& to_goal) {
  const Label at = labels_[label];
  const Departure from{label, at.cell, at.arrival, free_time(others_->at(at.cell), at.interval).end};
  known_.clear();
  Move move = ground_->first_move(at.cell);
  for (const Spot cell : ground_->next(at.cell)) {
    const Time duration = ground_->duration(move++);
    if (to_goal.knows(cell)) {
      known_.push_back({cell, duration});
    } else {
      reach(cell, duration, from, to_goal.at_least(cell));
    }
  }
  for (const auto& [cell, duration] : known_) reach(cell, duration, from, to_goal.at_least(cell));
}

// Enters each safe interval of a cell that begins before the current one ends.
void SafeSearch::reach(Spot cell, Time duration, const Departure& from, Time left) {
  const Time soonest = from.arrival + duration;
  if (std::max(soonest + left, hold_) > latest_) return;
  const auto stays = others_->at(cell);
  Row& row = row_of(cell);
  Interval interval = first_interval(row, cell, stays, soonest + rules_.gap() + 1);
  for (; interval.number <= stays.size(); ++interval.number) {
    const auto [begin, end] = free_time(stays, interval);
    if (begin > from.latest || begin + left > latest_) return;
    const Time arrival = free_arrival(from, cell, std::max(soonest, begin), std::min(from.latest, end - 1));
    if (arrival + left > latest_) continue;
    Label& label = label_of(row, cell, interval);
    if (arrival >= label.arrival) continue;
    label.arrival = arrival;
    label.parent = from.label;
    // A lower bound on the distance may be below that of the cell before.
    open(static_cast<std::uint32_t>(&label - labels_.data()), std::max({arrival + left, hold_, now_}));
  }
}

}  // namespace pathstar::fleet
