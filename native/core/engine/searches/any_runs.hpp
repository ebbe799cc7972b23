// Searches over a view of any type, compiled once for all spaces.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/settings.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/goal_costs.hpp"
#include "paths/result.hpp"
#include "spaces/layers/spur_path_view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

extern template void fill_costs(const AnyView<std::int64_t>&, Node, std::span<const Node>, const Poll&,
                                Pool<Workspace<std::int64_t>>&, std::vector<std::size_t>&, std::span<double>);
extern template void fill_costs(const AnyView<double>&, Node, std::span<const Node>, const Poll&,
                                Pool<Workspace<double>>&, std::vector<std::size_t>&, std::span<double>);

// With a recorder, every event of these searches is recorded.
template <class Cost>
SearchPtr begin_any(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings,
                    double consistency_factor, Pool<Workspace<Cost>>& workspaces, Recorder* recorder,
                    InlineStorage* storage);

template <class Cost>
SearchPtr begin_both_any(const AnyView<Cost>& forward, const AnyView<Cost>& backward, Node start, Node goal,
                         const Settings& settings, double consistency_factor, Pool<Workspace<Cost>>& workspaces,
                         Recorder* recorder, InlineStorage* storage);

template <class Cost>
SearchPtr begin_deepening(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings,
                          Recorder* recorder, InlineStorage* storage);

// The view has an estimate that never exceeds the true cost; the search multiplies it by its weights.
template <class Cost>
SearchPtr begin_anytime(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, Recorder* recorder,
                        InlineStorage* storage);

// A cheapest path that begins with the spur path's root and continues as it allows.
template <class Cost>
PathResult find_spur_path(const AnyView<Cost>& view, Node goal, const Settings& settings, const SpurPath& spur_path,
                          Pool<Workspace<Cost>>& workspaces, const Poll& poll);

}  // namespace pathstar
