// Follows changed steps: fills in again the arcs above them whose costs change, and no others.
//
// When to use: after an edit of few nodes.
// Needs: filled costs, and the nodes whose steps may have changed.
// Guarantee: the costs equal newly filled ones, to the last bit.
// Complexity: the triangles of the arcs that change.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies (partial updates).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/driver/poll.hpp"
#include "indexes/common/known_steps.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"

namespace pathstar {

// `changed`: the ranks whose steps may have changed their ends or costs. Appends to `touched` the blocks with arcs
// whose costs have changed, ascending. If the poll stopped it, the costs are incomplete; then it returns false.
bool repair_arc_costs(const Frame& frame, const KnownSteps& steps, std::span<const std::uint32_t> changed,
                      const Poll& poll, OwnedArcCosts& costs, std::vector<std::uint32_t>& touched);

}  // namespace pathstar
