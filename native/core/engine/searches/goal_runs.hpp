// Searches to any of several goals, or to the nearest few of them, compiled once for all spaces.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/settings.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/goal_view.hpp"
#include "paths/result.hpp"
#include "spaces/implicit/custom_view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// `goal`: the one that a trace names; any of the set.
template <class View>
SearchPtr begin_to_goals(const GoalView<View>& view, Node start, Node goal, const Settings& settings,
                         double consistency_factor, Pool<Workspace<typename View::Cost>>& workspaces,
                         Recorder* recorder, InlineStorage* storage);

// The cheapest paths to different goals, by rising cost, at most as many as the view wants.
template <class View>
std::vector<PathResult> find_nearest(const GoalView<View>& view, Node start, const Settings& settings,
                                     double consistency_factor, Pool<Workspace<typename View::Cost>>& workspaces,
                                     const Poll& poll, Status& status);

}  // namespace pathstar
