#include "engine/any_runs.hpp"

#include <utility>
#include <variant>
#include <vector>

#include "engine/best_first.hpp"
#include "engine/bidirectional.hpp"
#include "engine/driver.hpp"
#include "engine/iterative_deepening.hpp"

namespace pathstar {

template <class Cost>
RunHolder begin_any(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, double steepness,
                    Pool<Workspace<Cost>>& workspaces, Recorder* recorder, Room* room) {
  using Engine = BestFirst<AnyView<Cost>, MaybeRecorder>;
  return make_run<Engine>(room, std::pair(workspaces.take(), MaybeRecorder(recorder)), [&](auto& memory) {
    return Engine(view, start, goal, settings, steepness, *memory.first, memory.second);
  });
}

template <class Cost>
RunHolder begin_both_any(const AnyView<Cost>& forward, const AnyView<Cost>& backward, Node start, Node goal,
                         const Settings& settings, double steepness, Pool<Workspace<Cost>>& workspaces, Room* room) {
  using Engine = Bidirectional<AnyView<Cost>, AnyView<Cost>>;
  return make_run<Engine>(room, std::pair(workspaces.take(), workspaces.take()), [&](auto& leases) {
    return Engine(forward, backward, start, goal, settings, steepness, *leases.first, *leases.second);
  });
}

template <class Cost>
RunHolder begin_deepening(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, Room* room) {
  using Engine = IterativeDeepening<AnyView<Cost>>;
  return make_run<Engine>(room, std::monostate(), [&](auto&) { return Engine(view, start, goal, settings); });
}

template <class Cost>
PathResult find_detour(const AnyView<Cost>& view, Node goal, const Settings& settings, const Detour& detour,
                       Pool<Workspace<Cost>>& workspaces, const Poll& poll) {
  const auto lease = workspaces.take();
  BestFirst<DetourView<AnyView<Cost>>, Silent> engine({view, detour}, detour.spur(), goal, settings, 1.0, *lease,
                                                      nobody);
  drive(engine, poll);
  PathResult result = engine.result();
  if (result.status == Status::found) {
    std::vector<Node> chain(detour.root.begin(), detour.root.end() - 1);
    const std::vector<Node> rest = result.nodes();
    chain.insert(chain.end(), rest.begin(), rest.end());
    view.write_answer(std::move(chain), result);
  }
  return result;
}

template void fill_costs(const AnyView<std::int64_t>&, Node, std::span<const Node>, const Poll&,
                         Pool<Workspace<std::int64_t>>&, std::vector<std::size_t>&, std::span<double>);
template void fill_costs(const AnyView<double>&, Node, std::span<const Node>, const Poll&, Pool<Workspace<double>>&,
                         std::vector<std::size_t>&, std::span<double>);
template RunHolder begin_any(const AnyView<std::int64_t>&, Node, Node, const Settings&, double,
                             Pool<Workspace<std::int64_t>>&, Recorder*, Room*);
template RunHolder begin_any(const AnyView<double>&, Node, Node, const Settings&, double, Pool<Workspace<double>>&,
                             Recorder*, Room*);
template RunHolder begin_both_any(const AnyView<std::int64_t>&, const AnyView<std::int64_t>&, Node, Node,
                                  const Settings&, double, Pool<Workspace<std::int64_t>>&, Room*);
template RunHolder begin_both_any(const AnyView<double>&, const AnyView<double>&, Node, Node, const Settings&, double,
                                  Pool<Workspace<double>>&, Room*);
template RunHolder begin_deepening(const AnyView<std::int64_t>&, Node, Node, const Settings&, Room*);
template RunHolder begin_deepening(const AnyView<double>&, Node, Node, const Settings&, Room*);
template PathResult find_detour(const AnyView<std::int64_t>&, Node, const Settings&, const Detour&,
                                Pool<Workspace<std::int64_t>>&, const Poll&);
template PathResult find_detour(const AnyView<double>&, Node, const Settings&, const Detour&, Pool<Workspace<double>>&,
                                const Poll&);

}  // namespace pathstar
