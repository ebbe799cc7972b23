// The costs from one node to many: one search, by growing cost, that ends when all of them are reached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/settings.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/best_first.hpp"

namespace pathstar {

// `view`: without an estimate. `left`: the numbers of the requested goals; those that cannot be reached, or were not
// reached when the poll stopped the search, stay in it.
template <class View>
PATHSTAR_NOINLINE void fill_costs(const View& view, Node start, std::span<const Node> goals, const Poll& poll,
                                  Pool<Workspace<typename View::Cost>>& workspaces, std::vector<std::size_t>& left,
                                  std::span<double> costs) {
  constexpr std::uint64_t kExpansionsPerLook = 1 << 10;  // for goals reached
  const auto lease = workspaces.take();
  const Settings settings{.weight = 0.0, .heuristic = HeuristicKind::zero};
  // Over a type-erased view one engine is compiled, for recorded searches and others alike.
  std::conditional_t<View::kCapabilities.any, MaybeRecorder, NullObserver> observer;
  BestFirst<View, decltype(observer)> engine(view, start, kNoNode, settings, 0.0, *lease, observer);
  const auto reached = [&](std::size_t i) {
    const bool known = engine.settled(goals[i]);
    if (known) costs[i] = engine.path_to(goals[i]).cost;
    return known;
  };
  for (Status status = Status::running; !left.empty() && status == Status::running && !poll();) {
    status = engine.step(kExpansionsPerLook);
    while (!left.empty() && reached(left.back())) left.pop_back();
  }
  std::erase_if(left, reached);
}

}  // namespace pathstar
