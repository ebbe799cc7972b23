#include "fleet/intervals/soft_search.hpp"

#include <algorithm>
#include <tuple>

#include "fleet/intervals/trace.hpp"

namespace pathstar::fleet {
namespace {

constexpr auto is_worse = [](const auto& a, const auto& b) {
  return std::tuple(a.conflicts, a.estimate, -a.arrival) > std::tuple(b.conflicts, b.estimate, -b.arrival);
};

}  // namespace

SoftSearch::SoftSearch(const Problem& problem, const Timetable& others)
    : ground_(problem.ground), rules_(problem.rules), others_(&others), rows_(problem.ground->cells(), memory_) {}

const SoftSearch::Row& SoftSearch::spans_of(Spot cell) {
  if (rows_[cell].search != search_) {
    const auto first = static_cast<std::uint32_t>(spans_.size());
    make_spans(cell);
    rows_.at(cell) = {search_, first, static_cast<std::uint32_t>(spans_.size()) - first};
  }
  return rows_[cell];
}

// Divides the time of a cell wherever a unit arrives or leaves.
void SoftSearch::make_spans(Spot cell) {
  const auto stays = others_->at(cell);
  changes_.clear();
  for (const Stay& stay : stays) {
    changes_.emplace_back(std::max<Time>(stay.begin - rules_.gap(), 0), 1);
    if (stay.end < kForever) changes_.emplace_back(stay.end + rules_.gap(), -1);
  }
  std::sort(changes_.begin(), changes_.end());
  std::uint32_t there = 0;
  auto later = static_cast<std::uint32_t>(stays.size());
  const auto add = [&](Time begin, std::uint32_t arriving) {
    spans_.push_back({begin, kForever, there, arriving, later, kForever, kNoState, kForever});
  };
  if (changes_.empty() || changes_[0].first > 0) add(0, 0);
  for (std::size_t i = 0; i < changes_.size();) {
    const Time time = changes_[i].first;
    std::uint32_t arriving = 0;
    for (; i < changes_.size() && changes_[i].first == time; ++i) {
      there += static_cast<std::uint32_t>(changes_[i].second);
      arriving += changes_[i].second > 0;
    }
    later -= arriving;
    if (time > 0) spans_.back().end = time;
    add(time, arriving);
  }
}

void SoftSearch::push(const Entry& entry) {
  open_.push_back(entry);
  std::push_heap(open_.begin(), open_.end(), is_worse);
}

void SoftSearch::open(Spot cell, std::uint32_t span, Time arrival, std::uint32_t conflicts, std::uint32_t parent,
                      Time left) {
  Span& at = spans_[span];
  if (arrival >= at.closed || (conflicts >= at.open_conflicts && arrival >= at.open_arrival)) return;
  at.open_conflicts = conflicts;
  at.open_arrival = arrival;
  states_.push_back({cell, span, arrival, conflicts, parent});
  push({conflicts, arrival + left, arrival, static_cast<std::uint32_t>(states_.size()) - 1, false});
}

bool SoftSearch::find(Spot start, Spot goal, const DistanceTable& to_goal, Budget& budget, UnitPath& path) {
  ++search_;
  spans_.clear();
  states_.clear();
  open_.clear();
  const Row& row = spans_of(start);
  open(start, row.first, 0, spans_[row.first].there, kNoState, to_goal[start]);
  while (!open_.empty() && !budget.over()) {
    std::pop_heap(open_.begin(), open_.end(), is_worse);
    const Entry best = open_.back();
    open_.pop_back();
    if (best.ends) {
      trace(states_, best.state, path);
      return true;
    }
    const State state = states_[best.state];
    Span& span = spans_[state.span];
    if (state.arrival >= span.closed) continue;
    span.closed = state.arrival;
    if (state.cell == goal) {
      const std::uint32_t later = rules_.stay ? span.later : 0;
      push({state.conflicts + later, state.arrival, state.arrival, best.state, true});
      if (!rules_.stay) continue;
    }
    expand(best.state, to_goal);
  }
  return false;
}

void SoftSearch::expand(std::uint32_t number, const DistanceTable& to_goal) {
  const State state = states_[number];
  const Span span = spans_[state.span];
  if (span.end < kForever) {
    const std::uint32_t arriving = spans_[state.span + 1].arriving;
    open(state.cell, state.span + 1, span.end, state.conflicts + arriving, number, to_goal[state.cell]);
  }
  for (const Spot cell : ground_->next(state.cell)) enter(cell, number, span.end, to_goal[cell]);
}

void SoftSearch::enter(Spot cell, std::uint32_t from, Time leave_by, Time left) {
  const State state = states_[from];
  const Row row = spans_of(cell);
  const Time earliest = state.arrival + 1;
  const auto begin = spans_.begin() + row.first;
  const auto first =
      std::upper_bound(begin, begin + row.count, earliest, [](Time time, const Span& span) { return time < span.end; });
  for (auto number = static_cast<std::uint32_t>(first - spans_.begin()); number < row.first + row.count; ++number) {
    const Span span = spans_[number];
    if (span.begin > leave_by) return;
    const Time last = std::min(leave_by, span.end - 1);
    for (Time arrival = std::max(earliest, span.begin); arrival <= last; ++arrival) {
      const unsigned met = others_->meets(*ground_, state.cell, cell, arrival);
      open(cell, number, arrival, state.conflicts + span.there + met, from, left);
      if (met == 0) break;
    }
  }
}

}  // namespace pathstar::fleet
