// Searches over a view of any type, compiled once for all spaces: they watch, dig or go round more than they expand.
#pragma once

#include <cstdint>

#include "engine/any_view.hpp"
#include "engine/poll.hpp"
#include "engine/pool.hpp"
#include "engine/run.hpp"
#include "engine/settings.hpp"
#include "engine/workspace.hpp"
#include "paths/result.hpp"
#include "spaces/detour_view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// Best-first search of which every event is written down.
template <class Cost>
RunHolder begin_recorded(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, double steepness,
                         Pool<Workspace<Cost>>& workspaces, Recorder& recorder, Room* room);

template <class Cost>
RunHolder begin_deepening(const AnyView<Cost>& view, Node start, Node goal, const Settings& settings, Room* room);

// A cheapest path that begins with the detour's root and goes on as it allows.
template <class Cost>
PathResult find_detour(const AnyView<Cost>& view, Node goal, const Settings& settings, const Detour& detour,
                       Pool<Workspace<Cost>>& workspaces, std::uint64_t expansions_per_poll, const Poll& poll);

}  // namespace pathstar
