#include "indexes/customizable/query/customizable_query.hpp"

#include <cstddef>

#include "indexes/common/damaged_index.hpp"
#include "indexes/customizable/costs/min_plus.hpp"
#include "indexes/customizable/query/unpack.hpp"

namespace pathstar {
namespace {

// A path joined from its parts.
class PathWriter {
 public:
  PathWriter(const Ground& ground, const KnownSteps& steps, Climb& climb, Node start)
      : ground_(ground), steps_(steps), climb_(climb), nodes_{start} {}

  void append(Node node) {
    if (nodes_.back() != node) nodes_.push_back(node);
  }
  void append(std::uint32_t from, std::uint32_t to) {
    append(ground_.frame.node(from));
    if (from == to) return;
    SearchStats stats;
    if (climb_.cost(ground_.costs, from, to, stats) == kNoArcCost) throw DamagedIndex();
    for (const Node node : unpack(ground_.frame, ground_.costs, steps_, climb_.ranks_of_path(ground_.costs))) {
      append(node);
    }
  }
  std::vector<Node> take() { return std::move(nodes_); }

 private:
  const Ground& ground_;
  const KnownSteps& steps_;
  Climb& climb_;
  std::vector<Node> nodes_;
};

}  // namespace

double CustomizableQuery::cost(const Ground& ground, Node start, Node goal, SearchStats& stats) {
  if (ground.openings.size() != 0) {
    begin_at(ground, start);
    return cost_to(ground, goal);
  }
  last_ = Openings::kNone;
  return climb_.cost(ground.costs, ground.frame.rank_of(start), ground.frame.rank_of(goal), stats);
}

void CustomizableQuery::begin_at(const Ground& ground, Node start) {
  const Openings& openings = ground.openings;
  start_ = start;
  climb_.begin_at(ground.costs, ground.frame.rank_of(start));
  to_openings_.clear();
  over_openings_.assign(openings.size(), kNoArcCost);
  for (std::uint32_t opening = 0; opening < openings.size(); ++opening) {
    const bool here = openings.node(opening) == start;
    to_openings_.push_back(here ? 0.0 : openings.in(opening).meet(climb_.forward()));
    lower_row(over_openings_.data(), openings.costs_from(opening).data(), to_openings_.back(), openings.size());
  }
}

double CustomizableQuery::cost_to(const Ground& ground, Node goal) {
  const Openings& openings = ground.openings;
  goal_ = goal;
  last_ = Openings::kNone;
  const Rows rows = openings.size() == 0 ? Rows::useful : Rows::all;
  double best = climb_.cost_to(ground.costs, ground.frame.rank_of(goal), rows);
  for (std::uint32_t opening = 0; opening < openings.size(); ++opening) {
    const bool here = openings.node(opening) == goal;
    const double cost = over_openings_[opening] + (here ? 0.0 : openings.out(opening).meet(climb_.backward()));
    if (cost >= best) continue;
    best = cost;
    last_ = opening;
  }
  return best;
}

std::vector<Node> CustomizableQuery::path(const Ground& ground, const KnownSteps& steps) {
  const Frame& frame = ground.frame;
  const Openings& openings = ground.openings;
  if (last_ == Openings::kNone) return unpack(frame, ground.costs, steps, climb_.ranks_of_path(ground.costs));
  const std::uint32_t first = first_opening(openings);
  const bool climbs = openings.node(first) != start_, descends = openings.node(last_) != goal_;
  // The climbs to the ends of the query are read before the parts of the path climb.
  const std::uint32_t before = climbs ? openings.in(first).contact(climb_.forward()) : kNoRank;
  const std::uint32_t behind = descends ? openings.out(last_).contact(climb_.backward()) : kNoRank;
  PathWriter writer(ground, steps, climb_, start_);
  if (climbs) writer.append(frame.rank_of(start_), before);
  writer.append(openings.node(first));
  std::uint32_t left = openings.size();
  for (std::uint32_t opening = first; opening != last_; --left) {
    if (left == 0) throw DamagedIndex();
    const Openings::Next next = openings.next(opening, last_);
    if (!next.is_step) {
      const auto [from, to] = openings.out(opening).contacts(openings.in(next.opening));
      writer.append(from, to);
    }
    opening = next.opening;
    writer.append(openings.node(opening));
  }
  if (descends) writer.append(behind, frame.rank_of(goal_));
  return writer.take();
}

// The first opening on the path.
std::uint32_t CustomizableQuery::first_opening(const Openings& openings) const {
  for (std::uint32_t first = 0; first < openings.size(); ++first) {
    if (to_openings_[first] + openings.costs_from(first)[last_] == over_openings_[last_]) return first;
  }
  throw DamagedIndex();
}

}  // namespace pathstar
