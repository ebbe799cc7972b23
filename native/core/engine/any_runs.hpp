// Searches over a view of any type, compiled once for all spaces.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/any_view.hpp"
#include "engine/goal_costs.hpp"
#include "engine/poll.hpp"
#include "engine/pool.hpp"
#include "engine/run.hpp"
#include "engine/settings.hpp"
#include "engine/workspace.hpp"
#include "paths/result.hpp"
#include "spaces/detour_view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

extern template void fill_costs(const AnyView<std::int64_t>&, Node, std::span<const Node>, const Poll&,
                                Pool<Workspace<std::int64_t>>&, std::vector<std::size_t>&, std::span<double>);
extern template void fill_costs(const AnyView<double>&, Node, std::span<const Node>, const Poll&,
                                Pool<Workspace<double>>&, std::vector<std::size_t>&, std::span<double>);

// Best-first search; every event of it is written down if there is a recorder.
template <class Cost>
RunHolder begin_any(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, double steepness,
                    Pool<Workspace<Cost>>& workspaces, Recorder* recorder, Room* room);

template <class Cost>
RunHolder begin_both_any(const AnyView<Cost>& forward, const AnyView<Cost>& backward, Node start, Node goal,
                         const Settings& settings, double steepness, Pool<Workspace<Cost>>& workspaces, Room* room);

template <class Cost>
RunHolder begin_deepening(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, Room* room);

// A cheapest path that begins with the detour's root and goes on as it allows.
template <class Cost>
PathResult find_detour(const AnyView<Cost>& view, Node goal, const Settings& settings, const Detour& detour,
                       Pool<Workspace<Cost>>& workspaces, const Poll& poll);

}  // namespace pathstar
