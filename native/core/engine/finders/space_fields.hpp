// Fields over a space, by the views that its finder offers; see space_finder.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/driver/field_run.hpp"
#include "engine/driver/poll.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/registry.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/field_runs.hpp"
#include "spaces/cells/cost_rows_view.hpp"
#include "spaces/layers/back_masked_view.hpp"
#include "spaces/layers/masked_view.hpp"
#include "spaces/layers/real_view.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Lives for one call; the caller holds the space's lock shared.
template <class Derived, class Space>
class SpaceFields {
 public:
  SpaceFields(Derived& finder, const Space& space, const std::shared_ptr<Workspaces>& workspaces)
      : finder_(finder), space_(space), workspaces_(workspaces) {}

  // Continues the kept run, if it holds for the present space or can be repaired for it; else begins again.
  Field field(const FieldQuery& query, const FieldLimits& limits, const Poll& poll, FieldState& kept) {
    const std::scoped_lock turn(kept.mutex);
    Field field;
    const Poll interrupted = [&] { return field.stopped = field.stopped || poll(); };
    if (kept.run && kept.revision != space_.revision()) follow(query, kept, !limits.write, interrupted);
    if (field.stopped) return field;
    if (!kept.run) kept.run = begin(query, limits, interrupted);
    if (!kept.run) return field;
    kept.revision = space_.revision();
    field = run_field(*kept.run, groups_of(limits), limits, poll);
    field.revision = kept.revision;
    return field;
  }

  PathResult record(const FieldQuery& query, const FieldLimits& limits, Recorder& recorder, const Poll& poll) {
    PathResult result;
    with_view(query, [&]<class View>(const View& view) {
      auto& pool = workspaces_->of<typename View::Cost>();
      result = pathstar::record_field(AnyView(view), query, groups_of(limits), limits, recorder, poll, pool);
    });
    return result;
  }

 private:
  // Calls body(view) with the view of a field's search.
  template <class Body>
  void with_view(const FieldQuery& query, Body&& body) {
    const Settings settings{.weight = 0.0, .heuristic = HeuristicKind::zero};
    const auto with_costs = [&]<class View>(const View& view) {
      if constexpr (std::is_same_v<View, CostGridView>) {
        with_mask(query, CostRowsView(view, query.back), body);
      } else if constexpr (Derived::kCapabilities.one_to_all && !View::kCapabilities.jumps) {
        if constexpr (std::is_integral_v<typename View::Cost>) {
          if (!query.first_costs.empty()) return with_mask(query, RealView(view), body);
        }
        with_mask(query, view, body);
      }
    };
    if constexpr (Derived::kCapabilities.reversible) {
      if (query.back) {
        finder_.back_view_of(kNoNode, settings, with_costs);
        return;
      }
    }
    finder_.view_of(kNoNode, settings, with_costs);
  }

  template <class View, class Body>
  static void with_mask(const FieldQuery& query, const View& view, Body&& body) {
    if (!query.mask) return body(view);
    const AllowedCells allowed(query.mask);
    if (query.back) return body(AnyView(BackMaskedView(AnyView(view), allowed)));
    body(AnyView(MaskedView(AnyView(view), allowed)));
  }

  // The same with a view that the kernel is compiled for.
  template <class Body>
  void with_stack(const FieldQuery& query, Body&& body) {
    with_view(query, [&](const auto& view) { listed_or_any<OneToAllStacks>(view, body); });
  }

  // None if the poll stopped it.
  PATHSTAR_NOINLINE std::unique_ptr<FieldRun> begin(const FieldQuery& query, const FieldLimits& limits,
                                                    const Poll& poll) {
    std::unique_ptr<FieldRun> begun;
    with_stack(query, [&]<class Stack>(const Stack& stack) {
      const Walkable walkable = [this](Node node) { return space_.walkable(node); };
      auto run = std::make_unique<FieldRunOver<Stack>>(stack, query, workspaces_, walkable, plan());
      if (!limits.none() || !run->lies_in_blocks()) {
        run->start(walkable, !limits.write);
      } else if (!run->solve_blocks(walkable, limits.done, poll)) {
        return;
      }
      begun = std::move(run);
    });
    return begun;
  }

  // Brings a kept field up to date with the space, by local work if that pays; otherwise the field loses its run.
  PATHSTAR_NOINLINE void follow(const FieldQuery& query, FieldState& kept, bool by_steps, const Poll& poll) {
    bool repaired = false;
    if constexpr (Derived::kCapabilities.reversible && Derived::kCapabilities.one_to_all) {
      if (std::optional<EditedNodes> edited = edited_since(kept.revision)) {
        with_stack(query, [&](const auto& stack) {
          repaired = repair(stack, query, std::move(*edited), *kept.run, by_steps, poll);
        });
      }
    }
    if (!repaired) kept.run.reset();
    ++(repaired ? kept.repairs : kept.rebuilds);
  }

  template <class Stack>
  bool repair(const Stack& stack, FieldQuery query, EditedNodes edited, FieldRun& kept, bool by_steps,
              const Poll& poll) {
    auto& run = static_cast<FieldRunOver<Stack>&>(kept);  // of the same query over the same space
    if (!run.worth_repairing(edited.near.size())) return false;
    bool repaired = false;
    query.back = !query.back;
    with_view(query, [&]<class Back>(const Back& back) {
      if constexpr (std::is_same_v<typename Back::Cost, typename Stack::Cost>) {
        repaired = run.repair(stack, plan(), AnyView(back), std::move(edited), by_steps, poll);
      }
    });
    return repaired;
  }

  // The values that a search is planned with. Once one of them changes, its view of the space is useless.
  std::vector<double> plan() const {
    std::vector<double> values;
    if constexpr (requires { space_.planned_with(); }) {
      std::apply([&](auto... each) { (values.push_back(static_cast<double>(each)), ...); }, space_.planned_with());
    }
    return values;
  }

  // The edits since a revision; nothing if they are not known node by node.
  std::optional<EditedNodes> edited_since(std::uint64_t revision) const {
    std::vector<Node> edited;
    if (!space_.edited_since(revision, edited)) return std::nullopt;
    EditedNodes nodes{{}, [space = &space_](Node node) { return space->walkable(node); }};
    ZeroArray<std::uint64_t> seen(std::size_t{space_.size()} / 64 + 1);  // a bit per node
    for (const Node node : edited) {
      space_.each_near(node, [&](Node near) {
        const std::uint64_t bit = std::uint64_t{1} << (near & 63);
        if ((seen[near >> 6] & bit) == 0) nodes.near.push_back(near);
        seen[near >> 6] |= bit;
      });
    }
    return nodes;
  }

  StopGroups groups_of(const FieldLimits& limits) const {
    StopGroups groups;
    for (const Node stop : limits.stops) {
      finder_.each_like(stop, [&](Node node) { groups.nodes.push_back(node); });
      groups.ends.push_back(groups.nodes.size());
    }
    return groups;
  }

  Derived& finder_;
  const Space& space_;
  const std::shared_ptr<Workspaces>& workspaces_;
};

}  // namespace pathstar
