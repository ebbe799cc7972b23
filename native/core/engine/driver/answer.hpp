// Makes the result of a search from a chain of nodes.
#pragma once

#include <utility>
#include <vector>

#include "paths/result.hpp"
#include "paths/trail.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// `chain`: from start to goal, the space's nodes.
template <class View>
void write_answer(const View& view, std::vector<Node> chain, PathResult& result) {
  if constexpr (WritesAnswer<View>) {
    view.write_answer(std::move(chain), result);
  } else if constexpr (CountsSteps<View>) {
    result.rule = {view.width(), view.diagonals()};
    result.corners = View::kCapabilities.jumps ? chain : corners_of(chain, result.rule);
    const StepCounts steps = count_steps(result.corners, result.rule);
    result.length = steps.straight + steps.diagonal + 1;
    result.cost = view.path_cost(chain, steps.straight, steps.diagonal);
  } else if constexpr (InTime<View>) {
    result.corners = view.timetable(chain, result.times);
    result.length = result.corners.size();
    result.cost = result.times.back() - result.times.front();
  } else {
    result.length = chain.size();
    result.cost = view.path_cost(chain);
    result.corners = std::move(chain);
  }
}

}  // namespace pathstar
