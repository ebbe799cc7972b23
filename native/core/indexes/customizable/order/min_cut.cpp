#include "indexes/customizable/order/min_cut.hpp"

#include <cstddef>

namespace pathstar {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};  // no flow through a vertex; no level
constexpr std::uint32_t kEnd = kNone - 1;           // flow from the lower end, or to the upper one

}  // namespace

std::uint32_t MinCut::find(const Links& links, std::span<Side> sides) {
  prepare(links, sides);
  while (measure_levels()) augment();
  std::uint32_t cut = 0;
  for (const std::uint32_t v : band_) {
    if (level_[entry(v)] == kNone) {
      sides[v] = Side::upper;
    } else if (level_[exit(v)] != kNone) {
      sides[v] = Side::lower;
    } else {
      ++cut;
    }
  }
  return cut;
}

void MinCut::prepare(const Links& links, std::span<const Side> sides) {
  links_ = &links;
  sides_ = sides;
  band_.clear();
  entries_.clear();
  ends_at_.assign(sides.size(), 0);
  before_.assign(sides.size(), kNone);
  after_.assign(sides.size(), kNone);
  level_.assign(2 * sides.size(), kNone);
  for (std::uint32_t v = 0; v < sides.size(); ++v) {
    if (sides[v] != Side::separator) continue;
    band_.push_back(v);
    bool enters = false;
    for (const std::uint32_t other : links.of(v)) {
      enters |= sides[other] == Side::lower;
      ends_at_[v] |= sides[other] == Side::upper;
    }
    if (enters) entries_.push_back(v);
  }
}

// Calls visit(state) for the states after one, from number `at` on, until it returns true; `at` counts them.
template <class Visit>
bool MinCut::any_next(std::uint32_t state, std::uint32_t& at, const Visit& visit) const {
  const std::uint32_t v = state / 2;
  const bool flows = before_[v] != kNone;
  if (state == entry(v)) {
    if (at++ != 0) return false;
    if (!flows) return visit(exit(v));
    return before_[v] != kEnd && visit(exit(before_[v]));  // returns the flow along its link
  }
  const std::span<const std::uint32_t> others = links_->of(v);
  while (at < others.size()) {
    const std::uint32_t other = others[at++];
    if (sides_[other] == Side::separator && after_[v] != other && visit(entry(other))) return true;
  }
  return at++ == others.size() && flows && visit(entry(v));  // returns the flow through the vertex
}

// Counts the steps to every state that more flow can reach. Returns whether the upper end is one.
bool MinCut::measure_levels() {
  for (const std::uint32_t v : band_) level_[entry(v)] = level_[exit(v)] = kNone;
  queue_.clear();
  const auto reach = [&](std::uint32_t state, std::uint32_t level) {
    if (level_[state] != kNone) return;
    level_[state] = level;
    queue_.push_back(state);
  };
  for (const std::uint32_t v : entries_) reach(entry(v), 0);
  std::uint32_t last = kNone;
  for (std::size_t i = 0; i < queue_.size() && level_[queue_[i]] < last; ++i) {
    const std::uint32_t state = queue_[i], v = state / 2;
    if (state == exit(v) && ends_at_[v] && after_[v] != kEnd) last = level_[state];
    std::uint32_t at = 0;
    any_next(state, at, [&](std::uint32_t next) {
      reach(next, level_[state] + 1);
      return false;
    });
  }
  return last != kNone;
}

void MinCut::augment() {
  for (const std::uint32_t v : entries_) {
    if (level_[entry(v)] == 0 && before_[v] != kEnd && walk(entry(v))) send_along_walk();
  }
}

// Looks for a path to the upper end along rising levels; states without one are not tried again.
bool MinCut::walk(std::uint32_t first) {
  walk_.assign(1, {first, 0});
  while (!walk_.empty()) {
    const std::uint32_t state = walk_.back().state, v = state / 2;
    if (state == exit(v) && ends_at_[v] && after_[v] != kEnd) return true;
    std::uint32_t found = kNone;
    any_next(state, walk_.back().at, [&](std::uint32_t next) {
      if (level_[next] == kNone || level_[next] != level_[state] + 1) return false;
      found = next;
      return true;
    });
    if (found != kNone) {
      walk_.push_back({found, 0});
    } else {
      level_[state] = kNone;
      walk_.pop_back();
    }
  }
  return false;
}

// Adds a unit: links whose flow it returns lose it first, then the others get theirs.
void MinCut::send_along_walk() {
  for (const bool adds : {false, true}) {
    for (std::size_t i = 0; i + 1 < walk_.size(); ++i) {
      const std::uint32_t state = walk_[i].state, next = walk_[i + 1].state, v = state / 2, w = next / 2;
      if (v == w) continue;
      if (state == entry(v) && !adds) before_[v] = after_[w] = kNone;
      if (state == exit(v) && adds) after_[v] = w, before_[w] = v;
    }
  }
  before_[walk_.front().state / 2] = kEnd;
  after_[walk_.back().state / 2] = kEnd;
  for (const Stop& stop : walk_) level_[stop.state] = kNone;
}

}  // namespace pathstar
