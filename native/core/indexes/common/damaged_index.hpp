// What an index raises that turns out to be damaged only when a query meets the damage.
#pragma once

#include <stdexcept>

namespace pathstar {

struct DamagedIndex : std::runtime_error {
  DamagedIndex() : std::runtime_error("the index is damaged: its parts contradict each other; build it again") {}
};

}  // namespace pathstar
