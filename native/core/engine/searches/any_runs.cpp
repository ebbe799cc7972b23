#include "engine/searches/any_runs.hpp"

#include <tuple>
#include <utility>
#include <vector>

#include "engine/driver/drive.hpp"
#include "engine/searches/anytime_repairing.hpp"
#include "engine/searches/best_first.hpp"
#include "engine/searches/bidirectional.hpp"
#include "engine/searches/iterative_deepening.hpp"

namespace pathstar {

static_assert(Searchable<SpurPathView<AnyView<double>>>);

template <class Cost>
SearchPtr begin_any(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings,
                    double consistency_factor, Pool<Workspace<Cost>>& workspaces, Recorder* recorder,
                    InlineStorage* storage) {
  using Engine = BestFirst<AnyView<Cost>, MaybeRecorder>;
  return make_run<Engine>(storage, std::pair(workspaces.take(), MaybeRecorder(recorder)), [&](auto& memory) {
    memory.first->use_small_pages(in_small_pages(storage, settings.max_expansions));
    return Engine(view, start, goal, settings, consistency_factor, *memory.first, memory.second);
  });
}

template <class Cost>
SearchPtr begin_both_any(const AnyView<Cost>& forward, const AnyView<Cost>& backward, Node start, Node goal,
                         const Settings& settings, double consistency_factor, Pool<Workspace<Cost>>& workspaces,
                         Recorder* recorder, InlineStorage* storage) {
  using Engine = Bidirectional<AnyView<Cost>, AnyView<Cost>, MaybeRecorder>;
  return make_run<Engine>(
      storage, std::tuple(workspaces.take(), workspaces.take(), MaybeRecorder(recorder)), [&](auto& memory) {
        auto& [ahead, back, observer] = memory;
        ahead->use_small_pages(in_small_pages(storage, settings.max_expansions));
        back->use_small_pages(in_small_pages(storage, settings.max_expansions));
        return Engine(forward, backward, start, goal, settings, consistency_factor, *ahead, *back, observer);
      });
}

template <class Cost>
SearchPtr begin_deepening(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings,
                          Recorder* recorder, InlineStorage* storage) {
  using Engine = IterativeDeepening<AnyView<Cost>, MaybeRecorder>;
  return make_run<Engine>(storage, MaybeRecorder(recorder),
                          [&](auto& observer) { return Engine(view, start, goal, settings, observer); });
}

template <class Cost>
SearchPtr begin_anytime(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, Recorder* recorder,
                        InlineStorage* storage) {
  using Engine = AnytimeRepairing<AnyView<Cost>, MaybeRecorder>;
  return make_run<Engine>(storage, MaybeRecorder(recorder),
                          [&](auto& observer) { return Engine(view, start, goal, settings, observer); });
}

template <class Cost>
PathResult find_spur_path(const AnyView<Cost>& view, Node goal, const Settings& settings, const SpurPath& spur_path,
                          Pool<Workspace<Cost>>& workspaces, const Poll& poll) {
  const auto lease = workspaces.take();
  BestFirst<SpurPathView<AnyView<Cost>>, NullObserver> engine({view, spur_path}, spur_path.spur(), goal, settings, 1.0,
                                                              *lease, null_observer);
  drive(engine, poll);
  PathResult result = engine.result();
  if (result.status == Status::found) {
    std::vector<Node> chain(spur_path.root.begin(), spur_path.root.end() - 1);
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
template SearchPtr begin_any(const AnyView<std::int64_t>&, Node, Node, const Settings&, double,
                             Pool<Workspace<std::int64_t>>&, Recorder*, InlineStorage*);
template SearchPtr begin_any(const AnyView<double>&, Node, Node, const Settings&, double, Pool<Workspace<double>>&,
                             Recorder*, InlineStorage*);
template SearchPtr begin_both_any(const AnyView<std::int64_t>&, const AnyView<std::int64_t>&, Node, Node,
                                  const Settings&, double, Pool<Workspace<std::int64_t>>&, Recorder*, InlineStorage*);
template SearchPtr begin_both_any(const AnyView<double>&, const AnyView<double>&, Node, Node, const Settings&, double,
                                  Pool<Workspace<double>>&, Recorder*, InlineStorage*);
template SearchPtr begin_deepening(const AnyView<std::int64_t>&, Node, Node, const Settings&, Recorder*,
                                   InlineStorage*);
template SearchPtr begin_deepening(const AnyView<double>&, Node, Node, const Settings&, Recorder*, InlineStorage*);
template SearchPtr begin_anytime(const AnyView<std::int64_t>&, Node, Node, const Settings&, Recorder*, InlineStorage*);
template SearchPtr begin_anytime(const AnyView<double>&, Node, Node, const Settings&, Recorder*, InlineStorage*);
template PathResult find_spur_path(const AnyView<std::int64_t>&, Node, const Settings&, const SpurPath&,
                                   Pool<Workspace<std::int64_t>>&, const Poll&);
template PathResult find_spur_path(const AnyView<double>&, Node, const Settings&, const SpurPath&,
                                   Pool<Workspace<double>>&, const Poll&);

}  // namespace pathstar
