#include "indexes/subgoals/subgoal_index.hpp"

#include <algorithm>
#include <limits>

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

}  // namespace

class SubgoalIndex::Query {
 public:
  explicit Query(const SubgoalIndex& index)
      : index_(index), from_start_(index.tables_.labels.vertices(), Reached{kFar, 0}) {}

  Route way(Node start_node, Node goal_node, Wanted wanted) {
    const Spot start = index_.walk_.spot(start_node), goal = index_.walk_.spot(goal_node);
    if (index_.walk_.bends(start, goal)) {
      if (wanted == Wanted::cost) return {{}, LabelWalk::steps_between(start, goal)};
      return {index_.walk_.one_bend(start, goal), std::nullopt};
    }
    best_ = {};
    look(start, goal, start_sees_);
    look(goal, start, goal_sees_);
    if (start_sees_.empty() || goal_sees_.empty()) return {};
    // A first pass with the most promising subgoal of the start bounds the others.
    reach(0);
    meet();
    std::size_t used = 1;
    for (; used < start_sees_.size() && start_sees_[used].bound < best_.cost; ++used) reach(used);
    if (used > 1) meet();
    for (std::size_t i = 0; i < used; ++i) forget(i);
    if (best_.cost == kFar) return {};
    if (wanted == Wanted::cost) {
      if (const auto steps = index_.decoder_.counts(best_.cost)) return {{}, steps};
    }
    return {
        index_.walk_.over_hub(start, best_.start_entry, goal, goal_sees_[best_.goal].seen.place(), best_.goal_entry),
        std::nullopt};
  }

 private:
  // A seen subgoal, and a lower bound for the cost of any path through it to the other end.
  struct Candidate {
    Seen seen;
    std::uint32_t bound;
  };
  struct Reached {
    std::uint32_t cost;
    std::uint32_t entry;
  };
  struct Best {
    std::uint32_t cost = kFar;
    std::uint32_t start_entry = 0;
    std::uint32_t goal_entry = 0;
    std::size_t goal = 0;
  };

  // The seen subgoals, the most promising first.
  void look(Spot from, Spot to, std::vector<Candidate>& candidates) {
    const StepUnits& units = index_.tables_.units;
    see(index_.sight_, units, from.x, from.y, seen_);
    candidates.clear();
    for (const Seen& seen : seen_) {
      candidates.push_back({seen, seen.cost + units.between(seen.x, seen.y, to.x, to.y)});
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return std::pair(a.bound, a.seen.subgoal) < std::pair(b.bound, b.seen.subgoal);
    });
  }

  // Adds the costs from the start through start_sees_[i].
  void reach(std::size_t i) noexcept {
    const LabelTables& labels = index_.tables_.labels;
    const Seen& seen = start_sees_[i].seen;
    const std::uint32_t end = labels.first[seen.subgoal + 1];
    for (std::uint32_t e = labels.first[seen.subgoal]; e < end; ++e) {
      Reached& reached = from_start_[labels.entries[e].hub];
      const std::uint32_t cost = seen.cost + labels.entries[e].cost;
      if (cost < reached.cost) reached = {cost, e};
    }
  }

  void forget(std::size_t i) noexcept {
    for (const LabelEntry& entry : index_.tables_.labels.label(start_sees_[i].seen.subgoal)) {
      from_start_[entry.hub].cost = kFar;
    }
  }

  // Finds the best hub between those that the start has reached and the subgoals that the goal sees.
  void meet() noexcept {
    const LabelTables& labels = index_.tables_.labels;
    for (std::size_t i = 0; i < goal_sees_.size() && goal_sees_[i].bound < best_.cost; ++i) {
      const Seen& seen = goal_sees_[i].seen;
      const std::uint32_t end = labels.first[seen.subgoal + 1];
      for (std::uint32_t e = labels.first[seen.subgoal]; e < end; ++e) {
        const Reached& reached = from_start_[labels.entries[e].hub];
        const std::uint64_t cost = std::uint64_t{reached.cost} + labels.entries[e].cost + seen.cost;
        if (cost < best_.cost) best_ = {static_cast<std::uint32_t>(cost), reached.entry, e, i};
      }
    }
  }

  const SubgoalIndex& index_;
  std::vector<Reached> from_start_;  // by hub
  std::vector<Seen> seen_;
  std::vector<Candidate> start_sees_;
  std::vector<Candidate> goal_sees_;
  Best best_;
};

SubgoalIndex::SubgoalIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, IndexTables tables)
    : GridLookUp(std::move(grid), revision),
      tables_(std::move(tables)),
      sight_(SightShape(this->grid().width(), this->grid().height()), tables_.sight),
      walk_(this->grid().width(), sight_, tables_.labels),
      decoder_(tables_.units) {}

SubgoalIndex::~SubgoalIndex() = default;

std::vector<Node> SubgoalIndex::corners(Node start, Node goal, const Poll&, SearchStats&) const {
  return way(start, goal, Wanted::path).corners;
}

SubgoalIndex::Route SubgoalIndex::measured(Node start, Node goal, const Poll&, SearchStats&) const {
  return way(start, goal, Wanted::cost);
}

SubgoalIndex::Route SubgoalIndex::way(Node start, Node goal, Wanted wanted) const {
  return queries_.take([this] { return std::make_unique<Query>(*this); })->way(start, goal, wanted);
}

}  // namespace pathstar
