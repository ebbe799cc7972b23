// The swap rule: two units that want to pass each other where there is no room go together to a place where there is.
//
// The unit that is nearer to that place backs off and pulls the other one along. Whether a swap is needed, and whether
// it is possible, is found by following the corridor. Without the rule, units in corridors and trees push each other
// back and forth for ever.
//
// Reference: Okumura 2023, Improving LaCAM for scalable eventually optimal multi-agent pathfinding.
#pragma once

#include "fleet/joint/standing.hpp"

namespace pathstar::fleet {

// The unit that `unit` should pull along while it backs off; kNoUnit for none. `wanted` is the first choice of `unit`.
Unit swap_partner(const Standing& standing, Unit unit, Spot wanted);

}  // namespace pathstar::fleet
