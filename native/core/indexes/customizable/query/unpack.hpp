// The steps under the arcs of a path.
//
// When to use: after a query, for its path.
// Guarantee: every arc is a step, or the sum of two arcs to a lower rank; the sums fit to the last bit.
// Complexity: a few lookups for each node if the hints of the arcs hold, else the triangles below an arc.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies (path unpacking).
// Differs from the paper: an arc stores no middle, only a hint at the block with it. All arcs of a path are split at a
//   time, so that their memory accesses overlap.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The nodes of the path over these ranks, each linked to the next by an arc. Throws DamagedIndex if the cost of an arc
// is neither that of a step nor that of a detour.
std::vector<Node> unpack(const Frame& frame, const ArcCosts& costs, const KnownSteps& steps,
                         std::span<const std::uint32_t> ranks);

}  // namespace pathstar
