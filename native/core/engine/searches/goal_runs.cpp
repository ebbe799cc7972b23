#include "engine/searches/goal_runs.hpp"

#include <algorithm>
#include <utility>

#include "engine/driver/drive.hpp"
#include "engine/driver/limits.hpp"
#include "engine/searches/best_first.hpp"

namespace pathstar {

static_assert(Searchable<GoalView<AnyView<double>>> && HasGoalSet<GoalView<AnyView<double>>>);
static_assert(Implicit<GoalView<CustomView>> && HasGoalSet<GoalView<CustomView>>);

template <class View>
SearchPtr begin_to_goals(const GoalView<View>& view, Node start, Node goal, const Settings& settings,
                         double consistency_factor, Pool<Workspace<typename View::Cost>>& workspaces,
                         Recorder* recorder, InlineStorage* storage) {
  using Engine = BestFirst<GoalView<View>, MaybeRecorder>;
  return make_run<Engine>(storage, std::pair(workspaces.take(), MaybeRecorder(recorder)), [&](auto& memory) {
    memory.first->use_small_pages(in_small_pages(storage, settings.max_expansions));
    return Engine(view, start, goal, settings, consistency_factor, *memory.first, memory.second);
  });
}

template <class View>
std::vector<PathResult> find_nearest(const GoalView<View>& view, Node start, const Settings& settings,
                                     double consistency_factor, Pool<Workspace<typename View::Cost>>& workspaces,
                                     const Poll& poll, Status& status) {
  const auto lease = workspaces.take();
  MaybeRecorder unrecorded(nullptr);
  BestFirst<GoalView<View>, MaybeRecorder> engine(view, start, kNoNode, settings, consistency_factor, *lease,
                                                  unrecorded);
  WorkTime time(settings.max_seconds);
  TimedWork work(engine, time);
  status = drive(work, poll);
  std::vector<PathResult> paths = engine.paths_to_goals();
  std::stable_sort(paths.begin(), paths.end(),
                   [](const PathResult& one, const PathResult& other) { return one.cost < other.cost; });
  return paths;
}

template SearchPtr begin_to_goals(const GoalView<AnyView<std::int64_t>>&, Node, Node, const Settings&, double,
                                  Pool<Workspace<std::int64_t>>&, Recorder*, InlineStorage*);
template SearchPtr begin_to_goals(const GoalView<AnyView<double>>&, Node, Node, const Settings&, double,
                                  Pool<Workspace<double>>&, Recorder*, InlineStorage*);
template SearchPtr begin_to_goals(const GoalView<CustomView>&, Node, Node, const Settings&, double,
                                  Pool<Workspace<double>>&, Recorder*, InlineStorage*);
template std::vector<PathResult> find_nearest(const GoalView<AnyView<std::int64_t>>&, Node, const Settings&, double,
                                              Pool<Workspace<std::int64_t>>&, const Poll&, Status&);
template std::vector<PathResult> find_nearest(const GoalView<AnyView<double>>&, Node, const Settings&, double,
                                              Pool<Workspace<double>>&, const Poll&, Status&);
template std::vector<PathResult> find_nearest(const GoalView<CustomView>&, Node, const Settings&, double,
                                              Pool<Workspace<double>>&, const Poll&, Status&);

}  // namespace pathstar
