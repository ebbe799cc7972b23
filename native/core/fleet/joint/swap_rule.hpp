// The swap rule: two units that want to pass each other where there is no room go together to where there is some.
//
// The unit that is nearer to the room backs off and pulls the other one along. Both questions walk the pair along cells
// that lead on in one way only. Without the rule, units in corridors and trees push each other to and fro for ever.
//
// Reference: Okumura 2023, Improving LaCAM for scalable eventually optimal multi-agent pathfinding.
#pragma once

#include "fleet/joint/standing.hpp"

namespace pathstar::fleet {

// The unit that `unit`, which wants most to go to `wanted`, should pull along while it backs off; kNoUnit for none.
Unit swap_partner(const Standing& standing, Unit unit, Spot wanted);

}  // namespace pathstar::fleet
