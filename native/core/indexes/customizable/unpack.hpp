// The steps under the arcs of a path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/customizable/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The nodes of the path over these ranks, each linked to the next by an arc. Throws DamagedIndex if an arc's cost is
// neither that of a step nor that of a detour.
std::vector<Node> unpack(const Frame& frame, const ArcCosts& costs, const KnownSteps& steps,
                         std::span<const std::uint32_t> ranks);

}  // namespace pathstar
