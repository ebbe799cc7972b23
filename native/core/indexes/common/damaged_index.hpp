// The exception for an index with damage that only a query detects.
#pragma once

#include <stdexcept>

namespace pathstar {

struct DamagedIndex : std::runtime_error {
  DamagedIndex() : std::runtime_error("the index is damaged: its parts contradict each other; build it again") {}
};

}  // namespace pathstar
