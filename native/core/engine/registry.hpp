// Lists the stacks of views for which each engine is compiled.
//
// A stack that is not listed still runs, over AnyView; so do recorded searches, iterative deepening and spur paths.
// Listing a stack costs build time and bytes, and saves its searches a call for each expansion.
#pragma once

#include <type_traits>

#include "analysis/dead_ends.hpp"
#include "engine/searches/any_view.hpp"
#include "spaces/cells/cost_rows_view.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/regular_grid_view.hpp"
#include "spaces/graph/graph_view.hpp"
#include "spaces/implicit/custom_view.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "spaces/layers/masked_view.hpp"
#include "spaces/layers/real_view.hpp"
#include "spaces/layers/turning_view.hpp"

namespace pathstar {

static_assert(Searchable<MaskedView<UniformGridView, BlockCutFilter>> &&
              Searchable<MaskedView<JumpView, BlockCutFilter>>);

template <class... Views>
struct Stacks {
  template <class View>
  static constexpr bool kHas = (std::is_same_v<View, Views> || ...);
};

// One path from start to goal. Indexes that search over their own views list those themselves.
using BestFirstStacks =
    Stacks<UniformGridView, CostGridView, MaskedView<UniformGridView, BlockCutFilter>,
           MaskedView<CostGridView, BlockCutFilter>, JumpView, RegularGridView, GraphView, CustomView,
           TurningView<LengthGridView>, TurningView<CostGridView>, TurningView<RegularGridView>>;

// The same from both ends, by the view from the start.
using BothWaysStacks = Stacks<UniformGridView, CostGridView, RegularGridView, GraphView>;

// From one node to all or to many.
using OneToAllStacks = Stacks<UniformGridView, RealView<UniformGridView>, CostRowsView, RegularGridView,
                              BackwardRegularGridView, GraphView>;

// Calls body(view) if the stack is listed, else with a view of any type.
template <class Listed, class View, class Body>
decltype(auto) listed_or_any(const View& view, Body&& body) {
  if constexpr (Listed::template kHas<View>) {
    return body(view);
  } else {
    return body(AnyView(view));
  }
}

}  // namespace pathstar
