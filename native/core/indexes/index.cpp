#include "indexes/index.hpp"

#include <chrono>
#include <shared_mutex>

#include "paths/trail.hpp"

namespace pathstar {

PathResult GridIndex::find(Node start, Node goal, const Poll& poll) const {
  const auto begin = std::chrono::steady_clock::now();
  PathResult result;
  result.rule = {grid_->width(), grid_->moves().directions == 8};
  {
    const std::shared_lock reading(grid_->mutex());
    if (grid_->revision() != revision_) throw StaleIndex();
    if (!grid_->walkable(start)) {
      result.status = Status::blocked_start;
    } else if (!grid_->walkable(goal)) {
      result.status = Status::blocked_goal;
    } else {
      bool stopped = false;
      const Poll watched = [&] { return stopped = poll(); };
      result.corners = start == goal ? std::vector<Node>{start} : corners(start, goal, watched, result.stats);
      if (!stopped) result.status = result.corners.empty() ? Status::no_path : Status::found;
    }
  }
  if (result.status == Status::found) {
    const StepCounts steps = count_steps(result.corners, result.rule);
    result.length = steps.straight + steps.diagonal + 1;
    result.cost = grid_->moves().length(steps.straight, steps.diagonal);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace pathstar
