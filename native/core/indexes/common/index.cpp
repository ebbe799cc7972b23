#include "indexes/common/index.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <shared_mutex>

#include "indexes/common/damaged_index.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// A looked-up path within the largest allowed cost, and the time that it took.
template <class Look>
PathResult timed(double max_cost, const Look& look) {
  const auto begin = std::chrono::steady_clock::now();
  PathResult result = within_cost(look(), max_cost);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace

// Keeps the index and its space unchanged while it lives.
class LookUp::HeldIndex final : public Finder::Held {
 public:
  HeldIndex(const LookUp& index, std::shared_lock<SpaceMutex> reading) : index_(index), reading_(std::move(reading)) {}

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    return timed(settings.max_cost, [&] { return index_.look_up(start, goal, poll); });
  }
  PathResult measure(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    return timed(settings.max_cost, [&] { return index_.look_up_cost(start, goal, poll); });
  }

 private:
  const LookUp& index_;
  std::shared_lock<SpaceMutex> reading_;
};

class LookUp::HeldStandIn final : public Finder::Held {
 public:
  HeldStandIn(StandIn& stand_in, const Poll& poll)
      : settings_(stand_in.settings()), held_(stand_in.finder().hold(poll)) {}

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    return within_cost(held_->find(start, goal, settings_, poll), settings.max_cost);
  }

 private:
  const Settings& settings_;
  std::unique_ptr<Finder::Held> held_;
};

// The result of look() if the index fits its space, otherwise that of a search.
template <class Look>
PathResult LookUp::look_up_or_search(Node start, Node goal, const Settings& settings, const Poll& poll,
                                     const Look& look) {
  return timed(settings.max_cost, [&] {
    std::shared_lock reading = read();
    if (follow(poll)) return look();
    reading.unlock();
    return stand_in_.finder().find(start, goal, stand_in_.settings(), poll);
  });
}

PathResult LookUp::find(Node start, Node goal, const Settings& settings, const Poll& poll) {
  return look_up_or_search(start, goal, settings, poll, [&] { return look_up(start, goal, poll); });
}

PathResult LookUp::measure(Node start, Node goal, const Settings& settings, const Poll& poll) {
  return look_up_or_search(start, goal, settings, poll, [&] { return look_up_cost(start, goal, poll); });
}

std::unique_ptr<Finder::Held> LookUp::hold(const Poll& poll) {
  std::shared_lock reading = read();
  if (follow(poll)) return std::make_unique<HeldIndex>(*this, std::move(reading));
  reading.unlock();
  return std::make_unique<HeldStandIn>(stand_in_, poll);
}

void LookUp::costs_from(Node start, std::span<const Node> goals, const Settings&, const Poll& poll,
                        std::span<double> costs) {
  std::shared_lock reading = read();
  if (follow(poll)) return look_up_costs(start, goals, poll, costs);
  reading.unlock();
  stand_in_.finder().costs_from(start, goals, stand_in_.settings(), poll, costs);
}

void LookUp::look_up_costs(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) const {
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i % kGoalsPerPoll == 0 && poll()) return;
    costs[i] = look_up_cost(start, goals[i], poll).cost;
  }
}

void LookUp::catch_up(const Poll& poll) const {
  const std::shared_lock reading = read();
  follow(poll);
}

IndexState LookUp::state() const {
  const std::shared_lock reading = read();
  return follow(never_stop) ? IndexState::current : IndexState::stale;
}

std::shared_lock<SpaceMutex> GridLookUp::read() const {
  grid_->catch_up();
  return std::shared_lock(grid_->mutex());
}

PathResult GridLookUp::look_up(Node start, Node goal, const Poll& poll) const {
  return answer(start, goal, poll, [&](const Poll& watched, SearchStats& stats) {
    return Route{corners(start, goal, watched, stats), std::nullopt};
  });
}

PathResult GridLookUp::look_up_cost(Node start, Node goal, const Poll& poll) const {
  return answer(start, goal, poll,
                [&](const Poll& watched, SearchStats& stats) { return measured(start, goal, watched, stats); });
}

// Finds or measures a path: look(poll, stats) returns the route.
template <class Look>
PathResult GridLookUp::answer(Node start, Node goal, const Poll& poll, const Look& look) const {
  PathResult result;
  result.rule = {grid_->width(), grid_->moves().directions == 8};
  result.revision = revision_;
  if (!grid_->walkable(start) || !grid_->walkable(goal)) {
    result.status = grid_->walkable(start) ? Status::blocked_goal : Status::blocked_start;
    return result;
  }
  bool stopped = false;
  const Poll watched = [&] { return stopped = poll(); };
  Route way = start == goal ? Route{{start}, std::nullopt} : look(watched, result.stats);
  if (!stopped) result.status = way.found() ? Status::found : Status::no_path;
  if (result.status == Status::found) {
    const StepCounts steps = steps_of(way);
    result.length = steps.straight + steps.diagonal + 1;
    if (result.length > grid_->size()) throw DamagedIndex();  // a cheapest path visits no cell twice
    result.cost = grid_->moves().length(steps.straight, steps.diagonal);
  }
  result.corners = std::move(way.corners);
  return result;
}

void GridLookUp::look_up_costs(Node start, std::span<const Node> goals, const Poll& poll,
                               std::span<double> costs) const {
  std::fill(costs.begin(), costs.end(), kFar);
  if (!grid_->walkable(start)) return;
  std::vector<std::size_t> rows;
  std::vector<Node> walkable;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (!grid_->walkable(goals[i])) continue;
    rows.push_back(i);
    walkable.push_back(goals[i]);
  }
  measure_all(start, walkable, poll, [&](std::size_t number, const Route& way) {
    if (!way.found()) return;
    const StepCounts steps = steps_of(way);
    costs[rows[number]] = grid_->moves().length(steps.straight, steps.diagonal);
  });
}

void GridLookUp::measure_all(Node start, std::span<const Node> goals, const Poll& poll, const Take& take) const {
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i % kGoalsPerPoll == 0 && poll()) return;
    SearchStats stats;
    take(i, start == goals[i] ? Route{{start}, std::nullopt} : measured(start, goals[i], poll, stats));
  }
}

double GridLookUp::edited() const {
  const std::shared_lock reading = read();
  return grid_->revision() == revision_ ? 0.0 : edited_share(*grid_, revision_);
}

StepCounts GridLookUp::steps_of(const Route& way) const noexcept {
  return way.steps ? *way.steps : count_steps(way.corners, {grid_->width(), grid_->moves().directions == 8});
}

}  // namespace pathstar
