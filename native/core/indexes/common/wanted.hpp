// What a query asks a look-up index for.
#pragma once

namespace pathstar {

enum class Wanted : bool { cost, path };

}  // namespace pathstar
