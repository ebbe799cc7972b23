#include "indexes/common/index.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <shared_mutex>

#include "indexes/common/damaged_index.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kGoalsPerLook = 256;
constexpr double kFar = std::numeric_limits<double>::infinity();

}  // namespace

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
  const auto begin = std::chrono::steady_clock::now();
  PathResult result;
  result.rule = {grid_->width(), grid_->moves().directions == 8};
  Route way;
  {
    std::shared_lock reading = read();
    if (!fits()) {
      reading.unlock();
      return stand_in_.find(start, goal, poll);
    }
    result.revision = revision_;
    if (!grid_->walkable(start)) {
      result.status = Status::blocked_start;
    } else if (!grid_->walkable(goal)) {
      result.status = Status::blocked_goal;
    } else {
      bool stopped = false;
      const Poll watched = [&] { return stopped = poll(); };
      way = start == goal ? Route{{start}, std::nullopt} : look(watched, result.stats);
      if (!stopped) result.status = way.found() ? Status::found : Status::no_path;
    }
  }
  if (result.status == Status::found) {
    const StepCounts steps = steps_of(way);
    result.length = steps.straight + steps.diagonal + 1;
    if (result.length > grid_->size()) throw DamagedIndex();  // a cheapest path visits no cell twice
    result.cost = grid_->moves().length(steps.straight, steps.diagonal);
  }
  result.corners = std::move(way.corners);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

void GridLookUp::costs_from(Node start, std::span<const Node> goals, const Settings&, const Poll& poll,
                            std::span<double> costs) {
  std::shared_lock reading = read();
  if (!fits()) {
    reading.unlock();
    return stand_in_.costs_from(start, goals, poll, costs);
  }
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
    if (i % kGoalsPerLook == 0 && poll()) return;
    SearchStats stats;
    take(i, start == goals[i] ? Route{{start}, std::nullopt} : measured(start, goals[i], poll, stats));
  }
}

IndexState GridLookUp::state() const {
  const std::shared_lock reading = read();
  return fits() ? IndexState::current : IndexState::stale;
}

double GridLookUp::edited() const {
  const std::shared_lock reading = read();
  return fits() ? 0.0 : edited_share(*grid_, revision_);
}

StepCounts GridLookUp::steps_of(const Route& way) const noexcept {
  return way.steps ? *way.steps : count_steps(way.corners, {grid_->width(), grid_->moves().directions == 8});
}

}  // namespace pathstar
